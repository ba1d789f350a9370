extension Machine {
    /// Takes a fix in the state of its own time.
    mutating func take(_ fix: Fix, at time: Instant, arrival: Instant) {
        guard state == .running, time > partStart else {
            return watchForLeaving(fix, time, arrival)
        }
        if start.indoor { return reject(.indoor) }
        if let spot = indoor.spot, staysOnTheSpot(fix, time, arrival, spot) { return }
        let before = gate.anchor
        switch gate.judge(fix, at: time, arrival: arrival) {
        case .rejected(let reason): reject(reason)
        case .follows(let anchor): follow(anchor, after: before)
        case .replaces(let newcomers): replace(newcomers, before)
        case .drops(let newcomers): drop(newcomers)
        }
        takePieces()
        elevation.take(fix.altitude, at: time)
        watchStandstill()
    }

    /// A motionless fix while steps arrive is refused, like every fix around the same spot.
    private mutating func staysOnTheSpot(
        _ fix: Fix, _ time: Instant, _ arrival: Instant, _ spot: Anchor
    ) -> Bool {
        // What is not adequate anyway is refused for its own reason by the gate.
        guard gate.objection(to: fix, age: arrival - time) == nil,
            let anchor = Anchor(fix, at: time)
        else { return false }
        let recent = timeline.recent
        guard indoor.keeps(anchor, steps: { recent.part(after: $0, upTo: time).steps })
        else { return false }
        reject(.indoor)
        return true
    }

    /// Fixes that stand still mean a pause, or a treadmill.
    private mutating func watchStandstill() {
        guard let anchor = gate.anchor, indoor.spot == nil else { return }
        let recent = timeline.recent
        let count = { (since: Instant) in recent.part(after: since, upTo: .distantFuture).steps }
        if settings.indoorSteps > 0,
            let since = indoor.follow(anchor, needing: Int64(settings.indoorSteps), steps: count)
        {
            conclusion = .indoor(since: since)
        }
        if settings.autoPause, let since = autoPause.pauses(anchor, steps: count) {
            conclusion = .autoPause(at: since)
        }
    }

    /// While auto-pause holds the run, a fix that leads away ends the pause.
    private mutating func watchForLeaving(_ fix: Fix, _ time: Instant, _ arrival: Instant) {
        guard state == .paused, autoPause.isPausing, time > partStart,
            gate.objection(to: fix, age: arrival - time) == nil,
            let anchor = Anchor(fix, at: time)
        else { return }
        guard autoPause.goesOn(anchor) else {
            lastStanding = time
            return
        }
        // A moment before the last fix of standing, so that the way begins with that fix.
        let moment = (lastStanding ?? time) - Elapsed(microseconds: 1)
        conclusion = .autoResume(at: max(partStart, moment))
    }

    private mutating func reject(_ reason: RejectionReason) { rejected[reason] += 1 }

    /// The usual case: the way from the anchor to here, unless there was an outage between.
    private mutating func follow(_ anchor: Anchor, after before: Anchor?) {
        fixes += 1
        if let before, !isOutage(until: anchor.time, before) {
            timeline.close(at: anchor.time, as: .gps)
            path.extend(anchor, stepView)
        } else {
            let chord = before.map { Geodesic.distance(from: $0.place, to: anchor.place) } ?? 0
            beginPath(at: anchor, before, chord: chord)
            gate.makeProvisional(after: before)
        }
        found()
    }

    /// The anchor was wrong. The jump adds nothing; the way among the newcomers counts.
    private mutating func replace(_ newcomers: [Anchor], _ before: Anchor?) {
        rejected[.jump] -= newcomers.count - 1
        beginPath(at: newcomers[0], before, chord: 0)
        for newcomer in newcomers.dropFirst() {
            timeline.close(at: newcomer.time, as: .gps)
            path.extend(newcomer, stepView)
        }
        adopt(newcomers)
    }

    /// The provisional anchor was wrong: the outage goes on to the first of the newcomers.
    private mutating func drop(_ newcomers: [Anchor]) {
        fixes -= 1
        rejected[.provisional] += 1
        rejected[.jump] -= newcomers.count - 1
        path.discard()
        timeline.reopen()
        let before = gate.takeBackAnchor()
        isLost = false
        if isOutage(until: now, before) {
            isLost = true
            timeline.markBackfill(upTo: lossTime)
        }
        beginPath(
            at: newcomers[0], before,
            chord: before.map { Geodesic.distance(from: $0.place, to: newcomers[0].place) } ?? 0)
        for newcomer in newcomers.dropFirst() {
            timeline.close(at: newcomer.time, as: .gps)
            path.extend(newcomer, stepView)
        }
        adopt(newcomers)
    }

    private mutating func adopt(_ newcomers: [Anchor]) {
        fixes += newcomers.count
        if let last = newcomers.last { gate.setAnchor(last) }
        found()
    }

    private mutating func found() {
        isLost = false
        wasInterrupted = false
        wasIndoor = false
    }

    /// Closes what lies behind a fix that cannot be joined to the one before, and starts anew.
    private mutating func beginPath(at anchor: Anchor, _ before: Anchor?, chord: Double) {
        path.finish(stepView)
        takePieces()
        if isOutage(until: anchor.time, before) {
            timeline.close(at: anchor.time, as: outage(chord: chord))
            timeline.openSpan(why: .regained)
        } else {
            timeline.close(at: anchor.time, as: .gps)
        }
        path.begin(anchor)
    }

    /// Whether the time from the anchor (or the part's beginning) to a fix was an outage.
    private func isOutage(until time: Instant, _ anchor: Anchor?) -> Bool {
        if start.indoor { return true }
        if let anchor { return time - anchor.time >= Elapsed(seconds: settings.timeout) }
        return time - partStart > Elapsed(seconds: settings.freshness)
    }

    func outage(chord: Double) -> Timeline.Verdict {
        return .outage(coverage, why: lossCause, chord: chord)
    }

    /// Books the pieces of the way that became final, and tells the outside about their points.
    mutating func takePieces() {
        for piece in path.ready {
            if piece.metres > 0 {
                timeline.addPath(from: piece.from, to: piece.to, metres: piece.metres)
            }
            if settings.stepLength == 0 { learner.take(piece) }
            if piece.metres > Standstill.standing * (piece.to - piece.from).seconds {
                movingByFixes = movingByFixes + (piece.to - piece.from)
            }
            lastPointDistance = max(lastPointDistance, timeline.decidedDistance())
            effects.append(.point(point(of: piece)))
        }
        if !path.ready.isEmpty {
            path.taken()
            learn()
        }
        if settings.lapDistance > 0 { endLapsByDistance() }
    }

    private func point(of piece: PathEstimator.Piece) -> TrackPoint {
        TrackPoint(
            time: piece.to, wall: piece.anchor.fix.time, raw: piece.anchor.place,
            smoothed: piece.smoothed, altitude: piece.anchor.fix.altitude,
            distance: lastPointDistance, source: .gps, speed: piece.speed,
            heart: heart.flatMap { abs((piece.to - $0.time).seconds) <= 10 ? $0.bpm : nil },
            eph: piece.anchor.fix.believableEph, beginsSegment: piece.beginsSegment)
    }
}
