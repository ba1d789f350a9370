private import Glibc

/// Where a command gets its surroundings from and where its words go.
struct Context {
    var out: Output
    var err: Output
    var environment: Environment
    /// Standard output is a terminal that a person looks at.
    var isTerminal: Bool

    static func system() -> Context {
        Context(
            out: Output(descriptor: STDOUT_FILENO), err: Output(descriptor: STDERR_FILENO),
            environment: Environment.system(), isTerminal: isatty(STDOUT_FILENO) == 1)
    }

    /// Something that a person should know though the command goes on.
    func warn(_ message: String) {
        out.flush()
        err.write("runctl: warning: \(message)\n")
        err.flush()
    }
}

/// The environment variables that matter, read when they are asked for.
struct Environment {
    private let read: (String) -> String?

    /// The process's own. Corresponds to C `getenv`.
    static func system() -> Environment {
        Environment { name in getenv(name).map { String(cString: $0) } }
    }

    init(_ values: [String: String]) {
        read = { values[$0] }
    }

    private init(read: @escaping (String) -> String?) {
        self.read = read
    }

    /// The value of a variable that is set and not empty.
    subscript(name: String) -> String? {
        guard let value = read(name), !value.isEmpty else { return nil }
        return value
    }
}
