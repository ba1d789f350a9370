private import CSystemd

/// What a daemon tells the service manager that started it; without one, nothing happens.
/// Corresponds to C `sd_notify`.
package enum ServiceManager {
    /// Ready to serve, with a line for `systemctl status`.
    package static func ready(_ status: String) {
        sd_notify(0, "READY=1\nSTATUS=\(oneLine(status))")
    }

    package static func status(_ status: String) { sd_notify(0, "STATUS=\(oneLine(status))") }

    package static func stopping(_ status: String) {
        sd_notify(0, "STOPPING=1\nSTATUS=\(oneLine(status))")
    }

    /// Asks for `microseconds` more before the manager loses patience with start or stop.
    package static func extendTimeout(microseconds: Int64) {
        sd_notify(0, "EXTEND_TIMEOUT_USEC=\(microseconds)")
    }

    private static func oneLine(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 })
    }
}
