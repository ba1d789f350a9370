internal import RunCore

/// Copies what can be read from a damaged database into a sound one.
///
/// Each run is read from its first event forwards until something cannot be read, then from its last
/// event backwards: so a damaged page costs what lies on it and not what lies behind it.
package struct Salvage {
    /// What was found.
    package struct Report: Equatable, Sendable {
        package var runs = 0
        package var events = 0
        package var settings = 0
        /// Places at which something could not be read.
        package var gaps = 0

        package init() {}
    }

    private let damaged: String
    let target: Database
    var report = Report()

    /// Rows in one transaction, which bounds the log.
    private static let batch = 10_000

    /// - Parameter path: the damaged file, with its log beside it.
    init(from path: String, into target: Database) {
        damaged = path
        self.target = target
    }

    /// - Throws: `StoreError` only if the sound database cannot be written.
    mutating func run() throws(StoreError) -> Report {
        if let source = Self.open(damaged) {
            try copyAll(source)
        } else if let repaired = try? HeaderRepair(of: damaged, in: target.folder),
            let source = Self.open(repaired.path)
        {
            report.gaps += 1
            try copyAll(source)
            withExtendedLifetime(source) {}
        }
        return report
    }

    /// Opens it so that it stays as it is: read only, with its log if there may be one.
    private static func open(_ path: String) -> Database? {
        for mode in [Database.Mode.read, .immutable] {
            // A mode that does not go is followed by the next one.
            guard let source = try? Database(path: path, mode: mode),
                (try? source.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'events'"))
                    == 1
            else { continue }
            return source
        }
        return nil
    }

    private mutating func copyAll(_ source: Database) throws(StoreError) {
        try target.transaction { () throws(StoreError) in
            try copySettings(source)
            try copyRuns(source)
            try copyMarks(source)
        }
        for number in eventRuns(source) { try copyEvents(source, of: number) }
    }

    // MARK: - Rows

    private mutating func copySettings(_ source: Database) throws(StoreError) {
        for setting in rows(
            source, "SELECT name, value FROM settings", read: { ($0.string(0), $0.string(1)) })
        {
            guard let name = setting.0, let value = setting.1 else { continue }
            try target.set(name, value)
            report.settings += 1
        }
    }

    private mutating func copyMarks(_ source: Database) throws(StoreError) {
        let has = "SELECT count(*) FROM sqlite_schema WHERE name = 'marks'"
        // A database from before there were any has no such table.
        guard (try? source.integer(has)) == 1 else { return }
        for mark in rows(source, LoneMark.query, read: { LoneMark($0) }) where mark.number > 0 {
            _ = try target.add(mark)
        }
    }

    private mutating func copyRuns(_ source: Database) throws(StoreError) {
        var records: [RunNumber: RunRecord] = [:]
        for order in ["ASC", "DESC"] {
            for row in readRuns(source, order) where row.number > 0 { records[row.number] = row }
        }
        for record in records.values.sorted(by: { $0.number < $1.number }) {
            try target.insert(record)
            report.runs += 1
        }
    }

    private mutating func readRuns(_ source: Database, _ order: String) -> [RunRecord] {
        var found: [RunRecord] = []
        do {
            try source.forEachRun("ORDER BY id \(order)") { found.append($0) }
        } catch {
            report.gaps += 1
        }
        return found
    }

    /// The runs that have events, whether or not their own rows can be read.
    private mutating func eventRuns(_ source: Database) -> [RunNumber] {
        var numbers: Set<RunNumber> = []
        if let known = try? target.runs("") { numbers.formUnion(known.map(\.number)) }
        var next: Int64? = 1 << 32
        while let from = next {
            let sql = "SELECT min(id) FROM events WHERE id >= \(from)"
            // What cannot be found forwards may be found backwards, or is a known run.
            let id = (try? source.integer(sql)) ?? nil
            next = id.map { (($0 >> 32) + 1) << 32 }
            if let id { numbers.insert(id >> 32) }
        }
        var last: Int64? = .max
        while let to = last {
            let sql = "SELECT max(id) FROM events WHERE id < \(to)"
            let id = (try? source.integer(sql)) ?? nil
            last = id.flatMap { $0 >> 32 > 1 ? ($0 >> 32) << 32 : nil }
            if let id, !numbers.insert(id >> 32).inserted { break }
        }
        return numbers.filter { $0 > 0 }.sorted()
    }

    // MARK: - Events

    private mutating func copyEvents(
        _ source: Database, of run: RunNumber
    ) throws(StoreError) {
        var highest: Int64 = -1
        let forwards = try copy(source, run, "id >= \(run << 32)", "ASC") {
            highest = max(highest, $0)
        }
        if forwards { return }
        report.gaps += 1
        _ = try copy(source, run, "id > \(EventKey.id(run, 0) + highest)", "DESC") { _ in }
    }

    /// - Returns: whether the end was reached.
    private mutating func copy(
        _ source: Database, _ run: RunNumber, _ bound: String, _ order: String,
        seen: (Int64) -> Void
    ) throws(StoreError) -> Bool {
        let sql = """
            SELECT id, line FROM events WHERE \(bound) AND id < \((run + 1) << 32) ORDER BY id \(order)
            """
        guard var statement = try? Statement(source, sql) else { return false }
        var page: [StoredEvent] = []
        while true {
            let more: Bool
            do {
                more = try statement.step()
            } catch {
                try store(page, of: run)
                return false
            }
            guard more else { break }
            let sequence = EventKey.sequence(statement.int64(0) ?? 0)
            page.append(StoredEvent(sequence: sequence, line: statement.bytes(1)))
            seen(sequence)
            if page.count == Self.batch {
                try store(page, of: run)
                page = []
            }
        }
        try store(page, of: run)
        return true
    }

    /// Stores lines that are still lines of a sensor log; a damaged cell may hold anything.
    private mutating func store(_ page: [StoredEvent], of run: RunNumber) throws(StoreError) {
        guard !page.isEmpty else { return }
        try target.transaction { () throws(StoreError) in
            if try target.runs("WHERE id = ?", .integer(run)).isEmpty {
                try target.insert(
                    NewRun(firstLine: page.min { $0.sequence < $1.sequence }), as: run)
                report.runs += 1
            }
            var insert = try Statement(
                target, "INSERT OR IGNORE INTO events (id, run, line) VALUES (?, ?, ?)")
            for event in page {
                guard (try? JSONValue(parsing: event.line))?.object != nil else {
                    report.gaps += 1
                    continue
                }
                insert.bind(
                    .integer(EventKey.id(run, event.sequence)), .integer(run), .text(event.line))
                try insert.run()
                report.events += target.changes
            }
        }
    }

    /// All rows that a statement gives before something cannot be read.
    private mutating func rows<Row>(
        _ source: Database, _ sql: String, read: (borrowing Statement) -> Row
    ) -> [Row] {
        var found: [Row] = []
        do {
            var statement = try Statement(source, sql)
            while try statement.step() { found.append(read(statement)) }
        } catch {
            report.gaps += 1
        }
        return found
    }
}

extension NewRun {
    /// What the first line of a run says, where its row is lost.
    fileprivate init(firstLine event: StoredEvent?) {
        // Only what is there and makes sense is taken: the rest of the run does not depend on it.
        let line = event.flatMap { try? JSONValue(parsing: $0.line) }
        self.init(
            boot: "", start: Instant(seconds: line?["t"]?.double ?? 0),
            wall: line?["wall"]?.string.flatMap { try? WallTime(rfc3339: $0) },
            zone: line?["zone"]?.string, activity: line?["activity"]?.string,
            indoor: line?["indoor"]?.bool ?? false, note: line?["note"]?.string)
    }
}
