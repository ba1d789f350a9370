private import CSQLite
private import POSIX
internal import RunCore

extension Database {
    /// Looks for damage, but not for longer than a person would wait: small tables first, then
    /// the events until the time is over. What was not reached counts as sound.
    /// - Throws: `.corrupt` with what SQLite says of it.
    func quickCheck(within budget: Elapsed) throws(StoreError) {
        guard budget > .zero else { return }
        let box = Deadline(Clock.bootMicroseconds() + budget.microseconds)
        let pointer = Unmanaged.passUnretained(box).toOpaque()
        sqlite3_progress_handler(
            raw, 2000,
            { pointer in
                guard let pointer else { return 0 }
                let deadline = Unmanaged<Deadline>.fromOpaque(pointer).takeUnretainedValue()
                return Clock.bootMicroseconds() > deadline.microseconds ? 1 : 0
            }, pointer)
        defer {
            sqlite3_progress_handler(raw, 0, nil, nil)
            withExtendedLifetime(box) {}
        }
        for table in ["runs", "settings", "laps", "uploads", "events"] {
            do {
                try complain(of: text("PRAGMA quick_check('\(table)')"))
            } catch {
                if error.code & 0xff == SQLITE_INTERRUPT { return }
                throw error
            }
        }
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

    /// A moment on the boot clock, in microseconds, that a C callback can look at.
    private final class Deadline {
        let microseconds: Int64

        init(_ microseconds: Int64) { self.microseconds = microseconds }
    }
}
