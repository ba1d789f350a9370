/// The intervals of about the last minute, oldest first: enough to split steps at a moment that is
/// learnt of late.
struct RecentIntervals: Equatable, Sendable {
    private var items: [MotionInterval] = []
    private var first = 0

    /// How long an interval is kept after its end.
    private static let kept = Elapsed(seconds: 90)
    private static let capacity = 512

    mutating func append(_ interval: MotionInterval) {
        items.append(interval)
        let limit = interval.to - Self.kept
        while first < items.count, items[first].to < limit || items.count - first > Self.capacity {
            first += 1
        }
        if first >= 256, first * 2 > items.count {
            items.removeFirst(first)
            first = 0
        }
    }

    /// What was counted after `start`, up to and including `end`.
    func part(after start: Instant, upTo end: Instant) -> MotionInterval.Part {
        var sum = MotionInterval.Part()
        var index = items.count - 1
        while index >= first, items[index].to > start {
            sum += items[index].part(after: start, upTo: end)
            index -= 1
        }
        return sum
    }
}
