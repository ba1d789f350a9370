private import CLinux
private import Glibc
internal import SentinelProtocol

/// The other ways to be noticed. Each is a process of its own that is started once the sound has begun,
/// so that none can delay it.
enum Telling {
    static func tell(_ cause: Cause, command: String?) {
        Log.write("recording has stopped: the recorder \(words(cause))", .emergency)
        if let command { spawn(["/bin/sh", "-c", command], cause) }
        guard hasSessionBus else { return }
        spawn(notification(cause), cause)
        spawn(feedback, cause)
    }

    /// Nothing could be heard: what is left is the machine's own beeper.
    static func soundFailed(_ reason: String) {
        Log.write("the alert could not be played: \(reason)", .emergency)
        Beeper.beep()
    }

    private static func words(_ cause: Cause) -> String {
        switch cause {
        case .died: "died"
        case .hung: "does not answer"
        case .fired(.terminated): "was told to end during a run"
        case .fired: "cannot go on"
        }
    }

    private static var hasSessionBus: Bool {
        if getenv("DBUS_SESSION_BUS_ADDRESS") != nil { return true }
        guard let folder = getenv("XDG_RUNTIME_DIR") else { return false }
        return access(String(cString: folder) + "/bus", F_OK) == 0
    }

    /// Corresponds to `Notify` of org.freedesktop.Notifications; urgency 2 stays until it is closed.
    private static func notification(_ cause: Cause) -> [String] {
        call("org.freedesktop.Notifications", "/org/freedesktop/Notifications", "Notify")
            + ["susssasa{sv}i", "rund", "0", "dialog-warning", "Recording has stopped"]
            + ["The recorder \(words(cause)).", "0", "1", "urgency", "y", "2", "0"]
    }

    /// Corresponds to `TriggerFeedback` of org.sigxcpu.Feedback: vibration and light on phones.
    private static let feedback =
        call("org.sigxcpu.Feedback", "/org/sigxcpu/Feedback", "TriggerFeedback")
        + ["ssa{sv}i", "rund", "alarm-clock-elapsed", "0", "10"]

    private static func call(_ service: String, _ path: String, _ method: String) -> [String] {
        ["/usr/bin/busctl", "--user", "--timeout=5", "call", service, path, service, method]
    }

    /// Starts it and forgets it. Corresponds to C `posix_spawn`.
    private static func spawn(_ words: [String], _ cause: Cause) {
        setenv("RUND_ALERT_CAUSE", cause.word, 1)
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        // Ignored signals would stay ignored in the child.
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        let newSession: Int16 = 0x80
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF) | newSession)
        var arguments: [UnsafeMutablePointer<CChar>?] =
            words.map { (word: String) in strdup(word) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, words[0], &actions, &attributes, &arguments, environ)
        if code != 0 { Log.write("\(words[0]) was not started: error \(code)", .warning) }
    }
}
