private import CSQLite
private import POSIX
internal import RunCore

extension Database {
    /// A database up to this many bytes is looked at as a whole; that takes about 30 ms.
    private static let smallSize: Int64 = 16 << 20

    /// Looks for damage, but not for longer than a person would wait. In a large database the newest
    /// events are read, from the last one backwards until the time is over: they are what
    /// recording and resuming stand on. What was not reached counts as sound.
    /// - Throws: `.corrupt` with what SQLite says of it.
    func quickCheck(within budget: Elapsed) throws(StoreError) {
        guard budget > .zero else { return }
        if StateDirectory.size(path) ?? 0 <= Self.smallSize {
            return try complain(of: text("PRAGMA quick_check"))
        }
        let end = Clock.monotonicMicroseconds() + budget.microseconds
        for table in ["runs", "settings"] {
            try complain(of: text("PRAGMA quick_check('\(table)')"))
        }
        var events = try Statement(self, "SELECT id, length(line) FROM events ORDER BY id DESC")
        while try events.step(), Clock.monotonicMicroseconds() < end {}
    }

    /// The whole check, however long it takes. Corresponds to `PRAGMA integrity_check`.
    func fullCheck() throws(StoreError) {
        try complain(of: text("PRAGMA integrity_check(1)"))
        if try text("SELECT \"table\" FROM pragma_foreign_key_check LIMIT 1") != nil {
            try complain(of: "an event, lap or upload belongs to no run")
        }
    }

    private func complain(of answer: String?) throws(StoreError) {
        guard let answer, answer != "ok" else { return }
        throw StoreError(
            kind: .corrupt, code: SQLITE_CORRUPT, systemCode: 0, operation: "PRAGMA quick_check",
            path: path, reason: answer)
    }
}
