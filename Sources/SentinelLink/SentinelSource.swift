private import CLinux
private import Glibc
internal import POSIX

/// Where sentinels come from: a socket of systemd's, and a program to spawn if there is none.
package struct SentinelSource: Equatable, Sendable {
    /// Path of systemd's socket; every connection to it is a new sentinel in a control group of its own.
    package var socket: String?
    /// Path of `run-sentinel`.
    package var executable: String

    package init(socket: String?, executable: String) {
        self.socket = socket
        self.executable = executable
    }

    /// What a child must not inherit: it would speak to the service manager in our name.
    private static let privateVariables = ["NOTIFY_SOCKET", "WATCHDOG_", "LISTEN_"]
    /// `POSIX_SPAWN_SETSID`, which the header hides.
    private static let newSession: Int16 = 0x80

    /// Starts a sentinel of our own: new session, no signals blocked, no descriptor but its end of the link.
    /// - Returns: its process id and our end of the link.
    /// - Throws: `Errno` of the call that failed.
    /// Corresponds to C `posix_spawn`.
    func spawn() throws(Errno) -> (pid: Int32, link: Int32) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        _ = try check("socketpair") { socketpair(AF_UNIX, kind, 0, &ends) }
        let ours = Descriptor(owning: ends[0])
        let theirs = Descriptor(owning: ends[1])
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, 2, 1)
        posix_spawn_file_actions_adddup2(&actions, theirs.raw, 3)
        posix_spawn_file_actions_addclosefrom_np(&actions, 4)
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        let flags = Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | Self.newSession
        posix_spawnattr_setflags(&attributes, flags)
        let pid = try launch(&actions, &attributes)
        return (pid, ours.release())
    }

    private func launch(
        _ actions: inout posix_spawn_file_actions_t, _ attributes: inout posix_spawnattr_t
    ) throws(Errno) -> Int32 {
        var arguments: [UnsafeMutablePointer<CChar>?] =
            [executable, "--fd", "3"].map { (text: String) in strdup(text) } + [nil]
        var environment: [UnsafeMutablePointer<CChar>?] =
            Self.environment().map { (text: String) in strdup(text) } + [nil]
        defer { for pointer in arguments + environment { free(pointer) } }
        var pid: pid_t = 0
        let code = posix_spawn(
            &pid, executable, &actions, &attributes, &arguments, &environment)
        guard code == 0 else { throw Errno(code: code, operation: "posix_spawn \(executable)") }
        return pid
    }

    private static func environment() -> [String] {
        var result: [String] = []
        var place = environ
        while let entry = place.pointee {
            let text = String(cString: entry)
            if !privateVariables.contains(where: { text.hasPrefix($0) }) { result.append(text) }
            place += 1
        }
        return result
    }
}
