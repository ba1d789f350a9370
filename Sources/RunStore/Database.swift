private import CSQLite
private import Glibc

/// The one owner of an `sqlite3` connection. Corresponds to C `sqlite3_open_v2`, `sqlite3_close_v2`.
struct DatabaseHandle: ~Copyable {
    fileprivate let raw: OpaquePointer

    fileprivate init(owning raw: OpaquePointer) { self.raw = raw }

    // close_v2 waits for statements that are finalised later, in whatever order owners go.
    deinit { sqlite3_close_v2(raw) }
}

/// An open database: runs statements and turns result codes into `StoreError`.
final class Database {
    let path: String
    private let handle: DatabaseHandle

    enum Mode {
        /// Read and write; made if it is not there.
        case create
        /// Read and write; it must be there.
        case write
        /// Read only, through the write-ahead log.
        case read
        /// Read only and known not to change: neither log nor locks are looked at.
        case immutable
    }

    /// - Throws: `StoreError`; SQLite opens lazily, so a damaged file may show only at the first statement.
    init(path: String, mode: Mode) throws(StoreError) {
        self.path = path
        var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI | SQLITE_OPEN_EXRESCODE
        switch mode {
        case .create: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        case .write: flags |= SQLITE_OPEN_READWRITE
        case .read, .immutable: flags |= SQLITE_OPEN_READONLY
        }
        /// The directory it lies in.
        var folder: String {
            guard let slash = path.lastIndex(of: "/") else { return "." }
            return String(path[..<slash])
        }

        var raw: OpaquePointer?
        let name = Self.uri(path) + (mode == .immutable ? "?immutable=1" : "")
        let code = sqlite3_open_v2(name, &raw, flags, nil)
        guard let raw else {
            throw StoreError(
                kind: .other, code: code, systemCode: 0, operation: "sqlite3_open_v2", path: path,
                reason: "out of memory")
        }
        // Even a failed open answers with a handle, which must be closed ("Opening A New Database
        // Connection" in the manual); the owner does so.
        handle = DatabaseHandle(owning: raw)
        guard code == SQLITE_OK else { throw failure(code, "sqlite3_open_v2") }
        rund_harden(raw)
    }

    /// The directory it lies in.
    var folder: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return String(path[..<slash])
    }

    var raw: OpaquePointer { handle.raw }

    /// A path as the `file:` name that SQLite reads: `%`, `?` and `#` mean themselves.
    private static func uri(_ path: String) -> String {
        var name = "file:"
        for character in path.unicodeScalars {
            switch character {
            case "%": name += "%25"
            case "?": name += "%3f"
            case "#": name += "%23"
            default: name.unicodeScalars.append(character)
            }
        }
        return name
    }

    /// Runs statements that answer nothing. Corresponds to C `sqlite3_exec`.
    func execute(_ sql: String) throws(StoreError) {
        let code = sqlite3_exec(raw, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw failure(code, sql) }
    }

    /// The first column of the first row, or nil if there is none.
    func integer(_ sql: String) throws(StoreError) -> Int64? {
        var statement = try Statement(self, sql)
        return try statement.step() ? statement.int64(0) : nil
    }

    /// The first column of the first row as text, or nil if there is none.
    func text(_ sql: String) throws(StoreError) -> String? {
        var statement = try Statement(self, sql)
        return try statement.step() ? statement.string(0) : nil
    }

    /// Runs `body` in one transaction that is taken back if it throws.
    func transaction<Result>(
        _ body: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try execute("BEGIN IMMEDIATE")
        do {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            // After SQLITE_FULL or an I/O error SQLite has rolled back by itself, and an explicit
            // ROLLBACK would only be another error.
            if sqlite3_get_autocommit(raw) == 0 { sqlite3_exec(raw, "ROLLBACK", nil, nil, nil) }
            throw error
        }
    }

    /// How long a statement waits for another program's lock. Corresponds to C `sqlite3_busy_timeout`.
    func setBusyTimeout(milliseconds: Int32) { sqlite3_busy_timeout(raw, milliseconds) }

    /// Rows that the last statement changed. Corresponds to C `sqlite3_changes`.
    var changes: Int { Int(sqlite3_changes(raw)) }

    /// Pages written to the log since the last call. Corresponds to C `sqlite3_db_status`.
    func takePagesWritten() -> Int {
        var current: Int32 = 0
        var high: Int32 = 0
        sqlite3_db_status(raw, SQLITE_DBSTATUS_CACHE_WRITE, &current, &high, 1)
        return Int(current)
    }

    func failure(_ code: Int32, _ operation: String) -> StoreError {
        let system = sqlite3_system_errno(raw)
        var reason = String(cString: sqlite3_errmsg(raw))
        if system != 0, code & 0xff != SQLITE_CORRUPT {
            reason = String(cString: strerror(system))
        }
        // The first line says which statement it was.
        let statement = String(operation.prefix { $0 != "\n" })
        return StoreError(
            kind: Self.kind(code, system), code: code, systemCode: system, operation: statement,
            path: path, reason: reason)
    }

    private static func kind(_ code: Int32, _ system: Int32) -> StoreError.Kind {
        if system == EDQUOT { return .quota }
        if system == ENOSPC { return .full }
        switch code & 0xff {
        case SQLITE_FULL: return .full
        case SQLITE_READONLY: return .readOnly
        case SQLITE_IOERR: return system == EROFS ? .readOnly : .io
        case SQLITE_CORRUPT, SQLITE_NOTADB: return .corrupt
        case SQLITE_BUSY, SQLITE_LOCKED: return .busy
        case SQLITE_PERM, SQLITE_AUTH: return .denied
        case SQLITE_CANTOPEN:
            switch system {
            case ENOENT: return .missing
            case EACCES, EPERM: return .denied
            case EROFS: return .readOnly
            default: return .cannotOpen
            }
        default: return .other
        }
    }
}
