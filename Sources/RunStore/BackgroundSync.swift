private import CLinux
private import Glibc
internal import POSIX

/// A sync that the kernel does beside us, so that a disk that stands still for seconds does not
/// hold up the loop. One at a time. Corresponds to C `io_submit` with `IOCB_CMD_FDSYNC`.
struct BackgroundSync: ~Copyable {
    private let context: UInt
    private(set) var isRunning = false

    /// - Throws: `Errno` where the kernel or a filter of system calls does not have it.
    init() throws(Errno) {
        var context: UInt = 0
        guard rund_aio_setup(&context) == 0 else { throw Errno.current("io_setup") }
        self.context = context
    }

    // Waits for a sync that runs: it uses a descriptor that its owner closes next.
    deinit { rund_aio_destroy(context) }

    /// Begins to sync a file. Corresponds to C `fdatasync`.
    mutating func begin(_ file: Int32) throws(Errno) {
        _ = try check("io_submit") { rund_aio_sync(context, file) }
        isRunning = true
    }

    /// - Parameter waiting: until it is done, however long that takes.
    /// - Returns: whether none runs any more.
    /// - Throws: the error of the sync.
    mutating func collect(waiting: Bool) throws(Errno) -> Bool {
        guard isRunning else { return true }
        var result: Int64 = 0
        let count = try check("io_getevents") {
            rund_aio_result(context, waiting ? 1 : 0, &result)
        }
        guard count == 1 else { return false }
        isRunning = false
        if result < 0 { throw Errno(code: Int32(-result), operation: "fdatasync") }
        return true
    }
}
