import Glibc
import RunCore
import RunStore
import TestSupport
import Testing

@testable import RunStore

@Suite("reading while rund records")
struct ReaderTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    var logSize: Int64 { StateDirectory.size(directory.path + "/runs.db-wal") ?? 0 }

    /// Events that arrive a second apart.
    func record(
        _ store: RunStore, _ run: RunNumber, _ range: Range<Int>, between: () throws -> Void = {}
    ) throws {
        for index in range {
            store.append(fixLine(index), to: run, at: .s(Double(index)))
            _ = store.flush(now: .s(Double(index)))
            try between()
        }
    }

    @Test("a reader that goes through everything again and again does not let the log grow")
    func logIsBounded() throws {
        let store = try RunStore.open(directory)
        let run = store.begin()
        try record(store, run, 0..<3000)
        let reader = try RunReader.open(directory: directory.path)
        var cursor = reader.events(of: run)
        // Two hours and a half of recording, with a reader that is always in the middle.
        try record(store, run, 3000..<12_000) {
            if try cursor.next() == nil { cursor = reader.events(of: run) }
        }
        // Half a megabyte of pages is copied at a time; while a sync is slow, up to four times that.
        #expect(logSize < 5 << 19, "\(logSize)")
    }

    @Test("a program that never lets go of a snapshot makes the log grow, and no longer than that")
    func pinned() throws {
        let store = try RunStore.open(directory)
        let run = store.begin()
        try record(store, run, 0..<500)
        _ = store.commit(now: .s(500))
        do {
            let other = try Database(path: directory.path + "/runs.db", mode: .read)
            try other.execute("BEGIN")
            _ = try other.integer("SELECT count(*) FROM events")
            try record(store, run, 500..<8000)
            #expect(logSize > 2 << 20)
            #expect(try other.integer("SELECT count(*) FROM events") == 500)
        }
        try record(store, run, 8000..<12_000)
        _ = store.commit(now: .s(12_000))
        #expect(logSize <= 4 << 20, "\(logSize)")
        #expect(try store.reader().allEvents(of: run).count == 12_000)
        #expect(store.health.failure == nil)
    }

    @Test("a writer elsewhere holds a batch up for a second, never loses it, and is no failure")
    func busy() throws {
        let store = try RunStore.open(directory)
        let run = store.begin()
        _ = store.commit(now: .s(0))
        let other = try Database(path: directory.path + "/runs.db", mode: .write)
        try other.execute("BEGIN IMMEDIATE")
        store.append(fixLine(0), to: run, at: .s(1))
        let start = monotonicSeconds()
        #expect(store.flush(now: .s(6)) == .idle)
        #expect(monotonicSeconds() - start < 2)
        #expect(store.health.failure == nil)
        #expect(store.health.held == 1)
        #expect(store.deadline == .s(7))
        for second in 7..<17 { _ = store.flush(now: .s(Double(second))) }
        #expect(store.health.failure?.kind == .busy)
        try other.execute("ROLLBACK")
        #expect(store.flush(now: .s(17)) == .recovered(1))
        #expect(store.health.failure == nil)
    }

    @Test("an ordinary reader delays a batch by less than 50 ms")
    func latency() throws {
        let store = try RunStore.open(directory)
        let run = store.begin()
        try record(store, run, 0..<20_000)
        let box = try Sandbox()
        let reading = try box.start(
            [
                "sh", "-c",
                "while sqlite3 'file:\(directory.path)/runs.db?mode=ro' 'SELECT count(*), sum(length(line)) FROM events' >/dev/null; do :; done",
            ])
        var slow = 0
        for index in 20_000..<20_400 {
            store.append(fixLine(index), to: run, at: .s(Double(index)))
            let start = monotonicSeconds()
            _ = store.commit(now: .s(Double(index)))
            if monotonicSeconds() - start > 0.05 { slow += 1 }
        }
        #expect(reading.isRunning)
        reading.kill()
        // The machine itself may be busy now and then; a reader that blocked would show every time.
        #expect(slow < 40, "\(slow) of 400")
        #expect(store.health.failure == nil)
    }

    @Test("without rund, and where nothing may be written, it still reads")
    func readOnlyFolder() throws {
        do {
            let store = try RunStore.open(directory)
            let run = store.begin()
            try record(store, run, 0..<20)
            _ = store.commit(now: .s(20))
        }
        let before = Files.names(in: directory.path)
        let reader = try RunReader.open(directory: directory.path)
        #expect(try reader.allEvents(of: 1).count == 20)
        #expect(
            Files.names(in: directory.path).filter { $0.hasSuffix(".db") }
                == before.filter { $0.hasSuffix(".db") })
    }
}
