internal import POSIX
internal import RunCore

/// What the recorder tells of itself.
extension Daemon {
    func status() -> ControlStatus {
        let state = run == nil ? "idle" : run?.isPaused == true ? "paused" : "recording"
        let health = store.health
        let disk = health.failure.map { "\($0)" } ?? "ok"
        return ControlStatus(
            version: Version.current, state: state, run: run == nil ? nil : controlRun(),
            alarm: controlAlarm, sensors: sensors(), store: disk,
            backlog: health.failure == nil ? 0 : health.held,
            notices: notices.all)
    }

    /// The run as it stands, up to this moment.
    func controlRun() -> ControlRun {
        var answer = ControlRun()
        guard let run else { return answer }
        let moment = run.moment(now)
        answer.number = run.number
        answer.start = run.startWall.map { startText($0, run.utcOffset) }
        answer.zone = run.zone
        answer.activity = run.label.activity
        answer.indoor = run.label.indoor
        answer.note = run.label.note
        answer.marks = run.marks
        answer.elapsed = (moment - run.start).seconds
        guard let summary = self.run?.summary() else {
            answer.source = ControlSource(
                name: "none", seconds: answer.elapsed, reason: "raw events only")
            return answer
        }
        fill(&answer, from: summary, start: run.start, moment: moment)
        return answer
    }

    private func fill(
        _ answer: inout ControlRun, from summary: RunSummary, start: Instant, moment: Instant
    ) {
        let end = summary.state == .stopped ? summary.end ?? moment : moment
        // The engine knows nothing of the time since its last event.
        let sinceEvent = max(.zero, end - (summary.end ?? end))
        answer.elapsed = (end - start).seconds
        answer.active =
            summary.active.seconds + (summary.state == .running ? sinceEvent.seconds : 0)
        answer.distance = summary.distance
        answer.estimated = summary.estimated
        answer.steps = Int64(summary.steps)
        answer.speed = summary.speed
        answer.averageSpeed = summary.averageSpeed
        answer.cadence = summary.cadence
        answer.heart = summary.heart
        answer.ascent = summary.ascent
        answer.descent = summary.descent
        answer.switches = summary.switches
        answer.source = ControlSource(
            name: summary.source.rawValue,
            seconds: summary.since.map { max(0, (end - $0).seconds) } ?? 0,
            reason: reason(of: summary))
        answer.position = summary.position.map { place in
            ControlPosition(
                coordinate: place, altitude: summary.altitude, eph: gpsState.last?.fix.eph,
                age: summary.lastFix.map { max(0, (end - $0).seconds) } ?? 0)
        }
        // The lap that goes on is none yet.
        let isOver = summary.state == .stopped
        for (index, lap) in summary.laps.enumerated() where isOver || lap.cause != .stop {
            answer.laps.append(
                ControlLap(
                    number: index + 1, from: (lap.from - start).seconds,
                    to: (lap.to - start).seconds, distance: lap.distance))
        }
        answer.segments = summary.segments.map { ControlSegment($0, start: start) }
        answer.rejected = summary.rejected.occurred.map { ($0.reason.name, $0.count) }
    }

    /// Why the distance comes from where it does, and not from GPS if it does not.
    private func reason(of summary: RunSummary) -> String? {
        let why = summary.spans.last?.why.rawValue
        switch summary.source {
        case .gps, .paused: return why
        case .pedometer: return summary.start?.indoor == true ? "indoors" : gpsObstacle(summary)
        case .none: return "\(gpsObstacle(summary)); \(steps.trouble ?? "no steps come")"
        }
    }

    private func gpsObstacle(_ summary: RunSummary) -> String {
        if let trouble = gpsState.trouble, parts.options.source == nil { return "gpsd: \(trouble)" }
        if gpsState.receivers == 0 { return "gpsd has no receiver" }
        guard let last = gpsState.last, (now - last.arrival).seconds <= Self.silence else {
            return "the receiver is silent"
        }
        if last.fix.mode < 2 { return "the receiver has no position" }
        let refused = summary.rejected.occurred.max { $0.count < $1.count }
        return refused.map { "fixes are not good enough (mostly: \($0.reason.name))" }
            ?? "fixes are not good enough"
    }

    /// A receiver that lives says something every second.
    private static let silence = 5.0

    func localText(_ wall: WallTime) -> String {
        startText(wall, run?.utcOffset)
    }

    func startText(_ wall: WallTime, _ offset: Int?) -> String {
        // Whole seconds are enough for a person.
        let seconds = WallTime(microseconds: wall.microseconds / 1_000_000 * 1_000_000)
        guard let offset else { return seconds.rfc3339(fraction: .shortest) }
        return seconds.rfc3339(offset: UTCOffset(seconds: offset), fraction: .shortest)
    }
}
