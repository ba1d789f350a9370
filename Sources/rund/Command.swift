internal import Settings

/// What the command line asks for.
enum Command: Equatable {
    case record(Options)
    /// Look at the settings, say what is wrong, and end.
    case check(Options)
    case help
    case version

    struct Options: Equatable {
        var locations = Locations.Options()
        /// A sensor log that is played in place of the sensors.
        var source: LogSource?
    }

    /// Why the command line is not understood.
    struct UsageError: Error, Equatable {
        var reason: String
    }

    static let usage = """
        usage: rund [--runtime-dir DIR] [--state-dir DIR] [--config FILE] [--source log:FILE[@SPEED]]

        Records a run, walk or hike in the foreground, and sounds an alert when recording stops
        although it should go on. Control it with runctl.

          --runtime-dir DIR  where its sockets are (default: /run/rund, or $XDG_RUNTIME_DIR/rund)
          --state-dir DIR    where runs are kept (default: /var/lib/rund, or ~/.local/state/rund)
          --config FILE      settings (default: /etc/rund/rund.conf, or ~/.config/rund/rund.conf)
          --source log:FILE  play a sensor log in place of the sensors; @SPEED: so many times faster
          --check-config     say whether the settings have a fault, and end: 0 none, 78 one
          --version          print the version
          --help             print this

        """

    static func parse(_ arguments: [String]) throws(UsageError) -> Command {
        var options = Options()
        var rest = arguments[...]
        var isCheck = false
        while let argument = rest.popFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1).map { String($0) }
            let name = argument.hasPrefix("--") ? parts[0] : argument
            func value() throws(UsageError) -> String {
                if name != argument, parts.count == 2 { return parts[1] }
                guard let next = rest.popFirst(), !next.isEmpty else {
                    throw UsageError(reason: "\(name) needs a value")
                }
                return next
            }
            switch name {
            case "--help", "-h": return .help
            case "--version": return .version
            case "--check-config": isCheck = true
            case "--runtime-dir": options.locations.runtimeDirectory = try value()
            case "--state-dir": options.locations.stateDirectory = try value()
            case "--config": options.locations.configurationFile = try value()
            case "--source":
                let text = try value()
                guard let source = LogSource(text) else {
                    throw UsageError(
                        reason: "--source: expected log:FILE or log:FILE@SPEED, found \(text)")
                }
                options.source = source
            default:
                throw UsageError(
                    reason: argument.hasPrefix("-")
                        ? "unknown option \(argument)" : "unexpected argument \(argument)")
            }
        }
        return isCheck ? .check(options) : .record(options)
    }
}

/// A sensor log to be played, and how fast.
struct LogSource: Equatable {
    var file: String
    /// So many times faster than it was recorded.
    var speed: Double

    /// - Parameter text: `log:FILE` or `log:FILE@SPEED`.
    init?(_ text: String) {
        guard text.hasPrefix("log:") else { return nil }
        let rest = text.dropFirst(4)
        file = String(rest)
        speed = 1
        if let at = rest.lastIndex(of: "@"), let number = Double(rest[rest.index(after: at)...]) {
            guard number > 0, number <= 100_000 else { return nil }
            file = String(rest[..<at])
            speed = number
        }
        if file.isEmpty { return nil }
    }
}
