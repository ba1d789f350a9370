import Foundation
import RunCore
import RunFormats
import RunStore
import Testing

@testable import runctl

/// A database with runs, as rund leaves it.
struct StoredRuns {
    let scratch = try? Scratch()
    var folder: String { scratch?.url.path ?? "/nonexistent" }

    /// Three runs of 2026: 1 (31 May, 10 km), 2 (1 June, steps after gps), 3 (no known start).
    init() throws {
        let now = Instant(seconds: 0)
        let store = try RunStore.open(
            directory: folder, options: RunStore.Options(), now: now)
        let indian = 19_800
        let first = store.beginRun(
            NewRun(
                boot: "b", start: now, wall: try WallTime(rfc3339: "2026-05-31T20:00:00Z"),
                utcOffset: indian, zone: "Asia/Kolkata", activity: "walk", note: "Along the river"))
        store.setTotals(
            RunTotals(
                elapsed: Elapsed(seconds: 4_000), active: Elapsed(seconds: 3_600),
                distance: 10_000, steps: 12_000, ascent: 120), of: first, at: now)
        store.endRun(first, RunEnd(stop: Instant(seconds: 4_000)), at: now)
        let second = store.beginRun(
            NewRun(
                boot: "b", start: now, wall: try WallTime(rfc3339: "2026-06-01T06:00:00Z"),
                utcOffset: indian, zone: "Asia/Kolkata", activity: "run", note: "hill\u{1B}[2J"))
        for line in StoredRuns.log {
            store.append(Array(line.utf8), to: second, at: now)
        }
        store.setTotals(
            RunTotals(
                elapsed: Elapsed(seconds: 900), active: Elapsed(seconds: 840), distance: 2_520,
                steps: 2_100), of: second, at: now)
        store.endRun(
            second,
            RunEnd(
                stop: Instant(seconds: 900), wall: try WallTime(rfc3339: "2026-06-01T06:15:00Z"),
                utcOffset: indian, interrupted: true), at: now)
        _ = store.beginRun(NewRun(boot: "b", start: now))
        _ = store.commit(now: now)
    }

    static let log = Logs.run(
        gps: 600, end: 900,
        extra: [
            300: "{\"t\":300,\"type\":\"pause\"}", 360: "{\"t\":360,\"type\":\"resume\"}",
            500: "{\"t\":500,\"type\":\"lap\"}", 510: "{\"t\":510,\"type\":\"heart\",\"bpm\":150}",
        ])
}

@Suite("runctl list, show and export", .serialized)
struct StoredRunTests {
    private let runs: StoredRuns

    init() throws { runs = try StoredRuns() }

    private func ask(_ words: String...) throws -> Transcript {
        try runctl(words, environment: ["STATE_DIRECTORY": runs.folder])
    }

