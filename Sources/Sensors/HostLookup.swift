private import Glibc
internal import POSIX

/// Looks a host's name up in another process, so that a name server that does not answer stops
/// nobody here. Corresponds to the program `getent`.
final class HostLookup {
    private let output: Descriptor
    private let process: pid_t
    private var text: [UInt8] = []

    init(_ host: String) throws(Errno) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Errno.current("pipe") }
        output = Descriptor(owning: ends[0])
        let input = Descriptor(owning: ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        process = try Self.spawn(host, output: input.raw)
    }

    deinit {
        // It has closed its output, or is no longer wanted.
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }

    /// Readable when there is an answer.
    var descriptor: Int32 { output.raw }

    /// - Returns: the addresses, nothing if there are none; nil while there is no answer yet.
    func addresses(port: UInt16) -> [HostAddress]? {
        while text.count < 64 << 10 {
            switch Transfer.read(output.raw, into: &text, limit: 4096) {
            case .bytes: continue
            case .wouldBlock: return nil
            case .closed, .failed: break
            }
            break
        }
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
        let names = lines.filter { $0.contains("STREAM") }.compactMap {
            $0.split(separator: " ").first
        }
        return names.flatMap { HostAddress.numeric(String($0), port: port) }
    }

    private static func spawn(_ host: String, output: Int32) throws(Errno) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_RDWR, 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The loop blocks the signals that it reads.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let words = ["getent", "ahosts", host]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        defer { arguments.forEach { free($0) } }
        arguments.append(nil)
        var process: pid_t = 0
        let result = posix_spawnp(
            &process, "getent", &actions, &attributes, arguments, environ)
        guard result == 0 else { throw Errno(code: result, operation: "posix_spawn") }
        return process
    }
}
