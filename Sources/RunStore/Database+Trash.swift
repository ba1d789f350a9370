internal import RunCore

extension Database {
    func refusal(_ kind: StoreError.Kind, _ reason: String) -> StoreError {
        StoreError(
            kind: kind, code: 0, systemCode: 0, operation: "run", path: path, reason: reason)
    }

    /// Removes the runs that were put into the trash before a moment.
    ///
    /// In slices, so that a reader or the recorder never waits for a long run to go. The run's own
    /// row goes last: an interruption leaves a run in the trash that has fewer events, which the next
    /// call removes.
    func emptyTrash(until moment: WallTime) throws(StoreError) -> [RunNumber] {
        let old = try runs("WHERE trashed_utc_us < ?", .integer(moment.microseconds)).map(\.number)
        for run in old { try erase(run) }
        return old
    }

    private func erase(_ run: RunNumber) throws(StoreError) {
        let range = "id >= \(run << 32) AND id < \((run + 1) << 32)"
        repeat {
            try self.run(
                """
                DELETE FROM events WHERE id IN
                (SELECT id FROM events WHERE \(range) ORDER BY id LIMIT 2000)
                """)
        } while changes > 0
        try self.run("DELETE FROM laps WHERE run = ?", .integer(run))
        try self.run("DELETE FROM uploads WHERE run = ?", .integer(run))
        // Nothing refers to the row any more. With foreign keys on, SQLite would look for it in all
        // events of all runs, because their key begins with the run but is not an index on it.
        try execute("PRAGMA foreign_keys = OFF")
        defer {
            // Fails only within a transaction, and there is none here.
            try? execute("PRAGMA foreign_keys = ON")
        }
        try self.run("DELETE FROM runs WHERE id = ? AND trashed_utc_us IS NOT NULL", .integer(run))
    }
}
