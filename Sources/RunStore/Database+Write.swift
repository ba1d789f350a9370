internal import RunCore

/// The statements that change runs and what belongs to them.
extension Database {
    /// Runs one statement with these parameters.
    func run(_ sql: String, _ values: Value...) throws(StoreError) {
        var statement = try Statement(self, sql)
        statement.bind(all: values)
        try statement.run()
    }

    /// A second insertion of the same run changes nothing.
    func insert(_ run: NewRun, as number: RunNumber) throws(StoreError) {
        try self.run(
            """
            INSERT OR IGNORE INTO runs
            (id, state, boot, start_t_us, start_utc_us, start_offset_s, zone, activity, indoor, note)
            VALUES (?, 'active', ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            .integer(number), Value(run.boot), .integer(run.start.microseconds),
            Value(run.wall?.microseconds), Value(run.utcOffset), Value(run.zone),
            Value(run.activity), .integer(run.indoor ? 1 : 0), Value(run.note))
    }

    /// A whole row as it was, without its laps.
    func insert(_ run: RunRecord) throws(StoreError) {
        try self.run(
            """
            INSERT OR IGNORE INTO runs
            (id, state, boot, clock_offset_us, start_t_us, start_utc_us, start_offset_s, zone,
             stop_t_us, stop_utc_us, stop_offset_s, activity, indoor, note, trashed_utc_us,
             corrected_m)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            .integer(run.number), Value(run.state.rawValue), Value(run.boot),
            .integer(run.clockOffset.microseconds), .integer(run.start.microseconds),
            Value(run.startWall?.microseconds), Value(run.startOffset), Value(run.zone),
            Value(run.stop?.microseconds), Value(run.stopWall?.microseconds),
            Value(run.stopOffset), Value(run.activity), .integer(run.indoor ? 1 : 0),
            Value(run.note), Value(run.trashed?.microseconds), Value(run.corrected))
        if let totals = run.totals { try store(totals, of: run.number) }
    }

    /// Adds events to a run that is there; what it has already stays as it is.
    func insert(_ events: [StoredEvent], of run: RunNumber) throws(StoreError) {
        var statement = try Statement(
            self, "INSERT OR IGNORE INTO events (id, run, line) VALUES (?, ?, ?)")
        for event in events {
            statement.bind(
                .integer(EventKey.id(run, event.sequence)), .integer(run), .text(event.line))
            try statement.run()
        }
    }

    func end(_ run: RunNumber, _ end: RunEnd) throws(StoreError) {
        try self.run(
            """
            UPDATE runs SET state = ?, stop_t_us = ?, stop_utc_us = ?, stop_offset_s = ?
            WHERE id = ?
            """,
            Value(end.interrupted ? "interrupted" : "stopped"),
            .integer(end.stop.microseconds), Value(end.wall?.microseconds), Value(end.utcOffset),
            .integer(run))
    }

    func store(_ totals: RunTotals, of run: RunNumber) throws(StoreError) {
        try self.run(
            """
            UPDATE runs SET elapsed_us = ?, active_us = ?, distance_m = ?, estimated_m = ?,
            steps = ?, ascent_m = ?, descent_m = ?, summary = ? WHERE id = ?
            """,
            .integer(totals.elapsed.microseconds), .integer(totals.active.microseconds),
            .real(totals.distance), .real(totals.estimated), .integer(totals.steps),
            Value(totals.ascent), Value(totals.descent), Value(totals.summary), .integer(run))
        try self.run("DELETE FROM laps WHERE run = ?", .integer(run))
        for (index, lap) in totals.laps.enumerated() {
            try self.run(
                "INSERT INTO laps (run, number, from_us, to_us, distance_m) VALUES (?, ?, ?, ?, ?)",
                .integer(run), Value(index + 1), .integer(lap.from.microseconds),
                .integer(lap.to.microseconds), .real(lap.distance))
        }
    }

    /// - Parameter value: nil removes the setting.
    func set(_ name: String, _ value: String?) throws(StoreError) {
        if let value {
            try run(
                """
                INSERT INTO settings (name, value) VALUES (?, ?)
                ON CONFLICT (name) DO UPDATE SET value = excluded.value
                """, Value(name), Value(value))
        } else {
            try run("DELETE FROM settings WHERE name = ?", Value(name))
        }
    }
}
