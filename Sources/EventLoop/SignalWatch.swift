private import CSystemd
private import Glibc
package import POSIX

/// Calls a handler in the loop when a signal arrives; the signal itself is blocked.
/// Corresponds to C `sd_event_add_signal`.
package final class SignalWatch {
    private var source: OpaquePointer?
    private let handler: () -> Void

    package init(
        _ loop: EventLoop, _ signal: Int32, handler: @escaping () -> Void
    ) throws(Errno) {
        self.handler = handler
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, signal)
        sigprocmask(SIG_BLOCK, &set, nil)
        let callback: sd_event_signal_handler_t = { _, _, box in
            guard let box else { return 0 }
            let watch = Unmanaged<SignalWatch>.fromOpaque(box).takeUnretainedValue()
            watch.handler()
            return 0
        }
        let box = Unmanaged.passUnretained(self).toOpaque()
        try checked(
            "sd_event_add_signal", sd_event_add_signal(loop.raw, &source, signal, callback, box))
    }

    deinit { sd_event_source_disable_unref(source) }
}
