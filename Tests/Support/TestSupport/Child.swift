private import Glibc

/// A program that a test started: in a session of its own, output in files, killed at the latest
/// when its owner goes.
package final class Child {
    package let pid: Int32
    /// Files that hold what the program wrote.
    package let standardOutput: String
    package let standardError: String
    private var ended: Ending?

    package enum Ending: Equatable, Sendable, CustomStringConvertible {
        case exited(Int32)
        case signalled(Int32)

        package var description: String {
            switch self {
            case .exited(let code): "exit code \(code)"
            case .signalled(let signal): "signal \(signal)"
            }
        }
    }

    /// Starts `arguments[0]`, found on PATH, with standard input from /dev/null.
    /// Corresponds to C `posix_spawnp` with a new session, no blocked and no ignored signals.
    package init(
        _ arguments: [String], environment: [String: String], output: String, errors: String
    ) throws(Failure) {
        standardOutput = output
        standardError = errors
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let writing = O_WRONLY | O_CREAT | O_APPEND
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, writing, 0o644)
        posix_spawn_file_actions_addopen(&actions, 2, errors, writing, 0o644)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        let newSession: Int32 = 0x80  // POSIX_SPAWN_SETSID, which Swift's Glibc does not show
        posix_spawnattr_setflags(
            &attributes,
            Int16(newSession | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)))

        var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        var envp: [UnsafeMutablePointer<CChar>?] =
            environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (argv + envp).forEach { free($0) } }
        var started: Int32 = 0
        let error = posix_spawnp(&started, arguments[0], &actions, &attributes, &argv, &envp)
        guard error == 0 else {
            throw Failure("\(arguments[0]): \(String(cString: strerror(error)))")
        }
        pid = started
    }

    deinit { _ = kill() }

    package var output: String { Files.text(standardOutput) }
    package var errors: String { Files.text(standardError) }

    package var isRunning: Bool { poll() == nil }

    /// How it ended; nil while it runs.
    package func poll() -> Ending? {
        if let ended { return ended }
        var status: Int32 = 0
        guard waitpid(pid, &status, WNOHANG) == pid else { return nil }
        let signal = status & 0x7f
        ended = signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
        return ended
    }

    package func signal(_ number: Int32) {
        if poll() == nil { _ = Glibc.kill(pid, number) }
    }

    /// - Throws: `Failure` with both outputs if it still runs after `seconds`.
    @discardableResult
    package func wait(seconds: Double = 30) throws(Failure) -> Ending {
        let deadline = monotonicSeconds() + seconds
        while true {
            if let ending = poll() { return ending }
            if monotonicSeconds() >= deadline { break }
            pause(seconds: 0.003)
        }
        throw Failure("pid \(pid) still runs after \(seconds) s\n\(output)\n\(errors)")
    }

    /// Ends it and its process group at once.
    @discardableResult
    package func kill() -> Ending? {
        if let ended { return ended }
        _ = Glibc.kill(-pid, SIGKILL)
        _ = Glibc.kill(pid, SIGKILL)
        eventually(within: 10) { poll() != nil }
        return ended
    }
}
