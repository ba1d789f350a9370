import RunCore

/// The rules of distance written down as slowly and plainly as possible: all events are known, and
/// everything is looked up in lists again and again.
struct ReferenceBooks {
    struct Entry: Equatable {
        var source: Source
        var from: Int64
        var to: Int64
        var metres: Double
        var steps: Int

        /// The same to a millimetre.
        func agrees(with other: Entry) -> Bool {
            source == other.source && from == other.from && to == other.to && steps == other.steps
                && abs(metres - other.metres) < 1e-3
        }
    }

    let run: GeneratedRun
    private var stepTimes: [Int64] = []
    private(set) var entries: [Entry] = []

    private static let timeout = 20 * GeneratedRun.second
    private static let freshness = 3 * GeneratedRun.second

    init(_ run: GeneratedRun) {
        self.run = run
        for interval in run.steps {
            // The k-th of n steps falls into the middle of the k-th of n parts, rounded up.
            for k in 0..<interval.count {
                let length = interval.to - interval.from
                let numerator = (2 * k + 1) * length
                let denominator = 2 * interval.count
                // The division is exact or rounded up, as the first microsecond that includes it.
                stepTimes.append(
                    interval.from + (numerator + denominator - 1) / denominator)
            }
        }
        var begin = run.start
        for pause in run.pauses {
            part(begin, pause.lowerBound)
            append(.paused, pause.lowerBound, pause.upperBound, 0)
            begin = pause.upperBound
        }
        part(begin, run.stop)
    }

    private func steps(_ from: Int64, _ to: Int64) -> Int {
        stepTimes.filter { from < $0 && $0 <= to }.count
    }

    private mutating func append(_ source: Source, _ from: Int64, _ to: Int64, _ metres: Double) {
        guard from < to else { return }
        let counted = source == .paused ? 0 : steps(from, to)
        if source == .gps, let last = entries.last, last.source == .gps, last.to == from {
            entries[entries.count - 1].to = to
            entries[entries.count - 1].metres += metres
            entries[entries.count - 1].steps += counted
            return
        }
        entries.append(Entry(source: source, from: from, to: to, metres: metres, steps: counted))
    }

    private mutating func outage(_ from: Int64, _ to: Int64) {
        if run.steps.isEmpty {
            append(.none, from, to, 0)
        } else {
            append(.pedometer, from, to, Double(steps(from, to)))
        }
    }

    /// One active part: start or resume to pause or stop.
    private mutating func part(_ begin: Int64, _ end: Int64) {
        let fixes = run.fixes.filter { $0.isGood && begin < $0.time && $0.time <= end }
        guard let first = fixes.first, let last = fixes.last else {
            if end - begin > Self.freshness {
                outage(begin, end)
            } else {
                append(.gps, begin, end, 0)
            }
            return
        }
        if first.time - begin > Self.freshness {
            outage(begin, first.time)
        } else {
            append(.gps, begin, first.time, 0)
        }
        for (a, b) in zip(fixes, fixes.dropFirst()) {
            if b.time - a.time >= Self.timeout {
                outage(a.time, b.time)
            } else {
                append(.gps, a.time, b.time, b.metres - a.metres)
            }
        }
        if end - last.time > Self.freshness {
            outage(last.time, end)
        } else {
            append(.gps, last.time, end, 0)
        }
    }
}
