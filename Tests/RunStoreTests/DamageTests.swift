import Glibc
import RunCore
import RunStore
import TestSupport
import Testing

@Suite("a damaged database")
struct DamageTests {
    let directory: TemporaryDirectory
    var database: String { directory.path + "/runs.db" }

    init() throws { directory = try TemporaryDirectory() }

    /// Three ended runs and one that goes on, all of it copied from the log into the database.
    func record(events: Int = 400) throws {
        let store = try RunStore.open(directory)
        for _ in 0..<4 {
            let run = store.begin()
            for index in 0..<events { store.append(fixLine(index), to: run, at: .s(Double(index))) }
            if run < 4 { store.endRun(run, RunEnd(stop: .s(Double(events))), at: .s(0)) }
        }
        store.setSetting("alert.heard", "yes", at: .s(0))
        while case .written(let count) = store.commit(now: .s(1000)), count > 0 {}
        #expect(runCommand("sqlite3 \(database) 'PRAGMA wal_checkpoint(TRUNCATE)' >/dev/null") == 0)
    }

    func overwrite(at offset: Int, count: Int, with byte: UInt8) throws {
        let file = open(database, O_RDWR)
        try #require(file >= 0)
        defer { close(file) }
        let bytes = [UInt8](repeating: byte, count: count)
        #expect(pwrite(file, bytes, count, off_t(offset)) == count)
    }

    func openAgain() throws -> RunStore {
        try RunStore.open(
            directory: directory.path, now: .s(0),
            wall: { WallTime(microseconds: 1_780_294_500_000_000) })
    }

    @Test("rubbish instead of a database is moved aside by date, and recording starts")
    func rubbish() throws {
        try Files.write("this is not a database, and never was one", to: database)
        let store = try openAgain()
        let aside = try #require(store.opening.damaged)
        #expect(aside.path == directory.path + "/runs-damaged-20260601-061500.db")
        #expect(Files.text(aside.path).hasPrefix("this is not"))
        #expect(aside.damage.kind == .corrupt)
        let run = store.begin()
        store.append(stepsLine(0), to: run, at: .s(1))
        #expect(store.commit(now: .s(1)) == .written(2))
        #expect(store.health.failure == nil)
    }

    @Test("two damaged databases of one second do not take each other's place")
    func twice() throws {
        for number in 1...3 {
            try Files.write("rubbish number \(number) that is no database", to: database)
            _ = try openAgain()
        }
        let names = Files.names(in: directory.path).filter { $0.hasPrefix("runs-damaged") }
        #expect(
            names == [
                "runs-damaged-20260601-061500-2.db", "runs-damaged-20260601-061500-3.db",
                "runs-damaged-20260601-061500.db",
            ])
    }

    @Test("a name has no date while the clock shows 1970")
    func noDate() throws {
        try Files.write("this is not a database, and never was one", to: database)
        let store = try RunStore.open(
            directory: directory.path, now: .s(0), wall: { WallTime(microseconds: 10_000_000) })
        #expect(store.opening.damaged?.path == directory.path + "/runs-damaged.db")
    }

    @Test("damage in the middle costs what lay there; the active run goes on under its number")
    func middle() throws {
        try record()
        let size = Int(try #require(Files.bytes(database)).count)
        try overwrite(at: size / 2 / 1024 * 1024, count: 8 * 1024, with: 0xa5)
        let store = try openAgain()
        let report = try #require(store.opening.damaged?.salvaged)
        #expect(report.runs == 4)
        #expect(report.settings == 1)
        // Eight pages hold about 32 events; pages of the index above them may add a few.
        #expect(report.events >= 1500 && report.events < 1600)
        #expect(report.gaps > 0)
        let reader = try store.reader()
        #expect(try reader.activeRun()?.number == 4)
        #expect(try reader.setting("alert.heard") == "yes")
        #expect(try reader.allEvents(of: 1).map(\.line) == (0..<400).map(fixLine))
        for run in 1...4 as ClosedRange<Int64> {
            for event in try reader.allEvents(of: run) {
                #expect(event.line == fixLine(Int(event.sequence)))
            }
        }
        #expect(store.append(fixLine(400), to: 4, at: .s(500)) == 400)
    }

    @Test("a lost first page is replaced by that of an empty database")
    func header() throws {
        try record()
        try overwrite(at: 0, count: 1024, with: 0)
        let store = try openAgain()
        let report = try #require(store.opening.damaged?.salvaged)
        #expect(report.events == 1600)
        #expect(report.runs == 4)
        #expect(try store.reader().activeRun()?.number == 4)
        #expect(Files.names(in: directory.path).allSatisfy { !$0.contains("repair") })
    }

    @Test("runs whose rows are lost are made again from their first events")
    func lostRows() throws {
        try record()
        #expect(
            runCommand("sqlite3 \(database) 'PRAGMA foreign_keys=OFF; DELETE FROM runs'") == 0)
        let target = directory.path + "/recovered.db"
        let report = try Recovery.run(from: database, to: target)
        #expect(report.events == 1600)
        #expect(report.runs == 4)
    }

    @Test("damage that shows while recording replaces the database under the run")
    func whileRecording() throws {
        try record()
        let size = Int(try #require(Files.bytes(database)).count)
        // The end of the file has the newest events: the page that the next one goes to.
        try overwrite(at: size - 64 * 1024, count: 64 * 1024, with: 0xa5)
        // Without the check at the opening, as in a database that is too large for it.
        let store = try RunStore.open(
            directory: directory.path, options: .init(checkTime: .zero), now: .s(0))
        #expect(store.opening.damaged == nil)
        for index in 400..<420 { store.append(fixLine(index), to: 4, at: .s(Double(index))) }
        #expect(store.commit(now: .s(420)) == .written(20))
        #expect(store.opening.damaged != nil)
        let events = try store.reader().allEvents(of: 4)
        #expect(events.suffix(20).map(\.line) == (400..<420).map(fixLine))
    }

    @Test("recovering leaves the damaged file as it is and overwrites nothing")
    func recoverKeeps() throws {
        try record()
        try overwrite(at: 40 * 1024, count: 1024, with: 0)
        let before = try #require(Files.bytes(database))
        let target = directory.path + "/recovered.db"
        let report = try Recovery.run(from: database, to: target)
        #expect(report.events > 1500)
        #expect(Files.bytes(database) == before)
        let error = thrown(StoreError.self) {
            try Recovery.run(from: database, to: target)
        }
        #expect(error?.kind == .exists)
    }

    @Test("a database of a newer version is refused by name and left alone")
    func newer() throws {
        try record()
        runCommand("sqlite3 \(database) 'PRAGMA user_version = 99'")
        let before = try #require(Files.bytes(database))
        let error = thrown(StoreError.self) { try openAgain() }
        #expect(error?.kind == .newerVersion(99))
        #expect(error?.description.contains("newer version of rund") == true)
        let reading = thrown(StoreError.self) {
            try RunReader.open(directory: directory.path)
        }
        #expect(reading?.kind == .newerVersion(99))
        #expect(Files.bytes(database) == before)
    }
}
