/// Heart rate and cadence of a run, kept to be put to the points of its track.
///
/// A point comes seconds after its fix, when the smoother is sure of it; what the body did at the
/// time of the fix is then history.
package struct BodySignals: Sendable {
    private var beats: [(time: Instant, bpm: Int)] = []
    /// Cadence as foot pods tell it.
    private var pods: [(time: Instant, cadence: Double)] = []
    /// Steps since the first reading, over resets and boots.
    private var steps: [(time: Instant, count: Int64)] = []
    private var last: StepReading?

    /// A reading holds so long.
    private static let patience = Elapsed(seconds: 10)
    /// Steps are counted so long before and after a point: counters hold back ten and then burst.
    private static let window = Elapsed(seconds: 8)

    package init() {}

    package mutating func note(_ event: Event) {
        switch event.payload {
        case .heart(let reading): beats.append((event.time, reading.bpm))
        case .foot(let reading):
            guard let cadence = reading.cadence, cadence.isFinite else { return }
            pods.append((event.time, cadence))
        case .steps(let reading): note(reading, at: event.time)
        case .start, .fix, .acceleration, .pressure, .pause, .resume, .lap, .mark, .segment,
            .restart, .stop:
            return
        }
    }

    private mutating func note(_ reading: StepReading, at time: Instant) {
        defer { last = reading }
        var gain: Int64 = 0
        if let last, last.boot == reading.boot, reading.count > last.count {
            let (difference, overflow) = reading.count.subtractingReportingOverflow(last.count)
            gain = overflow ? 0 : min(difference, 1_000_000)
        }
        guard steps.last.map({ $0.time < time }) ?? true else { return }
        steps.append((time, (steps.last?.count ?? 0) + gain))
    }

    /// The point with what was heard of the body at its time, where it does not say so itself.
    package func completed(_ point: TrackPoint) -> TrackPoint {
        var point = point
        if let beat = Self.latest(beats, at: point.time, \.time) { point.heart = beat.bpm }
        if point.cadence == nil {
            point.cadence =
                Self.latest(pods, at: point.time, \.time)?.cadence ?? counted(at: point.time)
        }
        return point
    }

    /// Steps a minute around a moment, the slope of the counter's line of least squares: steps are whole,
    /// and the difference of two of them would jump. Nil where nothing was counted.
    private func counted(at time: Instant) -> Double? {
        let first = Self.index(steps, after: time - Self.window, \.time)
        let end = Self.index(steps, after: time + Self.window, \.time)
        guard end - first >= 2 else { return nil }
        let (from, to) = (steps[first], steps[end - 1])
        guard (to.time - from.time).seconds >= 2, to.count > from.count else { return nil }
        var (sumTime, sumCount, sumSquare, sumProduct) = (0.0, 0.0, 0.0, 0.0)
        for step in steps[first..<end] {
            let seconds = (step.time - from.time).seconds
            let count = Double(step.count - from.count)
            sumTime += seconds
            sumCount += count
            sumSquare += seconds * seconds
            sumProduct += seconds * count
        }
        let number = Double(end - first)
        let slope =
            (number * sumProduct - sumTime * sumCount) / (number * sumSquare - sumTime * sumTime)
        return slope * 60
    }

    private static func latest<Reading>(
        _ readings: [Reading], at time: Instant, _ moment: (Reading) -> Instant
    ) -> Reading? {
        let next = index(readings, after: time, moment)
        guard next > 0 else { return nil }
        let reading = readings[next - 1]
        return time - moment(reading) <= patience ? reading : nil
    }

    /// The first index whose moment is later; readings are in the order of their time.
    private static func index<Reading>(
        _ readings: [Reading], after time: Instant, _ moment: (Reading) -> Instant
    ) -> Int {
        var (low, high) = (0, readings.count)
        while low < high {
            let middle = (low + high) / 2
            if moment(readings[middle]) <= time { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
