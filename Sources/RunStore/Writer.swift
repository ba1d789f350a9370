private import Glibc
internal import POSIX
internal import RunCore

/// The one connection that writes: puts batches into the database and makes them survive a power cut.
///
/// Commits go into the write-ahead log without a sync (`synchronous=NORMAL`); the log is then synced
/// by hand. Together that is what `synchronous=FULL` does, but when we want it and not at each commit.
final class Writer {
    let database: Database
    private let log: Descriptor
    private var background: BackgroundSync?
    private var insertEvent: Statement
    /// Events got other numbers than they came with.
    var hasMovedEvents = false
    private var pagesInLog = 0
    /// The last sync failed: the kernel may have marked pages clean that never reached the disk.
    private var isSyncInDoubt = false

    /// Pages in the log after which it is copied into the database: about half a megabyte, which is
    /// eight minutes of a usual run. Longer would save little flash, shorter would cost some.
    private static let checkpointPages = 512

    /// Opens or makes the database of `directory` and brings it up to the current version.
    /// - Parameter checking: time for the check at the opening; zero leaves it out.
    /// - Throws: `StoreError`; `.corrupt` if the check finds damage.
    init(directory: StateDirectory, checking budget: Elapsed) throws(StoreError) {
        database = try Database(path: directory.database, mode: .create)
        database.setBusyTimeout(milliseconds: 100)
        try database.execute(
            """
            PRAGMA page_size = \(Schema.pageSize);
            PRAGMA journal_mode = WAL;
            PRAGMA synchronous = NORMAL;
            PRAGMA foreign_keys = ON;
            PRAGMA wal_autocheckpoint = 0;
            PRAGMA journal_size_limit = 4194304;
            PRAGMA temp_store = MEMORY;
            PRAGMA cell_size_check = ON;
            """)
        migratedFrom = try Schema.migrate(database)
        try database.quickCheck(within: budget)
        insertEvent = try Statement(
            database, "INSERT OR IGNORE INTO events (id, run, line) VALUES (?, ?, ?)", kept: true)
        log = try Self.openLog(directory)
        Self.reserve(log, pages: Self.checkpointPages + 64)
        try sync()
    }

    /// The schema it had when it was opened; 0 if it was made just now.
    let migratedFrom: Int

    /// SQLite holds the log open as long as this connection lives, so the file stays the same one.
    /// No lock is ever taken on the log, so closing this descriptor drops none.
    private static func openLog(_ directory: StateDirectory) throws(StoreError) -> Descriptor {
        do {
            let log = Descriptor(
                owning: try check("open") { open(directory.log, O_RDWR | O_CLOEXEC) })
            let parent = Descriptor(
                owning: try check("open") { open(directory.path, O_RDONLY | O_CLOEXEC) })
            // Without this the names of new files may be gone after a power cut.
            _ = try check("fsync") { fsync(parent.raw) }
            return log
        } catch {
            throw StoreError(error, path: directory.log)
        }
    }

    /// Makes the log as long as it will be, with zeros, which SQLite takes for the end of the log.
    ///
    /// A log that does not grow is synced without its file system's journal: half the bytes on the disk
    /// for each batch. Without room for it nothing is lost.
    private static func reserve(_ log: borrowing Descriptor, pages: Int) {
        let zeros = [UInt8](repeating: 0, count: Schema.pageSize + 24)
        let end = 32 + pages * zeros.count
        var offset = Int(lseek(log.raw, 0, SEEK_END))
        while offset >= 0 && offset < end {
            let count = pwrite(log.raw, zeros, min(zeros.count, end - offset), off_t(offset))
            guard count > 0 else { return }
            offset += count
        }
    }

    /// Puts a batch into the database, all of it or nothing.
    func write(_ batch: ArraySlice<PendingWrite>) throws(StoreError) {
        try database.transaction { () throws(StoreError) in
            for write in batch { try apply(write) }
        }
        pagesInLog += database.takePagesWritten()
    }

    /// Makes everything written so far survive a power cut, and waits for it. Corresponds to C `fdatasync`.
    func sync() throws(StoreError) {
        do {
            _ = try background?.collect(waiting: true)
            _ = try check("fdatasync") { fdatasync(log.raw) }
        } catch {
            throw doubt(error)
        }
        try settle()
    }

