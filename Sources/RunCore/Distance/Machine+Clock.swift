extension Machine {
    /// The moment at which steps take over unless an adequate fix comes before.
    var lossTime: Instant {
        if start.indoor { return partStart }
        if let anchor = gate.anchor { return anchor.time + Elapsed(seconds: settings.timeout) }
        // Longer than the limit, not as long as it: the clock has whole microseconds.
        return partStart + Elapsed(seconds: settings.freshness) + Elapsed(microseconds: 1)
    }

    /// The next moment at which something happens by itself.
    var deadline: Instant? {
        guard state == .running else { return nil }
        let loss = isLost ? nil : lossTime
        guard let lap = lapTime else { return loss }
        return min(loss ?? lap, lap)
    }

    /// Lets time pass: deadlines fire in their order, each at its own moment.
    mutating func advance(to moment: Instant) {
        while let deadline, deadline <= moment {
            if !isLost, lossTime <= deadline {
                isLost = true
                timeline.markBackfill(upTo: lossTime)
            } else {
                endLap(at: deadline, cause: .time)
            }
            now = max(now, deadline)
        }
        now = max(now, moment)
    }

    /// The moment at which the lap ends by time.
    private var lapTime: Instant? {
        guard settings.lapTime > 0 else { return nil }
        let done = sectionEnds.lazy.filter { $0 == .time }.count
        let seconds = settings.lapTime * Double(done + 1)
        return begin + pausedBefore + Elapsed(seconds: seconds)
    }

    /// What step sensors can speak for.
    var coverage: Coverage {
        let silence = Elapsed(seconds: settings.silence)
        let grace = Elapsed(seconds: settings.timeout)
        let steps = Coverage(
            start: counter.isAlive ? counter.coverageStart : nil, latest: counter.latest,
            silence: silence, grace: grace)
        return steps.joined(
            with: Coverage(
                start: pod.coverageStart, latest: pod.latest, silence: silence, grace: grace))
    }
}
