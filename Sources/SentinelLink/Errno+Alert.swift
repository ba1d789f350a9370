private import Glibc
internal import POSIX

extension Errno {
    /// The socket is absent, or left over from a process that is gone.
    var isNobodyThere: Bool { code == ENOENT || code == ECONNREFUSED }

    static let timedOut = Errno(code: ETIMEDOUT, operation: "alert.sock")
}
