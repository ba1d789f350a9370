private import Glibc
private import RunCore
private import RunStore

/// `store-writer soak DIR HOURS`: records one long run through the engine as rund does, as fast as
/// it goes, and says after each hour `hour N memory KB log BYTES events COUNT`, at the end
/// `done METRES`.
enum Soak {
    static func main(_ arguments: [String]) -> Int32 {
        guard arguments.count == 2, let hours = Int(arguments[1]) else { return 64 }
        do {
            try run(arguments[0], hours)
            return 0
        } catch {
            StoreWriter.say("error \(error)")
            return 74
        }
    }

    private static func run(_ directory: String, _ hours: Int) throws(StoreError) {
        let store = try RunStore.open(directory: directory, now: Instant(seconds: 0))
        let run = store.beginRun(NewRun(boot: "b", start: Instant(seconds: 0)))
        var engine = Recorder()
        var count = 0
        func hear(_ second: Int, _ payload: Event.Payload) {
            let now = Instant(seconds: Double(second))
            let event = Event(time: now, arrival: now, payload: payload)
            store.append(LogCodec.encode(event), to: run, at: now)
            _ = engine.handle(event)
            count += 1
        }
        hear(0, .start(RunStart(settings: engine.settings)))
        for second in 1...hours * 3600 {
            if let fix = fix(second) { hear(second, .fix(fix)) }
            hear(second, .steps(StepReading(count: Int64(second) * 3, boot: "b")))
            if second % 1800 == 0 { hear(second, .lap) }
            if second % 60 == 0 {
                let now = Instant(seconds: Double(second))
                store.setTotals(RunTotals(engine.summary), of: run, at: now)
            }
            _ = store.flush(now: Instant(seconds: Double(second)))
            if second % 3600 == 0 { report(second / 3600, directory, count) }
        }
        hear(hours * 3600 + 1, .stop)
        let end = Instant(seconds: Double(hours * 3600 + 1))
        store.setTotals(RunTotals(engine.summary), of: run, at: end)
        store.endRun(run, RunEnd(stop: end), at: end)
        _ = store.commit(now: end)
        StoreWriter.say("done \(engine.summary.distance)")
    }

    /// Three metres a second to the north, with a tunnel of a minute every ten minutes.
    private static func fix(_ second: Int) -> Fix? {
        if second % 600 > 540 { return nil }
        return Fix(
            mode: 3,
            coordinate: Coordinate(latitude: -30 + Double(second) * 2.7e-5, longitude: 77.5),
            altitude: 900, eph: 4, ephSource: .receiver, hdop: 0.9, satellites: 9, speed: 3,
            track: 0, device: "/dev/ttyX0")
    }

    private static func report(_ hour: Int, _ directory: String, _ count: Int) {
        let log = StateDirectory.size(directory + "/runs.db-wal") ?? 0
        StoreWriter.say("hour \(hour) memory \(residentKilobytes) log \(log) events \(count)")
    }

    /// Corresponds to `/proc/self/statm`, second number, in pages.
    private static var residentKilobytes: Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var text = [CChar](repeating: 0, count: 128)
        guard fgets(&text, Int32(text.count), file) != nil else { return 0 }
        let words = String(
            decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self
        )
        .split(separator: " ")
        return words.count > 1 ? (Int(words[1]) ?? 0) * Int(getpagesize()) / 1024 : 0
    }
}
