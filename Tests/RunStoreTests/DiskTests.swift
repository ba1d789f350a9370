import Glibc
import RunCore
import RunStore
import TestSupport
import Testing

@Suite(
    "a disk that is full or read only", .serialized,
    .enabled(if: Volume.isPossible, "needs root to mount file systems"))
struct DiskTests {
    let box: Sandbox
    let volume: Volume

    init() throws {
        box = try Sandbox()
        volume = try Volume(memory: 3072, in: box)
    }

    func open() throws -> RunStore {
        try RunStore.open(directory: volume.path + "/state", now: .s(0))
    }

    func fill() { runCommand("dd if=/dev/zero of=\(volume.path)/ballast bs=4k 2>/dev/null") }
    func makeRoom() { runCommand("rm \(volume.path)/ballast") }

    /// An event each second from one moment to another; answers with what flushing said.
    func record(
        _ store: RunStore, _ run: RunNumber, _ range: Range<Int>
    ) -> [RunStore.Flushed] {
        range.map { index in
            store.append(fixLine(index), to: run, at: .s(Double(index)))
            return store.flush(now: .s(Double(index)))
        }
    }

    @Test("full: recording goes on in memory, is tried again every 10 s, and all comes in order")
    func full() throws {
        let store = try open()
        let run = store.begin()
        _ = record(store, run, 0..<10)
        fill()
        var failures = 0
        for result in record(store, run, 10..<1500) {
            if case .failed(let error) = result {
                failures += 1
                #expect(error.kind == .full)
            }
        }
        #expect(failures > 50 && failures < 200)
        #expect(store.health.failure?.kind == .full)
        #expect(store.health.held > 500)
        #expect(store.health.dropped == 0)
        #expect(store.health.failure?.description.hasPrefix("no space left on the disk") == true)
        makeRoom()
        let results = record(store, run, 1500..<1515)
        #expect(results.contains { if case .recovered = $0 { true } else { false } })
        #expect(store.health.failure == nil)
        let events = try store.reader().allEvents(of: run)
        #expect(events.map(\.line) == (0..<1515).map(fixLine))
    }

    @Test("full before the first start: the run begins in memory and is written later")
    func fullAtOpening() throws {
        fill()
        let store = try open()
        #expect(store.health.failure != nil)
        let run = store.begin()
        _ = record(store, run, 0..<100)
        #expect(store.health.held == 101)
        makeRoom()
        _ = record(store, run, 100..<120)
        #expect(store.health.failure == nil)
        #expect(
            try store.reader().allEvents(of: run).map(\.line) == (0..<120).map(fixLine))
    }

    @Test("full at stop: the end of the run is kept and written later")
    func fullAtStop() throws {
        let store = try open()
        let run = store.begin()
        _ = record(store, run, 0..<10)
        fill()
        _ = record(store, run, 10..<2000)
        store.endRun(run, RunEnd(stop: .s(2000)), at: .s(2000))
        #expect(store.health.failure?.kind == .full)
        makeRoom()
        #expect(store.flush(now: .s(2100)) != .idle)
        #expect(try store.reader().run(run).state == .stopped)
        #expect(try store.reader().allEvents(of: run).count == 2000)
    }

    @Test("read only: the same, and readers still see what was written before")
    func readOnly() throws {
        let store = try open()
        let run = store.begin()
        _ = record(store, run, 0..<10)
        _ = store.commit(now: .s(10))
        // The descriptors that are open for writing would hold a remount up, as they do in life
        // when the kernel itself makes a file system read only after an error; -f does the same.
        let isReadOnly = runCommand("mount -o remount,ro,force \(volume.path) 2>/dev/null") == 0
        if isReadOnly {
            let results = record(store, run, 10..<40)
            #expect(results.contains { if case .failed = $0 { true } else { false } })
            #expect(runCommand("mount -o remount,rw \(volume.path)") == 0)
        }
        _ = record(store, run, 40..<60)
        #expect(store.health.failure == nil)
        let expected = (isReadOnly ? Array(0..<60) : Array(0..<10) + Array(40..<60)).map(fixLine)
        #expect(try store.reader().allEvents(of: run).map(\.line) == expected)
    }

    @Test("opened on a read-only disk: a run begins, and gets a free number when it is written")
    func readOnlyAtOpening() throws {
        do {
            let store = try open()
            for _ in 0..<3 { store.endRun(store.begin(), RunEnd(stop: .s(1)), at: .s(1)) }
            _ = store.commit(now: .s(1))
        }
        try #require(runCommand("mount -o remount,ro \(volume.path)") == 0)
        let store = try open()
        #expect(store.health.failure?.kind == .readOnly)
        let run = store.begin()
        _ = record(store, run, 0..<30)
        #expect(runCommand("mount -o remount,rw \(volume.path)") == 0)
        _ = record(store, run, 30..<50)
        #expect(store.health.failure == nil)
        let number = store.currentNumber(of: run)
        #expect(number == 4)
        #expect(
            try store.reader().allEvents(of: number).map(\.line) == (0..<50).map(fixLine))
    }

    @Test("memory is bounded: beyond the limit events are counted, not kept")
    func bounded() throws {
        fill()
        let store = try RunStore.open(
            directory: volume.path + "/state", options: .init(backlogLimit: 20_000), now: .s(0))
        let run = store.begin()
        _ = record(store, run, 0..<200)
        let kept = store.health.held - 1
        #expect(kept > 50 && kept < 80)
        #expect(store.health.dropped == 200 - kept)
        makeRoom()
        store.endRun(run, RunEnd(stop: .s(200)), at: .s(200))
        _ = store.flush(now: .s(300))
        #expect(try store.reader().allEvents(of: run).map(\.line) == (0..<kept).map(fixLine))
        #expect(try store.reader().run(run).state == .stopped)
    }
}

