import RunCore
import RunStore
import TestSupport
import Testing

@Suite("checking runs against their events")
struct CheckTests {
    let directory: TemporaryDirectory
    let store: RunStore
    let run: RunNumber

    /// Ten minutes eastwards on the equator with steps, recorded as rund does it.
    init() throws {
        directory = try TemporaryDirectory()
        store = try RunStore.open(directory)
        run = store.begin()
        var engine = Recorder()
        var events = [event(0, .start(RunStart(zone: "Asia/Kolkata")))]
        for second in 1...600 {
            let place = Coordinate(latitude: 0, longitude: Double(second) * 2.5e-5)
            events.append(
                event(second, .fix(Fix(mode: 3, coordinate: place, eph: 4, ephSource: .receiver))))
            events.append(event(second, .steps(StepReading(count: Int64(second) * 3))))
            if second == 300 { events.append(event(second, .lap)) }
        }
        events.append(event(601, .stop))
        for event in events {
            store.append(LogCodec.encode(event), to: run, at: event.arrival)
            _ = engine.handle(event)
        }
        store.setTotals(RunTotals(engine.summary), of: run, at: .s(601))
        store.endRun(run, RunEnd(stop: .s(601)), at: .s(601))
        _ = store.commit(now: .s(601))
        try #require(engine.summary.distance > 1000)
    }

    func event(_ second: Int, _ payload: Event.Payload) -> Event {
        Event(time: .s(Double(second)), arrival: .s(Double(second)), payload: payload)
    }

    @Test("a run as it was recorded agrees with its events to the last bit")
    func sound() throws {
        let check = try store.reader().check(run)
        #expect(check.isSound, "\(check.differences)")
        #expect(check.events == 1203)
        #expect(check.missing == 0)
        #expect(try store.reader().laps(of: run).count == 2)
        try store.reader().checkFile()
    }

    @Test("a changed total is reported with both values, and storing what was computed mends it")
    func changed() throws {
        let editor = try RunEditor.open(directory: directory.path)
        var totals = try #require(try editor.reader.run(run).totals)
        let distance = totals.distance
        totals.distance += 0.5
        totals.laps = try editor.reader.laps(of: run)
        totals.laps[0].distance = 1
        try editor.setTotals(totals, of: run)
        let check = try editor.reader.check(run)
        #expect(check.differences.map(\.name) == ["distance_m", "lap 1"])
        #expect(check.differences.first?.computed == "\(distance)")
        try editor.setTotals(check.computed, of: run)
        #expect(try editor.reader.check(run).isSound)
    }

    @Test("a run without totals is reported, one that goes on is not")
    func withoutTotals() throws {
        let bare = store.begin(at: 700)
        store.append(LogCodec.encode(event(700, .start(RunStart()))), to: bare, at: .s(700))
        #expect(try store.reader().check(bare).isSound)
        store.endRun(bare, RunEnd(stop: .s(701), interrupted: true), at: .s(701))
        #expect(try store.reader().check(bare).differences.count == 1)
        #expect(throws: StoreError.self) { try store.reader().check(99) }
    }

    @Test("lines that are none, and lost numbers, are counted")
    func holes() throws {
        let database = directory.path + "/runs.db"
        #expect(
            runCommand(
                "sqlite3 \(database) \"DELETE FROM events WHERE id = (\(run) << 32) + 7;"
                    + " UPDATE events SET line = '{\"t\":' WHERE id = (\(run) << 32) + 9\"") == 0)
        let check = try store.reader().check(run)
        #expect(check.missing == 1)
        #expect(check.problems.count == 1)
        #expect(!check.isSound)
    }
}
