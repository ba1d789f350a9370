private import CLinux
private import Glibc

/// Programs that are started and go on by themselves.
package enum Launch {
    /// Starts a program in a session of its own, with the null device for its output and no signal ignored or blocked.
    ///
    /// - Parameters:
    ///   - words: the program's path and its arguments.
    ///   - input: what it reads; the null device if nil.
    /// - Returns: its process id.
    /// Corresponds to C `posix_spawn`.
    @discardableResult
    package static func detached(_ words: [String], input: Int32? = nil) throws(Errno) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input, 0)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        let newSession: Int16 = 0x80  // POSIX_SPAWN_SETSID, which the header hides.
        let flags = Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | newSession
        posix_spawnattr_setflags(&attributes, flags)
        var arguments: [UnsafeMutablePointer<CChar>?] =
            words.map { (word: String) in strdup(word) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, words[0], &actions, &attributes, &arguments, environ)
        guard code == 0 else { throw Errno(code: code, operation: "posix_spawn \(words[0])") }
        return pid
    }

    /// Runs a program with this one's input and output, and waits for its end.
    ///
    /// - Parameter words: the program's name, found through PATH, and its arguments.
    /// - Returns: its exit code; that of a signal is 128 and more, as in a shell.
    /// Corresponds to C `posix_spawnp`, `waitpid`.
    package static func andWait(_ words: [String]) throws(Errno) -> Int32 {
        var arguments: [UnsafeMutablePointer<CChar>?] =
            words.map { (word: String) in strdup(word) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var pid: pid_t = 0
        let code = posix_spawnp(&pid, words[0], nil, nil, &arguments, environ)
        guard code == 0 else { throw Errno(code: code, operation: "posix_spawn \(words[0])") }
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0 {
            guard errno == EINTR else { throw Errno.current("waitpid") }
        }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
}
