/// What the exit code says, as in sysexits.h where that has a word for it.
enum ExitStatus: Int32 {
    case success = 0
    /// The answer is no, or only a part could be done.
    case negative = 1
    case usage = 64
    /// Nothing usable in the input.
    case data = 65
    /// rund is not reachable.
    case unavailable = 69
    /// A fault of this program or of rund.
    case fault = 70
    /// Reading or writing failed.
    case inputOutput = 74
    case configuration = 78
}
