extension Machine {
    /// Takes a fix in the state of its own time.
    mutating func take(_ fix: Fix, at time: Instant, arrival: Instant) {
        guard state == .running, time > partStart else { return }
        if start.indoor { return reject(.indoor) }
        let before = gate.anchor
        switch gate.judge(fix, at: time, arrival: arrival) {
        case .rejected(let reason): reject(reason)
        case .follows(let anchor): follow(anchor, after: before)
        case .replaces(let newcomers): replace(newcomers, before)
        case .drops(let newcomers): drop(newcomers)
        }
        takePieces()
    }

    private mutating func reject(_ reason: RejectionReason) { rejected[reason] += 1 }

    /// The usual case: the way from the anchor to here, unless there was an outage between.
    private mutating func follow(_ anchor: Anchor, after before: Anchor?) {
        fixes += 1
        if let before, !isOutage(until: anchor.time, before) {
            timeline.close(at: anchor.time, as: .gps)
            path.extend(anchor)
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
            path.extend(newcomer)
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
            path.extend(newcomer)
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
    }

    /// Closes what lies behind a fix that cannot be joined to the one before, and starts anew.
    private mutating func beginPath(at anchor: Anchor, _ before: Anchor?, chord: Double) {
        path.finish()
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
        let why: SpanCause = wasInterrupted ? .interrupted : start.indoor ? .indoor : .lost
        return .outage(coverage, why: why, chord: chord)
    }

    /// Books the pieces of the way that became final, and tells the outside about their points.
    mutating func takePieces() {
        for piece in path.ready {
            if piece.metres > 0 {
                timeline.addPath(from: piece.from, to: piece.to, metres: piece.metres)
            }
            lastPointDistance = max(lastPointDistance, timeline.decidedDistance())
            effects.append(.point(point(of: piece)))
        }
        path.taken()
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
