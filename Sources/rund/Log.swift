private import Glibc

/// Lines for the journal, or for whoever looks at standard error.
enum Log {
    /// As syslog counts them (sd-daemon(3)).
    enum Level: Int {
        case emergency = 0
        case error = 3
        case warning = 4
        case info = 6
    }

    static func info(_ text: String) { write(.info, text) }

    static func warning(_ text: String) { write(.warning, text) }

    static func error(_ text: String) { write(.error, text) }

    static func emergency(_ text: String) { write(.emergency, text) }

    private static func write(_ level: Level, _ text: String) {
        let line = text.split(separator: "\n", omittingEmptySubsequences: false)
            .joined(separator: " ")
        let bytes = Array("\(prefix(level))\(line)\n".utf8)
        // A closed standard error is no reason to stop recording.
        _ = Glibc.write(2, bytes, bytes.count)
    }

    /// The journal takes the level from the line; a person needs the name of the program.
    private static func prefix(_ level: Level) -> String {
        if getenv("JOURNAL_STREAM") != nil { return "<\(level.rawValue)>" }
        switch level {
        case .info: return "rund: "
        case .warning: return "rund: warning: "
        case .error, .emergency: return "rund: error: "
        }
    }

    /// Prints to standard output. Corresponds to C `write`.
    static func print(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.write(1, bytes, bytes.count)
    }

    /// Prints an error and what to do about it, as every program here does.
    static func fail(_ reason: String, hint: String? = nil) {
        error(reason)
        if let hint {
            let bytes = Array("hint: \(hint)\n".utf8)
            _ = Glibc.write(2, bytes, bytes.count)
        }
    }
}
