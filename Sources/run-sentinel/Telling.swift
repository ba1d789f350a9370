private import Glibc
internal import POSIX
internal import SentinelProtocol

/// The other ways to be noticed. Each is a process of its own that is started once the sound has begun,
/// so that none can delay it.
enum Telling {
    static func tell(_ cause: Cause, command: String?) {
        Log.write("recording has stopped: \(Announcement.sentence(cause))", .emergency)
        setenv("RUND_ALERT_CAUSE", cause.word, 1)
        if let command { start(["/bin/sh", "-c", command]) }
        guard hasSessionBus else { return }
        for call in Announcement.calls(cause) { start(call) }
    }

    private static var hasSessionBus: Bool {
        if getenv("DBUS_SESSION_BUS_ADDRESS") != nil { return true }
        guard let folder = getenv("XDG_RUNTIME_DIR") else { return false }
        return access(String(cString: folder) + "/bus", F_OK) == 0
    }

    private static func start(_ words: [String]) {
        do throws(Errno) {
            try Launch.detached(words)
        } catch {
            Log.write("\(error)", .warning)
        }
    }
}
