/// An alarm in words and as calls on the session bus, for whoever has to tell of it.
package enum Announcement {
    package static func sentence(_ cause: Cause) -> String {
        switch cause {
        case .died: "the recorder died"
        case .hung: "the recorder does not answer"
        case .fired(.terminated): "the recorder was told to end during a run"
        case .fired: "the recorder cannot go on"
        }
    }

    /// The programs that show it on a desktop and on a phone, with their arguments.
    package static func calls(_ cause: Cause) -> [[String]] { [notification(cause), feedback] }

    /// Corresponds to `Notify` of org.freedesktop.Notifications; urgency 2 stays until it is closed.
    private static func notification(_ cause: Cause) -> [String] {
        call("org.freedesktop.Notifications", "/org/freedesktop/Notifications", "Notify")
            + ["susssasa{sv}i", "rund", "0", "dialog-warning", "Recording has stopped"]
            + [sentence(cause), "0", "1", "urgency", "y", "2", "0"]
    }

    /// Corresponds to `TriggerFeedback` of org.sigxcpu.Feedback: vibration and light on phones.
    private static let feedback =
        call("org.sigxcpu.Feedback", "/org/sigxcpu/Feedback", "TriggerFeedback")
        + ["ssa{sv}i", "rund", "alarm-clock-elapsed", "0", "10"]

    private static func call(_ service: String, _ path: String, _ method: String) -> [String] {
        ["/usr/bin/busctl", "--user", "--timeout=5", "call", service, path, service, method]
    }
}
