import RunCore
import RunStore
import TestSupport
import Testing

@testable import RunStore

@Suite("bringing databases up to date")
struct MigrationTests {
    let directory: TemporaryDirectory
    var database: String { directory.path + "/runs.db" }

    init() throws { directory = try TemporaryDirectory() }

    /// What a person sees of the schema, apart from its number.
    func schema() throws -> [String] {
        let file = try Database(path: database, mode: .write)
        var statement = try Statement(file, "SELECT sql FROM sqlite_schema ORDER BY name")
        var found: [String] = []
        while try statement.step() { found.append(statement.string(0) ?? "") }
        return found
    }

    @Test("from every earlier version, empty or not, with nothing lost")
    func everyVersion() throws {
        let current = try Database(path: database, mode: .create)
        _ = try Schema.migrate(current)
        let expected = try schema()
        for version in 0..<Schema.version {
            runCommand("rm -f \(database)*")
            do {
                let old = try Database(path: database, mode: .create)
                #expect(try Schema.migrate(old, to: version) == 0)
                if version > 0 {
                    try old.execute(
                        """
                        INSERT INTO runs (id, state, boot, start_t_us) VALUES (5, 'active', 'b', 7);
                        INSERT INTO events (id, run, line) VALUES (5 << 32, 5, '{"t":1}');
                        """)
                }
            }
            let store = try RunStore.open(directory)
            #expect(store.opening.migratedFrom == version)
            #expect(try schema() == expected, "from \(version)")
            #expect(try store.reader().runs().count == (version > 0 ? 1 : 0))
        }
        let again = try RunStore.open(directory)
        #expect(again.opening.migratedFrom == nil)
    }

    /// A new version needs a new file: the newest one is what the others are compared with.
    @Test("files that earlier versions wrote are read whole, and recording goes on in them")
    func fixtures() throws {
        for version in 1..<Schema.version {
            let name = "Tests/Fixtures/store/runs-\(version).db"
            let fixture = try #require(
                TestSupport.Files.bytes("\(Programs.sourceFolder)/\(name)"), "\(name)")
            runCommand("rm -f \(database)*")
            try TestSupport.Files.write(fixture, to: database)
            let store = try RunStore.open(directory)
            #expect(store.opening.migratedFrom == version)
            #expect(store.opening.damaged == nil)
            let reader = try store.reader()
            let run = try reader.run(1)
            #expect(run.note == "first version" && run.zone == "Asia/Kolkata")
            #expect(run.startWall == WallTime(microseconds: 1_780_293_600_000_000))
            #expect(run.corrected == nil)
            #expect(run.totals?.distance == 120)
            #expect(try reader.allEvents(of: 1).map(\.line) == (0..<40).map { writerLine($0) })
            #expect(try reader.laps(of: 1).count == 1)
            #expect(try reader.uploads(of: 1).map(\.service) == ["strava"])
            #expect(try reader.runs(.trashed).map(\.number) == [3])
            #expect(try reader.setting("model") == "670")
            #expect(try reader.activeRun()?.number == 2)
            #expect(store.append(writerLine(4), to: 2, at: .s(5)) == 4)
            #expect(store.begin() == 4)
            _ = store.commit(now: .s(5))
            try reader.checkFile()
        }
    }

    @Test("a damaged file of an earlier version is salvaged into the current one")
    func damagedFixture() throws {
        for version in 1..<Schema.version {
            let name = "\(Programs.sourceFolder)/Tests/Fixtures/store/runs-\(version).db"
            var bytes = try #require(TestSupport.Files.bytes(name))
            bytes.replaceSubrange(0..<100, with: [UInt8](repeating: 0, count: 100))
            runCommand("rm -rf \(directory.path)/*")
            try TestSupport.Files.write(bytes, to: database)
            let store = try RunStore.open(directory)
            #expect(store.opening.damaged?.salvaged?.runs == 3, "version \(version)")
            #expect(store.opening.damaged?.salvaged?.events == 44)
            #expect(try store.reader().run(1).note == "first version")
            #expect(try store.reader().runs(.trashed).map(\.number) == [3])
        }
    }

    @Test("a step that fails leaves the version before it")
    func failingStep() throws {
        let file = try Database(path: database, mode: .create)
        try file.execute("CREATE TABLE laps (x)")
        #expect(throws: StoreError.self) { try Schema.migrate(file) }
        #expect(try file.integer("PRAGMA user_version") == 0)
        #expect(try file.integer("SELECT count(*) FROM sqlite_schema") == 1)
    }

    @Test("the file explains itself: strict tables, foreign keys, a view with times and types")
    func strangers() throws {
        let store = try RunStore.open(directory)
        let run = store.begin()
        store.append([UInt8](#"{"t":1.25,"at":1.5,"type":"lap"}"#.utf8), to: run, at: .s(2))
        _ = store.commit(now: .s(2))
        let query = "SELECT run, seq, t_us, at_us, type FROM readings"
        #expect(
            runCommand("sqlite3 \(database) '\(query)' | grep -qx '1|0|1250000|1500000|lap'") == 0)
        #expect(
            runCommand(
                "sqlite3 \(database) 'PRAGMA foreign_keys=ON; INSERT INTO events VALUES (1,77,0)'"
                    + " 2>/dev/null") != 0)
        #expect(
            runCommand("sqlite3 \(database) \"UPDATE runs SET start_t_us = 'x'\" 2>/dev/null") != 0)
    }

    @Test("a reader does not change an older database, and says who does")
    func olderReader() throws {
        do { _ = try RunStore.open(directory) }
        let file = try Database(path: database, mode: .write)
        try file.execute("PRAGMA user_version = 0")
        let error = thrown(StoreError.self) {
            try RunReader.open(directory: directory.path)
        }
        #expect(error?.kind == .missing)
        #expect(try file.integer("PRAGMA user_version") == 0)
    }
}
