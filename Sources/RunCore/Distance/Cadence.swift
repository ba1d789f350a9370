/// Steps a second over the last readings, from a counter that may report in bursts.
struct Cadence: Equatable, Sendable {
    private var intervals: [MotionInterval] = []

    private static let window = Elapsed(seconds: 15)

    mutating func take(_ interval: MotionInterval) {
        guard interval.from < interval.to else { return }
        intervals.append(interval)
        let limit = interval.to - Self.window
        var old = 0
        while old < intervals.count - 1, intervals[old].to <= limit { old += 1 }
        if old > 0 { intervals.removeFirst(old) }
    }

    /// Steps a second over the window that ends with an interval not taken yet.
    func cadence(with interval: MotionInterval) -> Double {
        var steps = Double(interval.steps)
        let start = min(interval.from, interval.to - Self.window)
        var earliest = interval.from
        for other in intervals where other.to > start && other.to <= interval.from {
            steps += Double(other.part(after: start, upTo: other.to).steps)
            earliest = min(earliest, max(start, other.from))
        }
        let seconds = (interval.to - earliest).seconds
        return seconds > 0 ? steps / seconds : 0
    }

    /// Steps a second up to now; nil if the counter has said nothing lately.
    func cadence(at now: Instant) -> Double? {
        guard let last = intervals.last, now - last.to <= Self.window else { return nil }
        let start = last.to - Self.window
        var steps: Int64 = 0
        var earliest = last.from
        for interval in intervals {
            steps += interval.part(after: start, upTo: interval.to).steps
            earliest = min(earliest, max(start, interval.from))
        }
        let seconds = (last.to - earliest).seconds
        return seconds > 0 ? Double(steps) / seconds : nil
    }
}
