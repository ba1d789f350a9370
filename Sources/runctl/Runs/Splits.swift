internal import RunCore

/// The run cut into equal lengths; the last one is what is left.
struct Split: Equatable {
    /// From 1.
    var number: Int
    /// Seconds since the start of the run, pauses included.
    var from: Double
    var to: Double
    /// Seconds without pauses.
    var active: Double
    /// Metres.
    var distance: Double

    /// A moment of the run (seconds since its start) and the metres measured until then.
    struct Knot: Equatable {
        var time: Double
        var metres: Double
    }

    /// Cuts a run.
    /// - Parameters:
    ///   - length: of a split, in metres; more than 0.
    ///   - knots: in the order of time; metres never fall.
    ///   - pauses: stretches of time that do not count, in order.
    static func cut(every length: Double, knots: [Knot], pauses: [ClosedRange<Double>]) -> [Split] {
        guard let first = knots.first, length > 0 else { return [] }
        var splits: [Split] = []
        var begin = first
        var before = first
        func add(_ end: Knot) {
            let paused = pauses.reduce(0) { sum, pause in
                sum + max(0, min(pause.upperBound, end.time) - max(pause.lowerBound, begin.time))
            }
            splits.append(
                Split(
                    number: splits.count + 1, from: begin.time, to: end.time,
                    active: end.time - begin.time - paused, distance: end.metres - begin.metres))
            begin = end
        }
        for knot in knots.dropFirst() {
            while true {
                let mark = first.metres + Double(splits.count + 1) * length
                guard knot.metres >= mark else { break }
                let share = (mark - before.metres) / (knot.metres - before.metres)
                add(Knot(time: before.time + share * (knot.time - before.time), metres: mark))
            }
            before = knot
        }
        // A rest shorter than a centimetre is rounding, not running.
        if before.metres - begin.metres >= 0.01 { add(before) }
        return splits
    }
}

extension ReplayReport {
    /// Seconds since the start of the run.
    func sinceStart(of moment: Instant) -> Double {
        (moment - (summary.begin ?? moment)).seconds
    }

    /// Moments and metres: the points of the track, and the borders of the spans, where steps
    /// brought distance without a position.
    var knots: [Split.Knot] {
        var borders: [Split.Knot] = []
        var metres = 0.0
        for span in summary.spans {
            borders.append(Split.Knot(time: sinceStart(of: span.from), metres: metres))
            metres += span.distance
            borders.append(Split.Knot(time: sinceStart(of: span.to), metres: metres))
        }
        let track = points.map {
            Split.Knot(time: sinceStart(of: $0.time), metres: $0.distance)
        }
        var highest = 0.0
        return (borders + track).sorted { ($0.time, $0.metres) < ($1.time, $1.metres) }.map {
            knot in
            // A smoothed point and a border of nearly the same moment may disagree by centimetres.
            highest = max(highest, min(knot.metres, summary.distance))
            return Split.Knot(time: knot.time, metres: highest)
        }
    }

    var pauses: [ClosedRange<Double>] {
        summary.spans.filter { $0.source == .paused }.map {
            sinceStart(of: $0.from)...sinceStart(of: $0.to)
        }
    }

    func splits(every length: Double) -> [Split] {
        Split.cut(every: length, knots: knots, pauses: pauses)
    }
}
