/// When the alarm comes again while nobody answers: after 30 s, 2 min, then every 5 min, six passes in all.
package enum Escalation {
    package static let passes = 6

    /// - Parameter played: passes so far, 1 or more.
    /// - Returns: milliseconds of rest before the next pass; nil when that was the last.
    package static func rest(after played: Int, cause: Cause, repetition: AlarmSettings.Repetition)
        -> Int64?
    {
        guard repetition == .escalate, !cause.isOrderly, played < passes else { return nil }
        switch played {
        case 1: return 30_000
        case 2: return 120_000
        default: return 300_000
        }
    }
}
