import RunCore
import RunSimulation
import Testing

@Suite("Sensor log")
struct LogTests {
    private func read(_ line: String) throws(LogError) -> Event? {
        try LogCodec.decode(Array(line.utf8))
    }

    private func fix(_ members: String) throws -> Fix? {
        guard case .fix(let fix) = try read("{\"t\":1,\"type\":\"fix\",\(members)}")?.payload
        else { return nil }
        return fix
    }

    @Test("a fix with every field, and what is absent stays unknown")
    func wholeFix() throws {
        let whole = try fix(
            """
            "time":"2026-06-01T06:00:01Z","mode":3,"lat":12.97,"lon":-77.59,"alt":920.1,"eph":4.2,\
            "ephsrc":"receiver","hdop":0.9,"sats":9,"speed":2.9,"track":87.1,"eps":0.2,"device":"/d"
            """)
        #expect(whole?.coordinate == Coordinate(latitude: 12.97, longitude: -77.59))
        #expect(whole?.time == WallTime(microseconds: 1_780_293_601_000_000))
        #expect(whole?.ephSource == .receiver)
        #expect(whole?.satellites == 9)
        #expect(try fix("\"mode\":1") == Fix(mode: 1))
        #expect(try fix("\"mode\":3,\"lat\":null,\"time\":\"yesterday\"") == Fix(mode: 3))
    }

