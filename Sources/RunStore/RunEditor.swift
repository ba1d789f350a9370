package import RunCore

/// Changes what a person may change in recorded runs: for `runctl`, also while rund records.
///
/// Each change is one short transaction that is on the disk when the call returns. rund's own batch
/// waits for it at most a tenth of a second, and otherwise comes a second later.
package final class RunEditor {
    package let reader: RunReader
    private let database: Database

    /// - Throws: `.missing` if nothing was ever recorded, and what `RunReader.open` throws.
    package static func open(directory: String) throws(StoreError) -> RunEditor {
        let directory = StateDirectory(directory)
        let database = try Database(path: directory.database, mode: .write)
        database.setBusyTimeout(milliseconds: 2000)
        try RunReader.requireCurrent(database)
        try database.execute(
            """
            PRAGMA synchronous = FULL;
            PRAGMA foreign_keys = ON;
            PRAGMA wal_autocheckpoint = 0;
            """)
        return RunEditor(database, directory)
    }

    private init(_ database: Database, _ directory: StateDirectory) {
        self.database = database
        reader = RunReader(database, directory)
    }

    // MARK: - Trash

    /// How long a run stays in the trash: 30 days.
    package static let trashTime = Elapsed(microseconds: 30 * 86_400 * 1_000_000)

    /// Moves a run to the trash, from where `restore` takes it back.
    /// - Throws: `.noSuchRun`; `.active` if the run goes on.
    package func trash(_ run: RunNumber, now: WallTime) throws(StoreError) {
        let row = try reader.run(run)
        if row.state == .active { throw database.refusal(.active, "run \(run) is still recorded") }
        try database.run(
            """
            UPDATE runs SET trashed_utc_us = ?
            WHERE id = ? AND state != 'active' AND trashed_utc_us IS NULL
            """, .integer(now.microseconds), .integer(run))
    }

    /// - Throws: `.noSuchRun`, also when the time in the trash is over and the run is gone.
    package func restore(_ run: RunNumber) throws(StoreError) {
        _ = try reader.run(run)
        try database.run("UPDATE runs SET trashed_utc_us = NULL WHERE id = ?", .integer(run))
    }

    /// Removes for good what has been in the trash for longer than `trashTime`.
    /// - Returns: the runs that are gone.
    package func emptyTrash(now: WallTime) throws(StoreError) -> [RunNumber] {
        try database.emptyTrash(until: now + (.zero - Self.trashTime))
    }

    // MARK: - What belongs to a run

    /// - Parameter note: nil removes it.
    package func setNote(of run: RunNumber, _ note: String?) throws(StoreError) {
        _ = try reader.run(run)
        try database.run("UPDATE runs SET note = ? WHERE id = ?", Value(note), .integer(run))
    }

    /// - Parameter activity: nil removes it. What the start of the run said stays in its events.
    package func setActivity(of run: RunNumber, _ activity: String?) throws(StoreError) {
        _ = try reader.run(run)
        try database.run(
            "UPDATE runs SET activity = ? WHERE id = ?", Value(activity), .integer(run))
    }

    /// Notes what the person says the distance was; what was measured stays beside it.
    /// - Parameter metres: nil removes it.
    package func setCorrectedDistance(
        of run: RunNumber, _ metres: Double?
    ) throws(StoreError) {
        _ = try reader.run(run)
        try database.run(
            "UPDATE runs SET corrected_m = ? WHERE id = ?", Value(metres), .integer(run))
    }

    /// Stores what was recomputed from the events.
    package func setTotals(_ totals: RunTotals, of run: RunNumber) throws(StoreError) {
        _ = try reader.run(run)
        try database.transaction { () throws(StoreError) in try database.store(totals, of: run) }
    }

    /// - Parameter value: nil removes the setting.
    package func setSetting(_ name: String, _ value: String?) throws(StoreError) {
        try database.set(name, value)
    }

    /// Notes what became of sending a run to a service; replaces what was noted before.
    package func setUpload(_ upload: UploadRecord) throws(StoreError) {
        _ = try reader.run(upload.run)
        try database.store(upload)
    }

    /// Adds a whole run that was recorded elsewhere.
    /// - Parameter lines: its sensor log, line by line, in the order of arrival.
    /// - Returns: the number it got.
    package func importRun(
        _ run: NewRun, lines: some Sequence<[UInt8]>, end: RunEnd, totals: RunTotals?
    ) throws(StoreError) -> RunNumber {
        try database.transaction { () throws(StoreError) in
            let number = try database.nextRunNumber()
            try database.insert(run, as: number)
            var insert = try Statement(
                database, "INSERT INTO events (id, run, line) VALUES (?, ?, ?)")
            var sequence: Int64 = 0
            for line in lines {
                insert.bind(.integer(EventKey.id(number, sequence)), .integer(number), .text(line))
                try insert.run()
                sequence += 1
            }
            try database.end(number, end)
            if let totals { try database.store(totals, of: number) }
            return number
        }
    }
}
