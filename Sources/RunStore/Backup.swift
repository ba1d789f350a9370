private import CSQLite
private import Glibc
internal import POSIX

extension RunReader {
    /// How far a backup is.
    package struct BackupProgress: Equatable, Sendable {
        package var pagesDone: Int
        package var pagesInAll: Int
    }

    /// Pages between two reports: a megabyte.
    private static var backupStep: Int32 { 1024 }

    /// Makes a consistent copy, also while rund records. Corresponds to C `sqlite3_backup_step`.
    ///
    /// It is written beside its name and gets it when it is complete and on the disk, so that there
    /// is never half a backup of that name.
    /// - Parameter file: must not exist.
    /// - Throws: `.exists` if it does.
    package func backup(
        to file: String, progress: (BackupProgress) -> Void = { _ in }
    ) throws(StoreError) {
        guard access(file, F_OK) != 0 else {
            throw StoreError(
                kind: .exists, code: 0, systemCode: EEXIST, operation: "backup", path: file,
                reason: "it exists")
        }
        let partial = file + ".partial"
        // What an interrupted backup left.
        unlink(partial)
        do {
            try copy(to: partial, progress)
            try addTail(to: partial)
            try publish(partial, as: file)
        } catch {
            unlink(partial)
            unlink(partial + "-journal")
            throw error
        }
    }

    private func copy(
        to partial: String, _ progress: (BackupProgress) -> Void
    ) throws(StoreError) {
        let target = try Database(path: partial, mode: .create)
        // One read transaction around all steps: without it each batch of rund would make SQLite
        // begin again. The log meanwhile grows by what is recorded, a few megabytes an hour.
        try database.execute("BEGIN")
        defer { try? database.execute("END") }
        _ = try database.integer("SELECT count(*) FROM sqlite_schema")
        guard let backup = sqlite3_backup_init(target.raw, "main", database.raw, "main") else {
            throw target.failure(sqlite3_errcode(target.raw), "sqlite3_backup_init")
        }
        var code = SQLITE_OK
        repeat {
            code = sqlite3_backup_step(backup, Self.backupStep)
            let all = Int(sqlite3_backup_pagecount(backup))
            progress(
                BackupProgress(
                    pagesDone: all - Int(sqlite3_backup_remaining(backup)), pagesInAll: all))
        } while code == SQLITE_OK
        let finished = sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE, finished == SQLITE_OK else {
            throw target.failure(code == SQLITE_DONE ? finished : code, "sqlite3_backup_step")
        }
        // One file and no log beside it, so that it can be carried about.
        try target.execute("PRAGMA journal_mode = DELETE")
    }

    /// What rund has received in the last seconds is only in its tail file.
    private func addTail(to partial: String) throws(StoreError) {
        let target = try Database(path: partial, mode: .write)
        guard let active = try target.runs("WHERE state = 'active' ORDER BY id DESC LIMIT 1").first
        else { return }
        let last = try target.lastEvent(of: active.number)?.sequence ?? -1
        var cursor = EventCursor(self, active.number, from: last + 1)
        var events: [StoredEvent] = []
        while let event = try cursor.next() { events.append(event) }
        try target.transaction { () throws(StoreError) in
            try target.insert(events, of: active.number)
        }
    }

    private func publish(_ partial: String, as file: String) throws(StoreError) {
        do {
            let copy = Descriptor(
                owning: try POSIX.check("open") { Glibc.open(partial, O_RDONLY | O_CLOEXEC) })
            _ = try POSIX.check("fsync") { fsync(copy.raw) }
            // Unlike rename, link never takes the place of a file that appeared meanwhile.
            _ = try POSIX.check("link") { link(partial, file) }
            unlink(partial)
        } catch {
            throw StoreError(error, path: file)
        }
    }
}
