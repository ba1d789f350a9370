private import Glibc
internal import POSIX

/// The names of the files that hold the runs.
package struct StateDirectory: Equatable, Sendable {
    package var path: String

    package init(_ path: String) { self.path = path }

    /// The database. Its log and its shared memory lie beside it, as SQLite names them.
    package var database: String { path + "/runs.db" }
    var log: String { database + "-wal" }
    var sharedMemory: String { database + "-shm" }
    /// What was received since the last batch.
    var tail: String { path + "/runs.tail" }

    /// Makes the directory and those above it, for the owner and the group. Corresponds to C `mkdir`.
    func create() throws(StoreError) {
        var made = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            made += "/" + part
            if mkdir(made, 0o750) != 0 && errno != EEXIST {
                let error = Errno.current("mkdir")
                // Something above may be closed to us although what is below is not.
                if access(path, F_OK) != 0 { throw StoreError(error, path: made) }
            }
        }
    }

    /// SQLite falls back to reading where it may not write, and then misses its log: the directory
    /// knows the reason. Corresponds to C `access`.
    func explaining(_ error: StoreError) -> StoreError {
        switch error.kind {
        case .missing, .cannotOpen, .readOnly: break
        default: return error
        }
        guard access(path, W_OK) != 0 else { return error }
        return StoreError(Errno.current("access"), path: path)
    }

    /// Size of a file in bytes; nil if it is not there. Corresponds to C `stat`.
    package static func size(_ path: String) -> Int64? {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : nil
    }
}

extension StoreError {
    /// The error of a system call on one of the files.
    init(_ error: Errno, path: String) {
        let kind: Kind =
            switch error.code {
            case ENOSPC: .full
            case EDQUOT: .quota
            case EROFS: .readOnly
            case EACCES, EPERM: .denied
            case ENOENT: .missing
            case EIO: .io
            default: .io
            }
        self.init(
            kind: kind, code: 0, systemCode: error.code, operation: error.operation, path: path,
            reason: error.reason)
    }
}
