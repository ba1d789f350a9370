extension Machine {
    mutating func pause(at time: Instant, automatic: Bool) {
        if !automatic, state == .paused { autoPause.ended() }
        guard state == .running else { return }
        let moment = max(time, partStart)
        endPart(at: moment)
        timeline.openSpan(why: .paused)
        state = .paused
        partStart = max(moment, timeline.tailStart)
        lastStanding = nil
        goingSince = nil
        lastStep = nil
        if automatic { autoPause.began() } else { autoPause.ended() }
        effects.append(.paused(at: partStart, automatic: automatic))
    }

    mutating func resume(at time: Instant, automatic: Bool) {
        guard state == .paused else { return }
        let moment = max(time, partStart)
        timeline.close(at: moment, as: .paused)
        timeline.openSpan(why: .resumed)
        pausedBefore = pausedBefore + (moment - partStart)
        state = .running
        partStart = moment
        isLost = false
        wasInterrupted = false
        wasIndoor = false
        gate.beginPart()
        indoor.reset()
        autoPause.ended()
        elevation.interrupt()
        effects.append(.resumed(at: moment, automatic: automatic))
    }

    mutating func stop(at time: Instant) {
        guard state != .stopped else { return }
        let moment = max(time, partStart)
        if state == .paused {
            timeline.close(at: moment, as: .paused)
            pausedBefore = pausedBefore + (moment - partStart)
        } else {
            endPart(at: moment)
        }
        timeline.end()
        state = .stopped
        now = moment
        sectionEnds.append(.stop)
        effects.append(.stopped(at: moment))
    }

    /// Decides the time from the last fix to the end of an active part.
    private mutating func endPart(at time: Instant) {
        path.finish(stepView)
        takePieces()
        settleBilling()
        let moment = max(time, timeline.tailStart)
        let verdict = edgeVerdict(at: moment)
        if verdict != .gps, !isLost { timeline.markBackfill(upTo: moment) }
        timeline.close(at: moment, as: verdict)
    }

    /// An outage that no fix will ever end is the pedometer's as soon as it is longer than fixes
    /// may be old.
    func edgeVerdict(at moment: Instant) -> Timeline.Verdict {
        if start.indoor { return outage(chord: 0) }
        let last = gate.anchor?.time ?? partStart
        let isOver = moment - last > Elapsed(seconds: settings.freshness)
        return isOver ? outage(chord: 0) : .gps
    }

    // MARK: Laps

    mutating func endLap(at time: Instant, cause: Lap.Cause) {
        guard state != .stopped else { return }
        timeline.beginSection(at: max(time, timeline.tailStart))
        sectionEnds.append(cause)
        if let lap = currentLaps().dropLast().last { effects.append(.lapped(lap)) }
    }

    /// Cuts the run where something was marked, so that the books say how far it is to there. What
    /// is marked long afterwards, in time that is decided, has no cut.
    mutating func addBoundary(_ event: Event, at time: Instant) {
        guard state != .stopped, time >= timeline.tailStart else { return }
        boundaries.append(Boundary(key: Milestone.Key(event), section: timeline.section))
        timeline.beginSection(at: time)
        sectionEnds.append(nil)
    }

    mutating func endLapsByDistance() {
        let done = sectionEnds.lazy.filter { $0 == .distance }.count
        guard liveDistance() >= settings.lapDistance * Double(done + 1) else { return }
        endLap(at: timeline.tailStart, cause: .distance)
    }
}
