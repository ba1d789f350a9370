internal import RunCore

/// The questions that are asked about runs.
extension Database {
    private static let runColumns = """
        id, state, boot, clock_offset_us, start_t_us, start_utc_us, start_offset_s, zone,
        stop_t_us, stop_utc_us, stop_offset_s, activity, indoor, note, trashed_utc_us,
        elapsed_us, active_us, distance_m, estimated_m, steps, ascent_m, descent_m, summary
        """

    /// What came with a later version; a damaged database of an earlier one does not have it.
    private static let correction = "corrected_m"

    /// The rows of `runs` for which the clause holds.
    /// - Parameter clause: SQL from `WHERE` on, written here and never by a person.
    func runs(_ clause: String, _ values: Value...) throws(StoreError) -> [RunRecord] {
        try runs(clause, all: values)
    }

    func runs(_ clause: String, all values: [Value]) throws(StoreError) -> [RunRecord] {
        var rows: [RunRecord] = []
        try forEachRun(clause, all: values) { rows.append($0) }
        return rows
    }

    /// Goes through the rows, as far as they can be read.
    func forEachRun(
        _ clause: String, all values: [Value] = [], _ body: (RunRecord) -> Void
    ) throws(StoreError) {
        let known = try integer(
            "SELECT count(*) FROM pragma_table_info('runs') WHERE name = '\(Self.correction)'")
        let correction = known == 1 ? Self.correction : "NULL"
        var statement = try Statement(
            self, "SELECT \(Self.runColumns), \(correction) FROM runs \(clause)")
        statement.bind(all: values)
        while try statement.step() { body(Self.record(statement)) }
    }

    private static func record(_ row: borrowing Statement) -> RunRecord {
        RunRecord(
            number: row.int64(0) ?? 0,
            state: row.string(1).flatMap { RunRecord.State(rawValue: $0) } ?? .interrupted,
            boot: row.string(2) ?? "",
            clockOffset: Elapsed(microseconds: row.int64(3) ?? 0),
            start: Instant(microseconds: row.int64(4) ?? 0),
            startWall: row.int64(5).map { WallTime(microseconds: $0) },
            startOffset: row.int64(6).map { Int($0) }, zone: row.string(7),
            stop: row.int64(8).map { Instant(microseconds: $0) },
            stopWall: row.int64(9).map { WallTime(microseconds: $0) },
            stopOffset: row.int64(10).map { Int($0) }, activity: row.string(11),
            indoor: row.int64(12) == 1, note: row.string(13), corrected: row.double(23),
            trashed: row.int64(14).map { WallTime(microseconds: $0) }, totals: totals(row))
    }

    private static func totals(_ row: borrowing Statement) -> RunTotals? {
        guard let elapsed = row.int64(15), let active = row.int64(16), let distance = row.double(17)
        else { return nil }
        return RunTotals(
            elapsed: Elapsed(microseconds: elapsed), active: Elapsed(microseconds: active),
            distance: distance, estimated: row.double(18) ?? 0, steps: row.int64(19) ?? 0,
            ascent: row.double(20), descent: row.double(21), summary: row.string(22))
    }

    func laps(of run: RunNumber) throws(StoreError) -> [LapRecord] {
        var statement = try Statement(
            self, "SELECT from_us, to_us, distance_m FROM laps WHERE run = ? ORDER BY number")
        statement.bind(.integer(run))
        var laps: [LapRecord] = []
        while try statement.step() {
            laps.append(
                LapRecord(
                    from: Elapsed(microseconds: statement.int64(0) ?? 0),
                    to: Elapsed(microseconds: statement.int64(1) ?? 0),
                    distance: statement.double(2) ?? 0))
        }
        return laps
    }

    /// Events of a run from a number on, in order.
    func events(
        of run: RunNumber, from sequence: Int64, limit: Int
    ) throws(StoreError) -> [StoredEvent] {
        var statement = try Statement(
            self, "SELECT id, line FROM events WHERE id >= ? AND id < ? ORDER BY id LIMIT ?")
        statement.bind(
            .integer(EventKey.id(run, sequence)), .integer((run + 1) << 32), Value(limit))
        var events: [StoredEvent] = []
        while try statement.step() {
            events.append(
                StoredEvent(
                    sequence: EventKey.sequence(statement.int64(0) ?? 0), line: statement.bytes(1)))
        }
        return events
    }

    func lastEvent(of run: RunNumber) throws(StoreError) -> StoredEvent? {
        var statement = try Statement(
            self, "SELECT id, line FROM events WHERE id >= ? AND id < ? ORDER BY id DESC LIMIT 1")
        statement.bind(.integer(run << 32), .integer((run + 1) << 32))
        guard try statement.step() else { return nil }
        return StoredEvent(
            sequence: EventKey.sequence(statement.int64(0) ?? 0), line: statement.bytes(1))
    }

    func setting(_ name: String) throws(StoreError) -> String? {
        var statement = try Statement(self, "SELECT value FROM settings WHERE name = ?")
        statement.bind(Value(name))
        return try statement.step() ? statement.string(0) : nil
    }

    /// The number that the next run gets: above every number that was ever used.
    func nextRunNumber() throws(StoreError) -> RunNumber {
        let used = try integer("SELECT seq FROM sqlite_sequence WHERE name = 'runs'") ?? 0
        let highest = try integer("SELECT max(id) FROM runs") ?? 0
        return max(used, highest) + 1
    }
}