    /// Begins the same without waiting; `collectSync` tells when it is done.
    /// - Returns: false if this kernel cannot do that.
    func beginSync() throws(StoreError) -> Bool {
        if background == nil { background = try? BackgroundSync() }
        do {
            try background?.begin(log.raw)
        } catch {
            // Not every file system can sync beside us, and a filter of system calls may forbid it.
            guard error.code == EINVAL || error.code == ENOSYS || error.code == EPERM else {
                throw doubt(error)
            }
            return false
        }
        return background != nil
    }

    /// So long that copying it can no longer wait for a sync beside us.
    var isLogLong: Bool { pagesInLog >= 4 * Self.checkpointPages }

    var isSyncing: Bool { background?.isRunning ?? false }

    /// - Returns: whether a sync that was begun is done.
    /// - Throws: why it failed.
    func collectSync() throws(StoreError) -> Bool {
        do {
            guard try background?.collect(waiting: false) == true else { return false }
        } catch {
            throw doubt(error)
        }
        try settle()
        return true
    }

    private func doubt(_ error: Errno) -> StoreError {
        isSyncInDoubt = true
        return StoreError(error, path: database.path + "-wal")
    }

    /// The disk has just answered: a good moment to copy a long log into the database. After a sync
    /// that failed it must be, because a second sync that succeeds proves nothing for pages that the
    /// first one lost; the page cache, from which they are copied, still has them.
    private func settle() throws(StoreError) {
        if isSyncInDoubt || pagesInLog >= Self.checkpointPages { try checkpoint() }
        isSyncInDoubt = false
    }

    /// Copies the log into the database, as far as readers let it; the log is then begun again.
    func checkpoint() throws(StoreError) {
        var statement = try Statement(database, "PRAGMA wal_checkpoint(PASSIVE)")
        guard try statement.step() else { return }
        // busy, pages in the log, pages copied: a reader of old pages holds back the rest.
        let left = (statement.int64(1) ?? 0) - (statement.int64(2) ?? 0)
        pagesInLog = Int(max(0, left))
    }

    /// An event that is there already (from the tail file) is left alone; another event of the same
    /// number (its run could not be read when the number was given) must not take its place.
    private func insert(
        _ line: [UInt8], _ run: RunNumber, _ sequence: Int64
    ) throws(StoreError) {
        insertEvent.bind(.integer(EventKey.id(run, sequence)), .integer(run), .text(line))
        try insertEvent.run()
        guard database.changes == 0 else { return }
        let there = try database.events(of: run, from: sequence, limit: 1).first
        guard there?.line != line else { return }
        let last = try database.lastEvent(of: run)?.sequence ?? -1
        insertEvent.bind(.integer(EventKey.id(run, last + 1)), .integer(run), .text(line))
        try insertEvent.run()
        hasMovedEvents = true
    }

    private func apply(_ write: PendingWrite) throws(StoreError) {
        switch write {
        case .event(let run, let sequence, let line):
            try insert(line, run, sequence)
        case .begin(let number, let run): try database.insert(run, as: number)
        case .rebase(let run, let boot, let offset):
            try database.run(
                "UPDATE runs SET boot = ?, clock_offset_us = ? WHERE id = ?",
                Value(boot), .integer(offset.microseconds), .integer(run))
        case .reopen(let run):
            try database.run(
                """
                UPDATE runs SET state = 'active', stop_t_us = NULL, stop_utc_us = NULL,
                stop_offset_s = NULL, trashed_utc_us = NULL WHERE id = ?
                """, .integer(run))
        case .start(let run, let wall, let utcOffset):
            try database.run(
                """
                UPDATE runs SET start_utc_us = ?, start_offset_s = coalesce(?, start_offset_s)
                WHERE id = ?
                """, .integer(wall.microseconds), Value(utcOffset), .integer(run))
        case .totals(let run, let totals): try database.store(totals, of: run)
        case .end(let run, let end): try database.end(run, end)
        case .setting(let name, let value): try database.set(name, value)
        }
    }
}

/// The key of an event: the run in the upper half, the number within the run in the lower.
///
/// So the events of a run lie side by side, each new one goes to the end of the table, and no
/// further index has to be written with each batch.
enum EventKey {
    static func id(_ run: RunNumber, _ sequence: Int64) -> Int64 {
        (run << 32) | (sequence & 0xffff_ffff)
    }

    static func sequence(_ id: Int64) -> Int64 { id & 0xffff_ffff }
}
