/// What the step counter has said, for those who want to know about a stretch of time.
struct StepView {
    let recent: RecentIntervals
    /// The counter has spoken about the time up to here; nil if there is no living counter.
    let spoken: Instant?

    /// Steps within a stretch of time; nil if the counter cannot (yet) tell.
    func count(after start: Instant, upTo end: Instant) -> Double? {
        guard let spoken, spoken >= end else { return nil }
        return Double(recent.part(after: start, upTo: end).steps)
    }

    /// The counter lives, but it has said nothing around that moment.
    func isSilent(at time: Instant) -> Bool {
        spoken.map { time - $0 > Elapsed(seconds: 6) } ?? false
    }
}
