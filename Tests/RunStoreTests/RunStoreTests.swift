import RunCore
import RunStore
import TestSupport
import Testing

@Suite("the store")
struct RunStoreTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test("what was appended comes back in order, byte for byte")
    func roundTrip() throws {
        let store = try RunStore.open(directory)
        let run = store.begin(wall: WallTime(microseconds: 1_780_000_000_000_000))
        for index in 0..<100 {
            #expect(store.append(stepsLine(index), to: run, at: .s(Double(index))) == Int64(index))
        }
        #expect(store.commit(now: .s(100)) == .written(101))
        let events = try store.reader().allEvents(of: run)
        #expect(events.map(\.line) == (0..<100).map(stepsLine))
        #expect(events.map(\.sequence) == (0..<100).map { Int64($0) })
        let row = try store.reader().run(run)
        #expect(row.state == .active)
        #expect(row.zone == "Asia/Kolkata")
        #expect(row.startWall == WallTime(microseconds: 1_780_000_000_000_000))
    }

    @Test("a store that was dropped without a commit gives everything back at the next opening")
    func tail() throws {
        do {
            let store = try RunStore.open(directory)
            let run = store.begin()
            for index in 0..<7 { store.append(fixLine(index), to: run, at: .s(Double(index))) }
            #expect(store.health.held == 8)
        }
        let store = try RunStore.open(directory)
        #expect(store.opening.recoveredEvents == 7)
        let active = try #require(try store.reader().activeRun())
        #expect(try store.reader().allEvents(of: active.number).map(\.line) == (0..<7).map(fixLine))
        #expect(store.append(fixLine(7), to: active.number, at: .s(9)) == 7)
    }

    @Test("a reader sees what is still in the tail file")
    func readerSeesTail() throws {
        let store = try RunStore.open(directory)
        let run = store.begin()
        store.append(stepsLine(0), to: run, at: .s(0))
        _ = store.commit(now: .s(0))
        store.append(stepsLine(1), to: run, at: .s(1))
        store.append(stepsLine(2), to: run, at: .s(2))
        let reader = try RunReader.open(directory: directory.path)
        #expect(try reader.allEvents(of: run).map(\.line) == (0..<3).map(stepsLine))
        #expect(try reader.lastEvent(of: run)?.sequence == 2)
    }

    @Test("nothing is due before nine tenths of the interval, and everything then")
    func deadline() throws {
        let store = try RunStore.open(directory)
        #expect(store.deadline == nil)
        let run = store.begin(at: 10)
        store.append(stepsLine(0), to: run, at: .s(11))
        #expect(store.deadline == .s(14.5))
        #expect(store.flush(now: .s(14.4)) == .idle)
        #expect(store.flush(now: .s(14.5)) == .written(2))
        #expect(store.deadline == nil)
        #expect(store.health.held == 0)
    }

    @Test("a run that ended is not active, keeps its totals and laps, and can be reopened")
    func endAndReopen() throws {
        let store = try RunStore.open(directory)
        let run = store.begin()
        let lap = LapRecord(from: .zero, to: Elapsed(seconds: 95), distance: 280)
        let totals = RunTotals(
            elapsed: Elapsed(seconds: 120), active: Elapsed(seconds: 90), distance: 301.25,
            estimated: 4, steps: 255, ascent: 12, summary: "{}", laps: [lap])
        store.setTotals(totals, of: run, at: .s(120))
        store.endRun(run, RunEnd(stop: .s(120), utcOffset: 19_800), at: .s(120))
        let reader = try store.reader()
        #expect(try reader.activeRun() == nil)
        let row = try reader.run(run)
        #expect(row.state == .stopped)
        #expect(row.stop == .s(120))
        #expect(row.stopOffset == 19_800)
        #expect(row.totals?.distance == 301.25)
        #expect(try reader.laps(of: run) == [lap])
        store.reopen(run, at: .s(130))
        #expect(try store.reader().activeRun()?.number == run)
        #expect(try store.reader().activeRun()?.stop == nil)
    }

    @Test("settings are kept, replaced and removed")
    func settings() throws {
        let store = try RunStore.open(directory)
        store.setSetting("alert.heard", "yes", at: .s(0))
        store.setSetting("alert.heard", "no", at: .s(0))
        store.setSetting("steps.model", "[]", at: .s(0))
        store.setSetting("steps.model", nil, at: .s(0))
        #expect(try store.reader().setting("alert.heard") == "no")
        #expect(try store.reader().setting("steps.model") == nil)
    }

    @Test("a number is never used again, and a missing run is an error that names it")
    func numbers() throws {
        let store = try RunStore.open(directory)
        #expect(store.begin() == 1)
        #expect(store.begin() == 2)
        let reader = try store.reader()
        let error = thrown(StoreError.self) { try reader.run(7) }
        #expect(error?.kind == .noSuchRun)
        #expect(error?.description == "there is no run 7")
    }

    @Test("no database is an error with a hint, not a new file")
    func missing() throws {
        let error = thrown(StoreError.self) {
            try RunReader.open(directory: directory.path)
        }
        #expect(error?.kind == .missing)
        #expect(error?.hint != nil)
        #expect(runCommand("test -e \(directory.path)/runs.db") == 1)
    }
}
