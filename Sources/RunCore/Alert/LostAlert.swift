/// Decides when a person is told, aloud but gently, that nothing measures the distance any more.
///
/// After 60 s without any source, only where there was a fix before, once an outage, and at most
/// every ten minutes. Times are on the run's clock.
package struct LostAlert: Equatable, Sendable {
    private var lastAlert: Instant?
    /// The beginning of the outage that was told.
    private var told: Instant?

    private static let patience = Elapsed(microseconds: 60_000_000)
    private static let interval = Elapsed(microseconds: 600_000_000)

    package init() {}

    /// When `isDue` may say yes; nil if only an event can change that.
    package func deadline(_ summary: RunSummary) -> Instant? {
        guard summary.state == .running, summary.source == .none, summary.fixes > 0,
            let since = summary.since, since != told
        else { return nil }
        let earliest = since + Self.patience
        return lastAlert.map { max(earliest, $0 + Self.interval) } ?? earliest
    }

    /// - Returns: true once, when it is time to say it.
    package mutating func isDue(_ summary: RunSummary, at moment: Instant) -> Bool {
        guard let deadline = deadline(summary), deadline <= moment else { return false }
        told = summary.since
        lastAlert = moment
        return true
    }
}
