private import CSystemd
private import Glibc
package import POSIX

/// Calls a handler once when a child process has ended. Dropping it leaves the child alone.
/// Corresponds to C `sd_event_add_child`.
package final class ChildWatch {
    /// How a process ended.
    package enum End: Equatable, Sendable {
        case exited(code: Int32)
        case killed(signal: Int32)
    }

    private var source: OpaquePointer?
    private let handler: (End) -> Void

    package init(
        _ loop: EventLoop, process: Int32, handler: @escaping (End) -> Void
    ) throws(Errno) {
        self.handler = handler
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGCHLD)
        sigprocmask(SIG_BLOCK, &set, nil)
        let callback: sd_event_child_handler_t = { _, info, box in
            guard let box, let info else { return 0 }
            let watch = Unmanaged<ChildWatch>.fromOpaque(box).takeUnretainedValue()
            let status = info.pointee._sifields._sigchld.si_status
            watch.handler(
                info.pointee.si_code == CLD_EXITED
                    ? .exited(code: status) : .killed(signal: status))
            return 0
        }
        let box = Unmanaged.passUnretained(self).toOpaque()
        try checked(
            "sd_event_add_child",
            sd_event_add_child(loop.raw, &source, process, WEXITED, callback, box))
    }

    deinit { sd_event_source_disable_unref(source) }
}
