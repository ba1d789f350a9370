import RunCore
import RunStore
import Testing

@testable import runctl

@Suite("runctl mark, segment and marks")
struct MarkCommandTests {
    @Test("an earlier moment is said by the clock, by how long ago it was, or in full")
    func moments() {
        let noon = LocalTime(WallTime(microseconds: 1_780_293_600_000_000), offset: 7_200)
        #expect(noon.clock == "08:00")
        let cases: [(String, MarkMoment.Resolved?)] = [
            ("-90s", .ago(90)), ("-5m", .ago(300)), ("-2h", .ago(7_200)),
            ("07:59", .at("2026-06-01T05:59:00Z")), ("7:59:30", .at("2026-06-01T05:59:30Z")),
            ("08:00", .at("2026-06-01T06:00:00Z")), ("23:10", .at("2026-05-31T21:10:00Z")),
            ("2026-06-01T10:42:30+02:00", .at("2026-06-01T10:42:30+02:00")),
            ("24:00", nil), ("7:60", nil), ("7", nil), ("-x", nil), ("7:5x", nil), ("T", nil),
            ("", nil),
        ]
        for (word, expected) in cases {
            let resolved = MarkMoment(word)?.resolved(now: noon, offset: 7_200)
            #expect(resolved == expected, "\(word)")
        }
    }