@Suite("a disk that answers with errors", .serialized, .timeLimit(.minutes(15)))
struct FaultTests {
    static let faults: [(operation: String, code: Int32)] = [
        ("write", EIO), ("write", ENOSPC), ("write", EDQUOT), ("write", EROFS), ("sync", EIO),
        ("sync", ENOSPC),
    ]

    /// The writer begins and ends runs, stores totals and settings while the disk fails again
    /// and again: each kind of statement meets each error.
    @Test("writes everything when it works again, in order and once", arguments: faults)
    func fails(_ fault: (operation: String, code: Int32)) throws {
        let box = try Sandbox()
        let control = box.path("control")
        try Files.write("none 0 0", to: control)
        let writer = try box.start(
            [Programs.built("store-writer"), box.path("state"), "2000", "400", "5"],
            environment: [
                "LD_PRELOAD": Programs.built("libfaultdisk.so"),
                "FAULTDISK_PREFIX": box.path("state"), "FAULTDISK_CONTROL": control,
            ])
        for _ in 0..<4 {
            pause(seconds: 0.12)
            try Files.write("\(fault.operation) \(fault.code) 0", to: control)
            pause(seconds: 0.12)
            try Files.write("none 0 0", to: control)
        }
        #expect(try writer.wait(seconds: 60) == .exited(0))
        var ledger = Ledger()
        ledger.read(writer.output)
        #expect(!ledger.failures.isEmpty)
        #expect(ledger.recovered > 0)
        #expect(ledger.held == 0)
        let (lost, wrong) = try ledger.compare(
            with: RunReader.open(directory: box.path("state")))
        #expect(lost == 0)
        #expect(wrong.isEmpty)
        #expect(ledger.events.values.reduce(0) { $0 + $1.count } == 2000)
    }

    @Test("a disk that stands still for a while loses nothing and does not hold up the loop")
    func stall() throws {
        let box = try Sandbox()
        let control = box.path("control")
        try Files.write("none 0 0", to: control)
        let writer = try box.start(
            [Programs.built("store-writer"), box.path("state"), "600", "5000", "5"],
            environment: [
                "LD_PRELOAD": Programs.built("libfaultdisk.so"),
                "FAULTDISK_PREFIX": box.path("state"), "FAULTDISK_CONTROL": control,
            ])
        eventually { writer.output.contains("event") }
        try Files.write("sync 0 2500", to: control)
        pause(seconds: 1)
        try Files.write("none 0 0", to: control)
        #expect(try writer.wait(seconds: 60) == .exited(0))
        var ledger = Ledger()
        ledger.read(writer.output)
        #expect(ledger.failures.map { $0.hasSuffix("stands still") } == [true])
        #expect(ledger.recovered == 1)
        #expect(ledger.slowest.map { $0 < 1500 } == true, "\(ledger.slowest ?? -1) ms")
        let (lost, wrong) = try ledger.compare(
            with: RunReader.open(directory: box.path("state")))
        #expect(lost == 0)
        #expect(wrong.isEmpty)
        #expect(ledger.events.values.reduce(0) { $0 + $1.count } == 600)
    }
}
