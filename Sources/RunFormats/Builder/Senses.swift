import RunCore

/// Step, foot and heart readings of a run, kept to spread a pedometer span's distance over its time.
struct Senses {
    private var steps = Progress()
    private var lastSteps: StepReading?
    private var foot = Progress()
    private var hearts: [(time: Instant, bpm: Int)] = []

    mutating func note(_ reading: StepReading, at time: Instant) {
        defer { lastSteps = reading }
        guard let last = lastSteps, last.boot == reading.boot else {
            steps.add(0, at: time)
            return
        }
        let (difference, overflow) = reading.count.subtractingReportingOverflow(last.count)
        // A counter that went back began anew or jitters; what it gained is not known here.
        steps.add(overflow || difference < 0 ? 0 : Double(difference), at: time)
    }

    mutating func note(_ reading: FootReading, at time: Instant) {
        guard let distance = reading.distance, distance.isFinite else { return }
        foot.reach(distance, at: time)
    }

    mutating func note(_ reading: HeartReading, at time: Instant) {
        if let last = hearts.last, time < last.time { return }
        hearts.append((time, reading.bpm))
    }

    /// The span's ends and its readings, at most one a second; without readings only the ends.
    func samples(of span: Span, from start: Double) -> [TrackSample] {
        let measure = foot.gain(from: span.from, to: span.to) > 0 ? foot : steps
        let total = measure.gain(from: span.from, to: span.to)
        var samples = [sample(at: span.from, distance: start, cadence: nil)]
        var last = span.from
        if total > 0 {
            for time in measure.times(after: span.from, before: span.to)
            where (time - last).seconds >= 1 {
                let share = measure.gain(from: span.from, to: time) / total
                samples.append(
                    sample(
                        at: time, distance: start + span.distance * share,
                        cadence: cadence(from: last, to: time)))
                last = time
            }
        }
        if span.to > last {
            samples.append(
                sample(
                    at: span.to, distance: start + span.distance,
                    cadence: cadence(from: last, to: span.to)))
        }
        return samples
    }

    private func cadence(from: Instant, to: Instant) -> Double? {
        let gained = steps.gain(from: from, to: to)
        return gained > 0 ? gained / (to - from).seconds * 60 : nil
    }

    private func sample(at time: Instant, distance: Double, cadence: Double?) -> TrackSample {
        TrackSample(pedometer: time, distance: distance, cadence: cadence, heart: heart(at: time))
    }

    /// The last beat heard within ten seconds.
    private func heart(at time: Instant) -> Int? {
        var low = 0
        var high = hearts.count
        while low < high {
            let middle = (low + high) / 2
            if hearts[middle].time <= time { low = middle + 1 } else { high = middle }
        }
        guard low > 0, (time - hearts[low - 1].time).seconds <= 10 else { return nil }
        return hearts[low - 1].bpm
    }
}

/// A quantity that only grows, known at some moments and straight between them.
private struct Progress {
    private var moments: [Instant] = []
    private var values: [Double] = []

    private var lastReached: Double?

    mutating func add(_ gain: Double, at time: Instant) {
        let value = (values.last ?? 0) + gain
        guard let last = moments.last, time <= last else {
            moments.append(time)
            values.append(value)
            return
        }
        values[values.count - 1] = value
    }

    /// A cumulative reading; one that is smaller than the last began anew.
    mutating func reach(_ value: Double, at time: Instant) {
        add(max(0, value - (lastReached ?? value)), at: time)
        lastReached = value
    }

    func gain(from: Instant, to: Instant) -> Double { max(0, value(at: to) - value(at: from)) }

    func times(after from: Instant, before to: Instant) -> ArraySlice<Instant> {
        let low = index(after: from)
        var high = low
        while high < moments.count, moments[high] < to { high += 1 }
        return moments[low..<high]
    }

    private func value(at time: Instant) -> Double {
        let next = index(after: time)
        guard next > 0 else { return values.first ?? 0 }
        guard next < moments.count else { return values.last ?? 0 }
        let width = (moments[next] - moments[next - 1]).seconds
        let share = (time - moments[next - 1]).seconds / width
        return values[next - 1] + (values[next] - values[next - 1]) * share
    }

    /// The first index whose moment is later.
    private func index(after time: Instant) -> Int {
        var low = 0
        var high = moments.count
        while low < high {
            let middle = (low + high) / 2
            if moments[middle] <= time { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