    @Test("mark hands over text and moment, and tells place, way and direction")
    func mark() throws {
        let mark: JSONObject = [
            "number": .integer(3), "name": .string("P-3 nest"), "text": .string("nest"),
            "distance": .number(1234), "latitude": .number(46.1234567),
            "longitude": .number(7.5), "eph": .number(4.2), "age": .number(0.4),
            "from": .integer(2), "leg": .number(230), "straight": .number(228),
            "bearing": .number(44.8),
        ]
        let scratch = try Scratch()
        let recorder = try FakeRecorder(
            in: scratch.url,
            answers: [
                "Mark": .result(["name": .string("P-3 nest"), "mark": .object(mark)]),
                "SegmentStart": .result([:]),
                "SegmentEnd": .result([
                    "segment": .object([
                        "name": .string("on effort"), "from": .number(10), "to": .number(130),
                        "distance": .number(400), "active": .number(120), "steps": .integer(290),
                        "open": .bool(false),
                    ])
                ]),
            ])
        defer { recorder.stop() }
        let environment = ["RUND_SOCKET": recorder.path]
        let said = try runctl("mark", "--at", "-90s", "nest", environment: environment)
        #expect(
            said
                == Transcript(
                    out: "marked P-3 nest at 1.23 km, 46.123457, 7.500000, ±4 m;"
                        + " 230 m along the run, 228 m on 045° from P-2\n", err: "", status: 0))
        #expect(recorder.calls.last?.parameters == ["text": .string("nest"), "ago": .number(90)])
        let began = try runctl("segment", "start", "on", "effort", environment: environment)
        #expect(began.out == "segment on effort begins\n")
        #expect(recorder.calls.last?.parameters == ["name": .string("on effort")])
        let ended = try runctl("segment", "end", environment: environment)
        #expect(ended.out == "segment on effort: 400 m in 2:00, 5:00 /km\n")
        #expect(try runctl("segment", "begin", "x", environment: environment).status == 64)
        #expect(try runctl("segment", "start", environment: environment).status == 64)
        #expect(try runctl("mark", "--at", "soon", environment: environment).status == 64)
    }

    private let log = Logs.run(
        gps: 300, end: 300,
        extra: [
            100: "{\"t\":100,\"type\":\"mark\",\"text\":\"P-1\"}",
            120: "{\"t\":120,\"type\":\"segment\",\"action\":\"start\",\"name\":\"on <effort>\"}",
            200: "{\"t\":200,\"type\":\"mark\",\"text\":\"nest & egg\"}",
            220: "{\"t\":220,\"type\":\"segment\",\"action\":\"end\",\"name\":\"on <effort>\"}",
        ])

    /// A database with one run and two marks without one.
    private func folder(_ scratch: Scratch) throws -> String {
        let now = Instant(seconds: 0)
        let folder = scratch.url.path
        let store = try RunStore.open(directory: folder, options: RunStore.Options(), now: now)
        let wall = try WallTime(rfc3339: "2026-06-01T06:00:00Z")
        let run = store.beginRun(NewRun(boot: "b", start: now, wall: wall, utcOffset: 7_200))
        for line in log { store.append(Array(line.utf8), to: run, at: now) }
        store.endRun(run, RunEnd(stop: Instant(seconds: 300)), at: now)
        _ = store.commit(now: now)
        let place = MarkPlace(coordinate: Coordinate(latitude: 1, longitude: 2), eph: 7, age: 1)
        let north = MarkPlace(coordinate: Coordinate(latitude: 1.01, longitude: 2))
        let first = LoneMark(wall: wall, utcOffset: 7_200, place: place, text: "spring")
        #expect(try store.addMark(first) == 1)
        #expect(
            try store.addMark(LoneMark(wall: nil, utcOffset: nil, place: north, text: nil)) == 2)
        return folder
    }

    @Test("show and report tell marks and segments, and every format carries them")
    func stored() throws {
        let scratch = try Scratch()
        let environment = ["STATE_DIRECTORY": try folder(scratch)]
        let shown = try runctl("show", environment: environment)
        #expect(shown.out.contains("  P-1             1:40     297 m"), "\(shown)")
        #expect(shown.out.contains("on <effort>  2:00  3:40     300 m"), "\(shown)")
        let json = try JSONValue(parsing: runctl("show", "--json", environment: environment).out)
        let marks = try #require(json["marks"]?.array)
        #expect(marks.count == 2)
        #expect(abs((marks[1]["distance"]?.double ?? 0) - 600) < 5)
        #expect(abs((marks[1]["leg"]?.double ?? 0) - 300) < 5)
        #expect(abs(marks[1]["bearing"]?.double ?? 99) < 0.01, "northwards")
        #expect(marks[1]["eph"]?.double == 4)
        #expect(json["segments"]?.array?.first?["active"]?.double == 100)

        for (name, pieces) in [
            (
                "run.gpx",
                [
                    "<name>P-1</name>", "<name>P-2 nest &amp; egg</name>",
                    "<time>2026-06-01T06:03:20Z</time>", "<rund:eph>4</rund:eph>",
                    "on 000°, from P-1",
                ]
            ), ("run.geojson", ["\"name\":\"P-2 nest & egg\"", "\"eph\":4", "\"bearing\":"]),
            ("run.kml", ["<name>P-1</name>", "along the run"]),
            ("run.csv", ["mark,2026-06-01T06:03:20Z,", "\"P-2 nest & egg\""]),
        ] {
            let file = scratch.url.appendingPathComponent(name).path
            let said = try runctl("export", "-o", file, environment: environment)
            #expect(said.status == 0, "\(said)")
            let text = try scratch.read(name)
            for piece in pieces { #expect(text.contains(piece), "\(name) lacks \(piece)") }
        }
        let page = scratch.url.appendingPathComponent("run.html").path
        #expect(try runctl("report", "-o", page, environment: environment).status == 0)
        let html = try scratch.read("run.html")
        #expect(html.contains("P-2 nest &amp; egg") && html.contains("on &lt;effort&gt;"))
    }

    @Test("marks alone are a table or a file of their own, with a run and without")
    func marks() throws {
        let scratch = try Scratch()
        let environment = ["STATE_DIRECTORY": try folder(scratch)]
        let table = try runctl("marks", environment: environment)
        #expect(table.out.contains("P-2 nest & egg"), "\(table)")
        let alone = try runctl("marks", "--without-run", environment: environment)
        #expect(
            alone.out == """
                mark                      at  straight  bearing  position            error
                P-1 spring  2026-06-01 08:00                     1.000000, 2.000000   ±7 m
                P-2                            1.11 km     000°  1.010000, 2.000000

                """, "\(alone.out)")
        let csv = try runctl("marks", "-f", "csv", environment: environment)
        let lines = csv.out.split(separator: "\r\n")
        #expect(lines.count == 3)
        #expect(lines.last?.hasPrefix("2,\"P-2 nest & egg\",2026-06-01T06:03:20Z,0.00542") == true)
        let file = scratch.url.appendingPathComponent("marks.gpx").path
        #expect(
            try runctl("marks", "--without-run", "-o", file, environment: environment).status == 0)
        let gpx = try scratch.read("marks.gpx")
        #expect(gpx.contains("<name>P-1 spring</name>") && gpx.contains("<wpt lat=\"1.01\""))
        #expect(try runctl("marks", "-o", "x.fit", environment: environment).status == 64)
        #expect(try runctl("marks", "--without-run", "1", environment: environment).status == 64)
    }
}
