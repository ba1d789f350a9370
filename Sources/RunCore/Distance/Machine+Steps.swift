extension Machine {
    /// Steps and metres count in the state of their own time, however late they are.
    mutating func take(_ reading: StepReading, at time: Instant) {
        let wasAlive = counter.isAlive
        guard let counted = counter.take(reading, at: time), counter.isAlive else { return }
        if !wasAlive, let first = counter.coverageStart, first < counted.from {
            // It lives, so its zeros were the truth.
            timeline.add(
                MotionInterval(from: first, to: counted.from, steps: 0, stepMicrometres: 0))
        }
        var interval = MotionInterval(
            from: counted.from, to: counted.to, steps: counted.steps, stepMicrometres: 0)
        interval.stepMicrometres = stepMicrometres(of: interval)
        for booked in billing.steps(interval, pod: pod.latest) { timeline.add(booked) }
        steps.take(interval)
        learn()
        watchForGoingOn(interval)
    }

    mutating func take(_ reading: FootReading, at time: Instant) {
        let before = pod.latest
        guard let counted = pod.take(reading, at: time) else { return }
        timeline.add(
            billing.pod(
                from: before ?? counted.from, to: time, micrometres: counted.micrometres,
                steps: counter.isAlive ? 0 : counted.steps))
    }

    /// What the step counter has said.
    var stepView: StepView {
        StepView(recent: timeline.recent, spoken: counter.isAlive ? counter.latest : nil)
    }

    /// Before a part of the run ends, every metre must have been booked.
    mutating func settleBilling() {
        for interval in billing.settle(pod: pod.latest) { timeline.add(interval) }
    }

    private func stepMicrometres(of interval: MotionInterval) -> Int64 {
        let length = stride.stepLength(cadence: steps.cadence(with: interval), settings: settings)
        return Int64((length.metres * 1e6).rounded())
    }

    /// Teaches the step length from what is final and counted.
    mutating func learn() {
        guard settings.stepLength == 0, let latest = counter.latest, counter.isAlive else { return }
        let recent = timeline.recent
        learner.teach(&stride, counterLatest: latest) { from, to in
            recent.part(after: from, upTo: to).steps
        }
    }

    /// A few steps in a row end an automatic pause, from the first of them on.
    private mutating func watchForGoingOn(_ interval: MotionInterval) {
        guard state == .paused, autoPause.isPausing, interval.steps > 0, interval.to > partStart
        else { return }
        let isNew = lastStep.map { interval.from - $0 > Elapsed(seconds: 10) } ?? true
        if isNew { goingSince = max(partStart, interval.from) }
        lastStep = interval.to
        guard let goingSince else { return }
        let taken = timeline.recent.part(after: goingSince, upTo: .distantFuture).steps
        guard autoPause.goesOn(steps: taken) else { return }
        conclusion = .autoResume(at: max(partStart, goingSince - Elapsed(microseconds: 1)))
    }
}
