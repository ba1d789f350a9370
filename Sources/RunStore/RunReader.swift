package import RunCore

/// Reads runs while rund writes them, or without it.
///
/// Every question is its own short read transaction, so that nothing here ever holds back the
/// writer or lets its log grow. Events never change, so reading a run in pieces is consistent.
package final class RunReader {
    package let directory: StateDirectory
    let database: Database

    init(_ database: Database, _ directory: StateDirectory) {
        self.database = database
        self.directory = directory
    }

    /// Opens the database of a directory for reading.
    /// - Throws: `.missing`, `.denied`, `.newerVersion`, `.corrupt` and others, each of which says what to do.
    package static func open(directory: String) throws(StoreError) -> RunReader {
        let directory = StateDirectory(directory)
        do {
            return RunReader(try connect(directory, .read), directory)
        } catch {
            switch error.kind {
            case .cannotOpen, .readOnly, .denied, .missing:
                // The log needs a shared memory file beside it, which this user may not make. A log
                // with something in it must not be passed over, though.
                guard StateDirectory.size(directory.database) != nil,
                    StateDirectory.size(directory.log) ?? 0 == 0,
                    let reader = try? connect(directory, .immutable)
                else { throw error }
                return RunReader(reader, directory)
            default: throw error
            }
        }
    }

    private static func connect(
        _ directory: StateDirectory, _ mode: Database.Mode
    ) throws(StoreError) -> Database {
        let database = try Database(path: directory.database, mode: mode)
        // Only when the log of a crashed writer has to be read through is there anything to wait for.
        database.setBusyTimeout(milliseconds: 2000)
        try requireCurrent(database)
        return database
    }

    /// Only rund changes a schema, so that a reader never does by accident.
    static func requireCurrent(_ database: Database) throws(StoreError) {
        let version = Int(try database.integer("PRAGMA user_version") ?? 0)
        try Schema.refuseNewer(database, version)
        guard version < Schema.version else { return }
        throw StoreError(
            kind: version == 0 ? .missing : .olderVersion(version), code: 0, systemCode: 0,
            operation: "PRAGMA user_version", path: database.path, reason: "schema \(version)")
    }

    // MARK: - Runs

    /// Which runs a list has.
    package enum Selection: Sendable {
        /// All but those in the trash.
        case kept
        case trashed
        case all
    }

    /// The runs, the newest first.
    /// - Parameters:
    ///   - limit: at most so many; nil: all.
    ///   - since, until: bounds of the civil time of the start, the second one exclusive.
    package func runs(
        _ selection: Selection = .kept, since: WallTime? = nil, until: WallTime? = nil,
        limit: Int? = nil
    ) throws(StoreError) -> [RunRecord] {
        var conditions: [String] = []
        var values: [Value] = []
        switch selection {
        case .kept: conditions.append("trashed_utc_us IS NULL")
        case .trashed: conditions.append("trashed_utc_us IS NOT NULL")
        case .all: break
        }
        if let since {
            conditions.append("start_utc_us >= ?")
            values.append(.integer(since.microseconds))
        }
        if let until {
            conditions.append("start_utc_us < ?")
            values.append(.integer(until.microseconds))
        }
        let filter = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
        values.append(.integer(Int64(limit ?? -1)))
        return try database.runs(filter + " ORDER BY id DESC LIMIT ?", all: values)
    }

    /// - Throws: `.noSuchRun` if there is none of that number, in the trash or not.
    package func run(_ number: RunNumber) throws(StoreError) -> RunRecord {
        if let run = try database.runs("WHERE id = ?", .integer(number)).first { return run }
        throw StoreError(
            kind: .noSuchRun, code: 0, systemCode: 0, operation: "run", path: directory.database,
            reason: "there is no run \(number)")
    }

    /// The newest run that is not in the trash.
    package func lastRun() throws(StoreError) -> RunRecord? {
        try database.runs("WHERE trashed_utc_us IS NULL ORDER BY id DESC LIMIT 1").first
    }

    /// The run that goes on, or went on when the recorder died.
    package func activeRun() throws(StoreError) -> RunRecord? {
        try database.runs("WHERE state = 'active' ORDER BY id DESC LIMIT 1").first
    }

    package func laps(of run: RunNumber) throws(StoreError) -> [LapRecord] {
        try database.laps(of: run)
    }

    package func setting(_ name: String) throws(StoreError) -> String? {
        try database.setting(name)
    }

    // MARK: - Events

    /// Up to `limit` events from a number on.
    package func events(
        of run: RunNumber, from sequence: Int64 = 0, limit: Int
    ) throws(StoreError) -> [StoredEvent] {
        try database.events(of: run, from: sequence, limit: limit)
    }

    /// All events of a run in the order of arrival, without holding them in memory.
    package func events(of run: RunNumber) -> EventCursor { EventCursor(self, run) }

    /// The same from a number on.
    package func events(of run: RunNumber, from sequence: Int64) -> EventCursor {
        EventCursor(self, run, from: sequence)
    }

    package func lastEvent(of run: RunNumber) throws(StoreError) -> StoredEvent? {
        var last = try database.lastEvent(of: run)
        var cursor = EventCursor(self, run, from: (last?.sequence ?? -1) + 1)
        while let event = try cursor.next() { last = event }
        return last
    }
}

/// Goes through the events of a run: those in the database, then those still in the tail file.
package struct EventCursor {
    private let reader: RunReader
    private let run: RunNumber
    private var position: Int64
    private var page: ArraySlice<StoredEvent> = []
    private var isAtEnd = false

    /// Rows in one read transaction: about a millisecond, so that the writer can always begin its
    /// log again soon.
    private static let pageSize = 2000

    init(_ reader: RunReader, _ run: RunNumber, from sequence: Int64 = 0) {
        self.reader = reader
        self.run = run
        position = sequence
    }

    /// The next event; nil at the end.
    package mutating func next() throws(StoreError) -> StoredEvent? {
        if page.isEmpty && !isAtEnd { try fill() }
        guard let event = page.popFirst() else { return nil }
        position = event.sequence + 1
        return event
    }

    private mutating func fill() throws(StoreError) {
        page = try reader.events(of: run, from: position, limit: Self.pageSize)[...]
        guard page.isEmpty else { return }
        // While the tail is read, rund may move it into the database and begin it again. The
        // database, asked once more, then has what the tail had lost.
        let tail = reader.tail(of: run, from: position)
        page = try reader.events(of: run, from: position, limit: Self.pageSize)[...]
        guard page.isEmpty else { return }
        page = tail[...]
        isAtEnd = true
    }
}
