extension Machine {
    /// The source of distance at this moment.
    var source: Source {
        switch state {
        case .paused: return .paused
        case .stopped: return timeline.cells.last?.source ?? .none
        case .running:
            guard isLost else { return .gps }
            guard let start = coverage.start, let latest = coverage.latest, start <= now,
                now - latest <= coverage.silence
            else { return .none }
            return .pedometer
        }
    }

    /// Why the time since the last adequate fix is an outage, if it is one.
    var lossCause: SpanCause {
        wasInterrupted ? .interrupted : start.indoor || wasIndoor ? .indoor : .lost
    }

    /// The news that the source is another one now.
    func change(from old: Source) -> Effect {
        let undecided = timeline.cells[min(timeline.tail, timeline.cells.count)...]
        var rolled = 0.0
        for cell in undecided where cell.isBackfill {
            rolled += Double(cell.counted.micrometres) / 1e6
        }
        let cell = undecided.first ?? timeline.cells.last
        let why: SpanCause =
            isLost && state == .running
            ? lossCause : cell?.why ?? .start
        return .sourceChanged(
            SourceChange(
                from: old, to: source, since: cell?.from ?? begin, why: why,
                backfilled: source == .pedometer ? rolled : 0))
    }

    /// Whether an event comes too late for the books: something later was settled already.
    mutating func isBelated(_ event: Event) -> Bool {
        switch event.payload {
        case .fix:
            // A stale fix is refused wherever it is put.
            guard event.time > begin,
                event.arrival - event.time <= Elapsed(seconds: settings.freshness)
            else { return false }
            switch state {
            case .running: return event.time <= partStart && partStart > begin
            case .paused: return event.time <= partStart
            case .stopped: return event.time < now
            }
        case .pause, .resume, .lap, .mark, .segment, .stop:
            guard state != .stopped else { return event.time < now }
            return event.time < timeline.tailStart
        case .start, .steps, .foot, .heart, .acceleration, .pressure, .restart: return false
        }
    }

    /// What the undecided time would be if it ended now.
    private var liveVerdict: Timeline.Verdict {
        switch state {
        case .paused: .paused
        case .running, .stopped: isLost ? outage(chord: 0) : .gps
        }
    }

    /// What is asked after every event. It and the like are mutating only so that `Recorder`, which
    /// holds the machine in an optional, need not copy it to ask.
    mutating func glance() -> Recorder.Glance {
        var glance = Recorder.Glance()
        glance.deadline = deadline
        glance.source = source
        glance.lastFix = gate.anchor?.time
        return glance
    }

    /// Measured metres up to now; nil once the run is stopped.
    mutating func shownDistance() -> Double? { state == .stopped ? nil : liveDistance() }

    /// Measured metres up to now.
    mutating func liveDistance() -> Double {
        var metres = timeline.decidedDistance() + path.pending
        if isLost, state == .running {
            for cell in timeline.cells[timeline.tail...] {
                metres += Double(cell.counted.micrometres) / 1e6
            }
        }
        return metres
    }

    /// The books as they would be if everything ended now.
    func decidedNow() -> Timeline {
        var books = timeline
        guard state != .stopped else { return books }
        let moment = max(now, books.tailStart)
        if path.pending > 0 {
            books.addPath(from: books.tailStart, to: books.tailStart, metres: path.pending)
        }
        books.close(at: moment, as: liveVerdict)
        books.end()
        return books
    }

    func currentLaps() -> [Lap] { decidedNow().laps(endedBy: sectionEnds) }

    /// Everything the outside may want to know.
    func summary() -> RunSummary {
        var summary = RunSummary()
        let books = decidedNow()
        summary.state = state == .running ? .running : state == .paused ? .paused : .stopped
        summary.start = start
        summary.begin = begin
        let end = books.cells.last?.to ?? begin
        summary.end = end
        summary.elapsed = end - begin
        summary.spans = books.spans()
        summary.moving = movingByFixes
        for span in summary.spans {
            if span.source == .pedometer, span.steps > 0 {
                summary.moving = summary.moving + span.duration
            }
            summary.distance += span.distance
            summary.estimated += span.estimated
            summary.steps += span.steps
            if span.source != .paused { summary.active = summary.active + span.duration }
        }
        summary.laps = books.laps(endedBy: sectionEnds)
        summary.switches = books.switches()
        summary.rejected = rejected
        summary.fixes = fixes
        summary.source = source
        summary.since = summary.spans.last?.from ?? begin
        summary.lastFix = gate.anchor?.time
        summary.position = gate.anchor?.place
        summary.altitude = elevation.altitude
        summary.ascent = elevation.ascent
        summary.descent = elevation.descent
        summary.cadence = steps.cadence(at: now).map { $0 * 60 }
        summary.stepLength = stride.stepLength(
            cadence: steps.cadence(at: now) ?? 0, settings: settings)
        summary.speed = path.speed
        summary.heart = heart?.bpm
        summary.milestones = books.milestones(at: boundaries)
        return summary
    }
}

extension Machine {
    /// What happened since it was last asked.
    mutating func takeEffects() -> [Effect] {
        var taken: [Effect] = []
        swap(&taken, &effects)
        return taken
    }
}
