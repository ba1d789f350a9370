private import Glibc
private import POSIX
private import RunCore
private import RunStore
private import TestSupport

/// The database: what an event costs, what an hour writes, and how long a history takes to look at.
enum StoreBenchmark {
    /// Bytes that an hour at one fix and one step reading a second may write to the disk.
    private static let hourLimit = 12_000_000.0
    /// Milliseconds for a question about the whole history, and for opening it to record.
    private static let questionLimit = 50.0
    private static let openingLimit = 200.0

    static func run(_ size: Benchmarks.Size) throws -> Bool {
        let box = try Sandbox()
        let hour = try recordHour(in: box.path("hour"))
        let history = try lookAtHistory(
            in: box.path("history"), runs: size == .small ? 500 : 5_000,
            events: size == .small ? 200 : 4_000)
        return hour && history
    }

    // MARK: - Recording

    /// An hour in a few seconds: the store's clock is the events' own, its syncs are real.
    private static func recordHour(in directory: String) throws -> Bool {
        let store = try RunStore.open(directory: directory, now: Instant(seconds: 0))
        let run = store.beginRun(NewRun(boot: "b", start: Instant(seconds: 0)))
        _ = store.commit(now: Instant(seconds: 0))
        var taking: [Double] = []
        var batches: [Double] = []
        let before = bytesWritten
        for second in 1...3_600 {
            let now = Instant(seconds: Double(second))
            for line in lines(second) {
                taking.append(seconds { store.append(line, to: run, at: now) })
            }
            var result = RunStore.Flushed.idle
            let spent = seconds { result = store.flush(now: now) }
            if result != .idle { batches.append(spent) }
        }
        let written = bytesWritten - before
        print("  an event: \(percentiles(taking))")
        print("  a batch, synced, every 4.5 s: \(percentiles(batches))")
        print("  an hour at 2 events a second: \(megabytes(written)) written")
        return written <= hourLimit && store.health.held <= 10
    }

    /// A fix and a step reading as rund writes them.
    private static func lines(_ second: Int) -> [[UInt8]] {
        let time = Instant(seconds: Double(second) + 0.123456)
        let arrival = time + Elapsed(seconds: 0.08)
        let fix = Fix(
            mode: 3,
            coordinate: Coordinate(
                latitude: 12.971234567 + Double(second) * 2.5e-5, longitude: 77.591234567),
            altitude: 920.123, time: WallTime(microseconds: 1_780_293_600_000_000), eph: 4.213,
            ephSource: .receiver, hdop: 0.9, satellites: 9, speed: 2.913, track: 87.1234, eps: 0.2,
            device: "/dev/ttyACM0")
        let steps = StepReading(
            count: Int64(second) * 3, boot: "0f3b8d7e-2a4c-4b0b-9d3e-5c1f7a9b2c4d")
        return [
            LogCodec.encode(Event(time: time, arrival: arrival, payload: .fix(fix))),
            LogCodec.encode(Event(time: arrival, arrival: arrival, payload: .steps(steps))),
        ]
    }

    /// Bytes that this process has made dirty or written, as the kernel counts them. A page that is
    /// written to again before it went to the disk counts once. Corresponds to `/proc/self/io`.
    private static var bytesWritten: Double {
        let line = Files.text("/proc/self/io").split(separator: "\n")
            .first { $0.hasPrefix("write_bytes:") }
        return line.flatMap { Double($0.dropFirst("write_bytes: ".count)) } ?? 0
    }

    // MARK: - History

    private static func lookAtHistory(
        in directory: String, runs: Int, events: Int
    ) throws -> Bool {
        do { _ = try RunStore.open(directory: directory, now: Instant(seconds: 0)) }
        let filling = try seconds { try fill(directory, runs: runs, events: events) }
        let size = Double(StateDirectory.size(directory + "/runs.db") ?? 0)
        print(
            "  \(runs) runs, \(runs * events) events, \(megabytes(size)), made in \(whole(filling)) s"
        )

        var reader: RunReader?
        let connecting = try best { reader = try RunReader.open(directory: directory) }
        guard let reader else { return false }
        let listing = try best { _ = try reader.runs() }
        let page = try best { _ = try reader.runs(limit: 50) }
        let showing = try best {
            _ = try reader.run(RunNumber(runs / 2))
            _ = try reader.laps(of: RunNumber(runs / 2))
            _ = try reader.lastEvent(of: RunNumber(runs / 2))
        }
        let year = WallTime(microseconds: 1_780_000_000_000_000)
        let summing = try best {
            let rows = try reader.runs(since: year, until: year + Elapsed(seconds: 365 * 86_400))
            _ = rows.reduce(0) { $0 + ($1.totals?.distance ?? 0) }
        }
        let reading = try best {
            var cursor = reader.events(of: RunNumber(runs / 2))
            while try cursor.next() != nil {}
        }
        let opening = try best {
            _ = try RunStore.open(directory: directory, now: Instant(seconds: 0))
        }
        print("  reader opens: \(milliseconds(connecting)); rund opens: \(milliseconds(opening))")
        print("  list of all: \(milliseconds(listing)), of 50: \(milliseconds(page))")
        print("  one run: \(milliseconds(showing)), its events: \(milliseconds(reading))")
        print("  totals of a year: \(milliseconds(summing))")
        let questions = [connecting, listing, page, showing, summing]
        return questions.allSatisfy { $0 * 1e3 <= questionLimit } && opening * 1e3 <= openingLimit
    }

    private static func fill(_ directory: String, runs: Int, events: Int) throws {
        let editor = try RunEditor.open(directory: directory)
        let log = (0..<events).map { lines($0 / 2)[$0 % 2] }
        let totals = RunTotals(
            elapsed: Elapsed(seconds: 3_600), active: Elapsed(seconds: 3_500), distance: 10_000,
            steps: 9_000, ascent: 120, descent: 118, summary: #"{"switches":2}"#,
            laps: (0..<10).map {
                LapRecord(
                    from: Elapsed(seconds: Double($0) * 360),
                    to: Elapsed(seconds: Double($0) * 360 + 360), distance: 1_000)
            })
        for index in 0..<runs {
            let start = WallTime(
                microseconds: 1_780_000_000_000_000 + Int64(index) * 86_400_000_000)
            _ = try editor.importRun(
                NewRun(
                    boot: "b", start: Instant(seconds: 0), wall: start, utcOffset: 19_800,
                    zone: "Asia/Kolkata", activity: "run"),
                lines: log, end: RunEnd(stop: Instant(seconds: 3_600)), totals: totals)
        }
    }

    // MARK: - Numbers

    /// The shortest of a few tries, in seconds.
    private static func best(_ work: () throws -> Void) rethrows -> Double {
        var best = Double.infinity
        for _ in 0..<5 { best = min(best, try seconds(work)) }
        return best
    }

    private static func percentiles(_ values: [Double]) -> String {
        let sorted = values.sorted()
        guard let last = sorted.last else { return "none" }
        func at(_ share: Double) -> String {
            "\((sorted[Int(Double(sorted.count - 1) * share)] * 1e7).rounded() / 10) us"
        }
        return "p50 \(at(0.5)), p99 \(at(0.99)), most \((last * 1e7).rounded() / 10) us"
    }

    private static func megabytes(_ bytes: Double) -> String {
        "\((bytes / 1e5).rounded() / 10) MB"
    }

    private static func whole(_ seconds: Double) -> Int { Int(seconds.rounded()) }
}