    @Test("list shows the newest run first, in the local time of each")
    func list() throws {
        #expect(
            try ask("list")
                == Transcript(
                    out: """
                        run  start             activity  distance     time      pace  state      note
                          3  –                                  –        –         –  recording
                          2  2026-06-01 11:30  run        2.52 km    14:00  5:33 /km  cut off    hill [2J
                          1  2026-06-01 01:30  walk      10.00 km  1:00:00  6:00 /km             Along the river

                        """, err: "", status: 0))
    }

    @Test("filters by day, activity and length choose, and --limit counts")
    func filters() throws {
        func numbers(_ words: String...) throws -> [Int64] {
            let said = try runctl(
                ["list", "--json"] + words, environment: ["STATE_DIRECTORY": runs.folder])
            let list = try JSONValue(parsing: said.out)["runs"]?.array ?? []
            return list.compactMap { $0["number"]?.integer }
        }
        #expect(try numbers() == [3, 2, 1])
        #expect(try numbers("--since", "2026-06-01") == [2, 1])
        #expect(try numbers("--until", "2026-05") == [])
        #expect(try numbers("--since", "2026", "--until", "2026-06") == [2, 1])
        #expect(try numbers("--activity", "walk") == [1])
        #expect(try numbers("--min", "5km") == [1])
        #expect(try numbers("--max", "2mi", "--since=2026") == [2])
        #expect(try numbers("-n", "1") == [3])
        #expect(try numbers("--trash") == [])
    }

    @Test("totals are counted by the run's own week, month and year")
    func totals() throws {
        #expect(
            try ask("list", "--totals", "week").out == """
                week      runs  distance     time      pace  ascent  steps
                2026-W23     2  12.52 km  1:14:00  5:54 /km   120 m  14100

                """)
        #expect(
            try ask("list", "--totals", "year", "--units", "imperial").out == """
                year  runs  distance     time      pace  ascent  steps
                2026     2   7.78 mi  1:14:00  9:30 /mi  394 ft  14100

                """)
        let json = try JSONValue(parsing: try ask("list", "--totals=month", "--json").out)
        #expect(json["totals"]?.array?.first?["period"]?.string == "2026-06")
        #expect(json["totals"]?.array?.first?["distance"]?.double == 12_520)
    }

    @Test("show tells totals, spans, laps and splits that sum to the whole")
    func show() throws {
        let said = try ask("show", "hill")
        #expect(said.status == 0 && said.err == "")
        let lines = said.out.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0] == "run 2, run, 2026-06-01 11:30–11:45 (Asia/Kolkata), cut off")
        #expect(lines[1] == "  hill [2J")
        #expect(said.out.contains("  time      14:00, and 1:00 of pauses\n"))
        #expect(said.out.contains("  heart     150 a minute, at most 150\n"))
        for title in ["spans:", "laps:", "splits:"] { #expect(lines.contains { $0 == title }) }
        let json = try JSONValue(parsing: try ask("show", "2", "--json", "--split=500m").out)
        let total = try #require(json["run"]?["distance"]?.double)
        let splits = try #require(json["splits"]?.array)
        let sum = splits.compactMap { $0["distance"]?.double }.reduce(0, +)
        #expect(splits.count == Int(total / 500) + 1 && abs(sum - total) < 0.02)
        let active = splits.compactMap { $0["active"]?.double }.reduce(0, +)
        #expect(active <= 840.001 && active > 800)
        #expect(json["number"]?.integer == 2 && json["spans"]?.array?.count ?? 0 >= 4)
    }

    @Test("export --format log gives back every line, and replay of it is what show shows")
    func exportLog() throws {
        let said = try ask("export", "--format", "log", "2")
        #expect(said.status == 0 && said.out == Logs.text(StoredRuns.log))
        let replayed = try JSONValue(
            parsing: try runctl("replay", "-", "--json", input: said.out).out)
        let shown = try JSONValue(parsing: try ask("show", "2", "--json").out)
        #expect(replayed["run"]?["distance"] == shown["run"]?["distance"])
        #expect(replayed["spans"] == shown["spans"])
    }

    @Test("export writes a file whole or not at all, by the ending of its name")
    func exportFile() throws {
        let scratch = try Scratch()
        let file = scratch.url.appendingPathComponent("run.gpx").path
        let said = try ask("export", "2", "-o", file)
        #expect(said.out == "" && said.status == 0)
        let gpx = try scratch.read("run.gpx")
        #expect(gpx.hasPrefix("<?xml") && gpx.contains("<trkpt") && gpx.hasSuffix("</gpx>\n"))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: scratch.url.path) == ["run.gpx"])
        #expect(try ask("export", "2", "-f", "gpx").out == gpx)
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
        #expect((mode as? Int).map { $0 & 0o400 } == 0o400)
        let refused = try ask("export", "2", "-o", "/nonexistent/run.gpx")
        #expect(
            refused
                == Transcript(
                    out: "",
                    err: "runctl: error: /nonexistent/run.gpx cannot be written:"
                        + " No such file or directory\n", status: 74))
        // A device is written to, not replaced.
        #expect(try ask("export", "2", "-f", "gpx", "-o", "/dev/null").status == 0)
        let null = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type]
        #expect(null as? FileAttributeType == .typeCharacterSpecial)
    }

    @Test("a format that is not known, and none at all, are usage errors that list what there is")
    func exportFormats() throws {
        let none = try ask("export", "2")
        #expect(none.status == 64)
        #expect(none.err.hasPrefix("runctl: error: export needs --format: gpx, "))
        #expect(
            try ask("export", "2", "--format", "gxp").err.hasSuffix("hint: did you mean gpx?\n"))
        for format in ExportCommand.formats {
            #expect(
                try ask("export", "2", "-f", format, "-o", "/dev/null").status == 0, "\(format)")
        }
    }

    @Test("a run that is not there, and no database at all, are told in a sentence, with status 1")
    func absent() throws {
        #expect(
            try ask("show", "99")
                == Transcript(
                    out: "",
                    err: "runctl: error: there is no run 99\nhint: runctl list shows the runs\n",
                    status: 1))
        #expect(
            try runctl("list", "--state-dir", "/nonexistent")
                == Transcript(
                    out: "",
                    err: """
                        runctl: error: no run was recorded yet: there is no database in /nonexistent
                        hint: runctl start begins the first run

                        """, status: 1))
    }
}

@Suite("Splits and periods")
struct SplitTests {
    @Test("splits are cut where the length is reached, without the pauses, and sum to the whole")
    func cut() {
        let knots: [Split.Knot] = [
            .init(time: 0, metres: 0), .init(time: 100, metres: 500), .init(time: 160, metres: 500),
            .init(time: 260, metres: 2_500), .init(time: 270, metres: 2_600),
        ]
        let splits = Split.cut(every: 1_000, knots: knots, pauses: [110...150])
        #expect(splits.map(\.distance) == [1_000, 1_000, 600])
        #expect(splits.map(\.to) == [185, 235, 270])
        #expect(splits.map(\.active) == [145, 50, 35])
        #expect(splits.map(\.number) == [1, 2, 3])
        #expect(Split.cut(every: 1_000, knots: [], pauses: []).isEmpty)
        #expect(
            Split.cut(every: 1_300, knots: knots, pauses: []).map(\.distance) == [1_300, 1_300])
    }

    @Test("a week belongs to the year of its Thursday")
    func weeks() {
        let cases = [
            ((2026, 1, 1), "2026-W01"), ((2027, 1, 3), "2026-W53"), ((2024, 12, 30), "2025-W01"),
            ((2026, 5, 31), "2026-W22"), ((2026, 6, 1), "2026-W23"),
        ]
        for ((year, month, day), name) in cases {
            let days = CivilDate(year: year, month: month, day: day).daysSinceEpoch
            #expect(Period.week.name(of: days) == name)
        }
    }

    @Test("days may be named by day, month, year, today and yesterday")
    func days() {
        #expect(DayRange.days("1970-01", today: 0) == 0...30)
        #expect(DayRange.days("1970", today: 0) == 0...364)
        #expect(DayRange.days("yesterday", today: 100) == 99...99)
        #expect(DayRange.days("1972-02-29", today: 0) == 789...789)
        for word in ["1970-13", "1970-02-29", "70", "1970-1-1", "", "-", "1970-01-01-01", "+970"] {
            #expect(DayRange.days(word, today: 0) == nil, "\(word)")
        }
    }
}
