private import Glibc

/// Signals that the recorder takes as a wish.
enum Signals {
    /// All of them mean: end. A terminal that closes is no reason to lose the alert.
    static let toEnd: [Int32] = [SIGTERM, SIGINT, SIGHUP]

    /// A crash ends the process at once: Swift's own handler keeps it for seconds while it writes
    /// a backtrace, and until then nobody learns that recording has stopped.
    static func crashAtOnce() {
        for number in [SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE, SIGTRAP] {
            signal(number, SIG_DFL)
        }
    }

    static func name(_ signal: Int32) -> String {
        switch signal {
        case SIGTERM: "SIGTERM"
        case SIGINT: "SIGINT"
        case SIGHUP: "SIGHUP"
        default: "signal \(signal)"
        }
    }
}
