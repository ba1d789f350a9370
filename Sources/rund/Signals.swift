private import Glibc

/// Signals that the recorder takes as a wish.
enum Signals {
    /// All of them mean: end. A terminal that closes is no reason to lose the alert.
    static let toEnd: [Int32] = [SIGTERM, SIGINT, SIGHUP]

    static func name(_ signal: Int32) -> String {
        switch signal {
        case SIGTERM: "SIGTERM"
        case SIGINT: "SIGINT"
        case SIGHUP: "SIGHUP"
        default: "signal \(signal)"
        }
    }
}
