private import CSystemd
private import Glibc
package import POSIX

/// Calls a handler once when a moment has come, and rests until it is set again.
/// Corresponds to C `sd_event_add_time`.
package final class Timer {
    package enum Clock: Sendable {
        /// Counts through suspend (CLOCK_BOOTTIME).
        case boot
        /// Stands still in suspend (CLOCK_MONOTONIC).
        case monotonic

        fileprivate var raw: clockid_t {
            switch self {
            case .boot: CLOCK_BOOTTIME
            case .monotonic: CLOCK_MONOTONIC
            }
        }
    }

    private var source: OpaquePointer?
    private let handler: () -> Void

    /// - Parameter accuracy: microseconds that the call may be late so that wake-ups fall together;
    ///   at least 1.
    package init(
        _ loop: EventLoop, on clock: Clock, accuracy: UInt64, handler: @escaping () -> Void
    ) throws(Errno) {
        self.handler = handler
        let callback: sd_event_time_handler_t = { _, _, box in
            guard let box else { return 0 }
            let timer = Unmanaged<Timer>.fromOpaque(box).takeUnretainedValue()
            timer.handler()
            return 0
        }
        let box = Unmanaged.passUnretained(self).toOpaque()
        try checked(
            "sd_event_add_time",
            sd_event_add_time(
                loop.raw, &source, clock.raw, UInt64.max, max(1, accuracy), callback, box))
        sd_event_source_set_enabled(source, Int32(SD_EVENT_OFF))
    }

    deinit { sd_event_source_disable_unref(source) }

    /// Sets the moment, in microseconds of the timer's clock; one in the past fires at once.
    package func set(at microseconds: Int64) {
        sd_event_source_set_time(source, UInt64(max(0, microseconds)))
        sd_event_source_set_enabled(source, Int32(SD_EVENT_ONESHOT))
    }

    /// Forgets the moment.
    package func clear() { sd_event_source_set_enabled(source, Int32(SD_EVENT_OFF)) }
}
