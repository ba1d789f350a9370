private import CSystemd
package import POSIX

/// The one loop of a program: sleeps until a descriptor, a deadline, a signal or a child needs it.
///
/// A handler runs to its end before the next one begins; there is no second thread. Whatever a
/// registration returns must be kept: when it goes, the handler is never called again.
/// Corresponds to C `sd_event`.
package final class EventLoop {
    let raw: OpaquePointer

    /// - Throws: `Errno` when the kernel has no descriptor left for the loop.
    package init() throws(Errno) {
        var event: OpaquePointer?
        let result = sd_event_new(&event)
        guard let event else { throw Errno(code: -result, operation: "sd_event_new") }
        raw = event
    }

    deinit { sd_event_unref(raw) }

    /// Runs handlers until `exit` is called, and answers with its code.
    /// Corresponds to C `sd_event_loop`.
    package func run() throws(Errno) -> Int32 {
        try checked("sd_event_loop", sd_event_loop(raw))
    }

    /// Waits for one event, at most `microseconds`, and runs its handlers.
    ///
    /// - Returns: whether anything was handled.
    /// Corresponds to C `sd_event_run`.
    @discardableResult
    package func runOnce(atMost microseconds: UInt64) throws(Errno) -> Bool {
        try checked("sd_event_run", sd_event_run(raw, microseconds)) > 0
    }

    /// Ends `run` after the handler that is running now. Corresponds to C `sd_event_exit`.
    package func exit(_ code: Int32) { sd_event_exit(raw, code) }

    /// Tells the service manager's watchdog that the loop turns, as often as it wants to hear.
    ///
    /// - Returns: whether a watchdog is set for this process.
    /// Corresponds to C `sd_event_set_watchdog`.
    @discardableResult
    package func feedWatchdog() throws(Errno) -> Bool {
        try checked("sd_event_set_watchdog", sd_event_set_watchdog(raw, 1)) > 0
    }
}

/// Turns the negative error numbers of libsystemd into `Errno`.
@discardableResult
func checked(_ operation: String, _ result: Int32) throws(Errno) -> Int32 {
    guard result >= 0 else { throw Errno(code: -result, operation: operation) }
    return result
}