    @Test("the origin of eph is told, or follows from hdop; r68 is made a 95 % figure")
    func ephOrigin() throws {
        #expect(try fix("\"eph\":17.1,\"hdop\":0.9")?.errorSource == .synthesised)
        #expect(try fix("\"eph\":4.3,\"hdop\":0.9")?.errorSource == .synthesised)
        #expect(try fix("\"eph\":17.4,\"hdop\":0.9")?.errorSource == .receiver)
        #expect(
            try fix("\"eph\":17.1,\"hdop\":0.9,\"ephsrc\":\"receiver\"")?.errorSource == .receiver)
        #expect(try fix("\"eph\":5")?.errorSource == .receiver)
        #expect(try fix("\"hdop\":5")?.errorSource == nil)
        #expect(try fix("\"r68\":5")?.eph == 8)
        #expect(try fix("\"r68\":5,\"eph\":3")?.eph == 3)
    }

    @Test("times are exact to the microsecond, and a missing arrival is the largest time so far")
    func times() throws {
        var reader = LogReader()
        let lines = [
            ("{\"t\":1.000001,\"type\":\"lap\"}", 1_000_001, 1_000_001),
            ("{\"type\":\"lap\",\"t\":0.5}", 500_000, 1_000_001),
            ("{\"t\":1e1,\"at\":12.25,\"type\":\"lap\"}", 10_000_000, 12_250_000),
            ("{\"t\":11,\"type\":\"lap\"}", 11_000_000, 12_250_000),
            ("{\"t\":0.1234567,\"at\":3,\"type\":\"lap\"}", 123_457, 12_250_000),
        ]
        for (line, time, arrival) in lines {
            let event = try Array(line.utf8).withUnsafeBytes { try reader.read(line: $0) }
            #expect(event?.time.microseconds == Int64(time))
            #expect(event?.arrival.microseconds == Int64(arrival))
        }
    }

    @Test("unknown fields and types are passed over, nested ones too")
    func unknown() throws {
        let event = try read(
            " { \"x9\" : {\"a\":[1,\"}]\"]} , \"t\" : 2, \"type\":\"steps\",\"count\":7, \"q\":[]} \r"
        )
        #expect(event?.payload == .steps(StepReading(count: 7)))
        #expect(try read("{\"t\":1,\"type\":\"weather\"}") == nil)
        #expect(try read("  \r") == nil)
    }

    @Test("what cannot be used says why")
    func errors() {
        let cases = [
            ("{}", "type: missing"), ("{\"type\":\"lap\"}", "t: missing"),
            ("[1]", "expected a JSON object at column 1"),
            ("{\"t\":\"1\",\"type\":\"lap\"}", "t: expected seconds as a number"),
            ("{\"t\":1e12,\"type\":\"lap\"}", "t: beyond 100000000000 seconds"),
            ("{\"t\":1,\"type\":\"steps\"}", "count: missing"),
            ("{\"t\":1,\"type\":\"steps\",\"count\":1.5}", "count: expected a whole number"),
            (
                "{\"t\":1,\"type\":\"heart\",\"bpm\":-1}",
                "bpm: expected a whole number from 0 to 1000"
            ),
            ("{\"t\":1 \"type\":\"lap\"}", "expected a comma or a closing brace at column 8"),
            ("{\"t\":1,\"type\":\"lap\"} x", "expected the end of the line at column 22"),
            ("{\"t\":1,\"type\":\"la", "expected a closing quote at column 18"),
            ("{\"t\":1,\"type\":\"accel\",\"x\":1}", "x, y, z: one is missing"),
        ]
        for (line, reason) in cases {
            #expect(throws: LogError(reason), "\(line)") { try read(line) }
        }
    }

    @Test("texts keep every character, settings and model travel with the start")
    func startLine() throws {
        var settings = EngineSettings()
        settings.timeout = 12.5
        settings.gpsMode = .chord
        let start = RunStart(
            wall: WallTime(microseconds: 1_780_293_600_000_000), zone: "Asia/Kolkata",
            activity: "run", indoor: true, note: "a \"b\" \\ \n \u{1} é 😀", engine: "1.0",
            settings: settings, model: StepLengthModel())
        let event = Event(
            time: Instant(microseconds: 5), arrival: Instant(microseconds: 6),
            payload: .start(start))
        #expect(try LogCodec.decode(LogCodec.encode(event)) == event)
        let escaped = try read("{\"t\":1,\"type\":\"mark\",\"text\":\"\\u00e9\\ud83d\\ude00\\/\"}")
        #expect(escaped?.payload == .mark(Mark(text: "é😀/")))
    }

    @Test("damaged lines are reported or read, never a trap")
    func damage() {
        let line = Array(
            "{\"t\":1.5,\"at\":2,\"type\":\"fix\",\"mode\":3,\"lat\":1e-3,\"lon\":-2,\"device\":\"\\u00e9\"}"
                .utf8)
        var random = SplitMix64(seed: 3)
        var readable = 0
        for _ in 0..<20_000 {
            var damaged = line
            for _ in 0...Int.random(in: 0...3, using: &random) {
                let place = Int.random(in: 0..<damaged.count, using: &random)
                switch Int.random(in: 0...2, using: &random) {
                case 0: damaged[place] = UInt8.random(in: 0...255, using: &random)
                case 1: damaged.remove(at: place)
                default: damaged.insert(line[place % line.count], at: place)
                }
            }
            if (try? LogCodec.decode(damaged)) != nil { readable += 1 }
        }
        #expect(readable > 100)
    }

    @Test("a log in any portions is the same run, and one without a stop ends at its last arrival")
    func portions() {
        let text = """
            {"t":0,"type":"start","limits":{"gps.mode":"chord","steps.length":"1"}}
            {"t":0,"type":"steps","count":5}
            nonsense
            {"t":30,"at":31,"type":"steps","count":65}
            """
        let bytes = Array(text.utf8)
        let whole = bytes.withUnsafeBytes { Replay.run($0) }
        #expect(whole.isCutOff)
        #expect(whole.summary.end == Instant(seconds: 31))
        #expect(whole.summary.distance == 60)
        #expect(whole.problems.map(\.line) == [3])
        for size in 1...40 {
            var replay = Replay()
            for start in stride(from: 0, to: bytes.count, by: size) {
                bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { replay.feed($0) }
            }
            #expect(replay.finish() == whole)
        }
    }
}
