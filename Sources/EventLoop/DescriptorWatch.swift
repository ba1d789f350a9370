private import CLinux
private import CSystemd
package import POSIX

/// What a descriptor is ready for, or what one waits for.
package struct Readiness: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let readable = Readiness(rawValue: EPOLLIN.rawValue)
    package static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
    /// The other side closed; reported even if not asked for.
    package static let hungUp = Readiness(rawValue: EPOLLHUP.rawValue)
    /// An error is pending; reported even if not asked for.
    package static let failed = Readiness(rawValue: EPOLLERR.rawValue)
    /// Something exceptional, such as an attribute in sysfs that changed.
    package static let priority = Readiness(rawValue: EPOLLPRI.rawValue)
}

/// Calls a handler whenever a descriptor is ready. Drop it before the descriptor is closed.
/// Corresponds to C `sd_event_add_io`.
package final class DescriptorWatch {
    private var source: OpaquePointer?
    private let handler: (Readiness) -> Void

    /// - Parameter descriptor: stays the caller's; it must be open as long as the watch lives.
    package init(
        _ loop: EventLoop, _ descriptor: Int32, for interest: Readiness,
        handler: @escaping (Readiness) -> Void
    ) throws(Errno) {
        self.handler = handler
        let callback: sd_event_io_handler_t = { _, _, events, box in
            guard let box else { return 0 }
            let watch = Unmanaged<DescriptorWatch>.fromOpaque(box).takeUnretainedValue()
            watch.handler(Readiness(rawValue: events))
            return 0
        }
        let box = Unmanaged.passUnretained(self).toOpaque()
        try checked(
            "sd_event_add_io",
            sd_event_add_io(loop.raw, &source, descriptor, interest.rawValue, callback, box))
    }

    deinit { sd_event_source_disable_unref(source) }

    /// Watches no more, from now on: what dropping the watch does, also within its own handler,
    /// which else holds it to its end. Corresponds to C `sd_event_source_disable_unref`.
    package func cancel() {
        sd_event_source_disable_unref(source)
        source = nil
    }

    /// Waits for something else from now on; an empty set rests.
    /// Corresponds to C `sd_event_source_set_io_events`.
    package func wait(for interest: Readiness) {
        guard let source else { return }
        sd_event_source_set_io_events(source, interest.rawValue)
    }
}
