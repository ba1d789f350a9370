import Glibc
import RunCore
import RunStore
import TestSupport
import Testing

@Suite("a store whose writer is killed", .serialized, .timeLimit(.minutes(10)))
struct KillTests {
    @Test("at any moment: nothing that was handed over is lost, nothing is there twice")
    func kill() throws {
        let box = try Sandbox()
        let directory = box.path("state")
        var numbers = SeededNumbers(state: 7)
        var ledger = Ledger()
        for round in 0..<(isFull ? 500 : 50) {
            let writer = try box.start(
                [Programs.built("store-writer"), directory, "1000000", "0", "5"])
            // Some before the first event, some after hundreds and a checkpoint or two.
            eventually(within: 20, every: 0.001) { writer.output.contains("opened") }
            pause(seconds: Double(numbers.next() % 60_000) / 1e6)
            writer.signal(SIGKILL)
            _ = try writer.wait(seconds: 20)
            ledger.read(writer.output)
            let reader = try RunReader.open(directory: directory)
            let (lost, wrong) = try ledger.compare(with: reader)
            #expect(lost == 0, "round \(round)")
            #expect(wrong.isEmpty, "round \(round)")
        }
        #expect(ledger.events.count > 1)
        let store = try RunStore.open(directory: directory, now: .s(0))
        #expect(store.opening.damaged == nil)
        let runs = try store.reader().runs()
        #expect(runs.filter { $0.state == .active }.count <= 1)
        #expect(runs.dropFirst().allSatisfy { $0.state == .stopped && $0.totals != nil })
        #expect(
            runCommand("sqlite3 \(directory)/runs.db 'PRAGMA integrity_check' | grep -qx ok") == 0)
    }

    @Test("while it makes the database or brings it up to date: the next one finds it usable")
    func killAtOpening() throws {
        let box = try Sandbox()
        var numbers = SeededNumbers(state: 3)
        for round in 0..<(isFull ? 300 : 40) {
            let directory = box.path("state-\(round)")
            let writer = try box.start([Programs.built("store-writer"), directory, "3", "0", "5"])
            eventually(within: 20, every: 0.0005) { Files.exists(directory) }
            pause(seconds: Double(numbers.next() % 12_000) / 1e6)
            writer.signal(SIGKILL)
            _ = try writer.wait(seconds: 20)
            var ledger = Ledger()
            ledger.read(writer.output)
            let store = try RunStore.open(directory: directory, now: .s(0))
            #expect(store.opening.damaged == nil, "round \(round)")
            #expect(store.health.failure == nil, "round \(round)")
            let (lost, wrong) = try ledger.compare(with: store.reader())
            #expect(lost == 0 && wrong.isEmpty, "round \(round)")
        }
    }
}

@Suite(
    "a store whose power is cut", .serialized, .timeLimit(.minutes(10)),
    .enabled(if: Volume.isPossible, "needs root and mkfs.ext4"))
struct PowerCutTests {
    /// How many events, ten milliseconds apart, the interval of half a second may cost; as many
    /// again for a machine that is busy with other things while the writer syncs.
    static let limit = 100

    @Test("loses at most the interval, and the database is sound")
    func cut() throws {
        var numbers = SeededNumbers(state: 11)
        var worst = 0
        for round in 0..<(isFull ? 100 : 10) {
            let box = try Sandbox()
            let volume = try Volume(loop: 48, in: box)
            let directory = volume.path + "/state"
            let writer = try box.start(
                [Programs.built("store-writer"), directory, "1000000", "10000", "real:0.5"])
            eventually(within: 20) { writer.output.contains("event") }
            pause(seconds: 0.3 + Double(numbers.next() % 1500) / 1000)
            try volume.cutPower()
            writer.signal(SIGKILL)
            _ = try writer.wait(seconds: 20)
            var ledger = Ledger()
            ledger.read(writer.output)
            let after = try Volume(after: volume, in: box)
            let store = try RunStore.open(directory: after.path + "/state", now: .s(0))
            #expect(store.opening.damaged == nil, "round \(round)")
            #expect(store.health.failure == nil, "round \(round)")
            let reader = try store.reader()
            let (lost, wrong) = try ledger.compare(with: reader)
            #expect(wrong.isEmpty, "round \(round)")
            #expect(lost <= Self.limit, "round \(round)")
            #expect(try reader.activeRun() != nil, "round \(round)")
            worst = max(worst, lost)
        }
        print("power cuts: at most \(worst) events lost of 50 a half second")
    }
}
