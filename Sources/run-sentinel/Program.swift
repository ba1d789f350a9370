private import Glibc

/// The command line: `run-sentinel` under systemd, `run-sentinel --fd 3` as a recorder's own child.
enum Program {
    private static let usage = """
        usage: run-sentinel [--fd NUMBER]

        Watches a recorder over the socket that it is given and sounds the alert when the recorder
        dies. rund or systemd (rund-sentinel.socket) starts it; there is nothing to start by hand.

        """

    static func run(_ arguments: [String]) -> Int32 {
        let words = Array(arguments.dropFirst())
        if let (remembered, stuck) = Escape.begin(words) {
            Log.write("\(stuck.last ?? "a device") did not come back from a call", .warning)
            prepareSignals()
            return Sentinel(remembered, stuck: stuck)?.run() ?? 64
        }
        if words == ["--help"] || words == ["-h"] {
            print(usage, terminator: "")
            return 0
        }
        guard words.isEmpty || words.count == 2 && words[0] == "--fd" else {
            Log.write("error: unknown option \(words.joined(separator: " "))\n" + usage)
            return 64
        }
        let descriptor = words.isEmpty ? passedBySystemd() : Int32(words[1])
        guard let descriptor, isSocket(descriptor) else {
            Log.write("error: there is no connection to a recorder: rund or systemd starts this")
            return 64
        }
        dropPrivateVariables()
        prepareSignals()
        return Sentinel(link: descriptor).run()
    }

    private static func prepareSignals() {
        signal(SIGPIPE, SIG_IGN)
        // Hooks are started and forgotten; the kernel collects them.
        signal(SIGCHLD, SIG_IGN)
    }

    /// The connection that systemd accepted; a restarted instance of the template comes up without one.
    private static func passedBySystemd() -> Int32? {
        guard variable("LISTEN_FDS") == "1", variable("LISTEN_PID") == String(getpid())
        else { return nil }
        _ = fcntl(3, F_SETFD, FD_CLOEXEC)
        return 3
    }

    private static func isSocket(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }

    /// These speak to the service manager in the recorder's name, and must not reach a hook either.
    private static func dropPrivateVariables() {
        for name in [
            "NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC", "LISTEN_PID", "LISTEN_FDS",
            "LISTEN_FDNAMES",
        ] {
            unsetenv(name)
        }
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
