package import RunCore

/// Makes a finished run out of what its recorder heard, by asking the engine again.
package struct ActivityBuilder {
    package struct Options: Equatable, Sendable {
        /// The receiver's own positions instead of the smoothed ones.
        package var rawTrack: Bool
        /// When the run began, if the caller knows better than the log.
        package var start: WallTime?

        package init(rawTrack: Bool = false, start: WallTime? = nil) {
            self.rawTrack = rawTrack
            self.start = start
        }
    }

    private var recorder: Recorder
    private let options: Options
    private var started: RunStart?
    private var latest = Instant(microseconds: .min)
    private var track: [TrackPoint] = []
    private var labels = ReceiverClock()
    private var senses = Senses()
    private var signals = BodySignals()

    package init(recorder: Recorder = Recorder(), options: Options = Options()) {
        self.recorder = recorder
        self.options = options
    }

    /// Events in the order of their arrival, as the log has them.
    package mutating func handle(_ event: Event) {
        latest = max(latest, event.arrival)
        switch event.payload {
        case .start(let start): started = started ?? start
        case .fix(let fix): labels.note(fix.time, at: event.time)
        case .steps(let reading): senses.note(reading, at: event.time)
        case .foot(let reading): senses.note(reading, at: event.time)
        case .heart(let reading): senses.note(reading, at: event.time)
        case .acceleration, .pressure, .pause, .resume, .lap, .mark, .segment, .restart, .stop:
            break
        }
        signals.note(event)
        keep(recorder.handle(event))
    }

    /// - Returns: the run so far; one that never stopped ends with the last event that arrived.
    package mutating func finish() -> Activity {
        let state = recorder.summary.state
        if state == .running || state == .paused {
            keep(recorder.handle(Event(time: latest, arrival: latest, payload: .stop)))
        }
        let summary = recorder.summary
        let begin = summary.begin ?? Instant(microseconds: 0)
        let time = RunTime(
            begin: begin, wall: options.start ?? started?.wall ?? labels.wall(at: begin))
        var activity = Activity(header: header(time))
        activity.segments = segments(summary, time)
        activity.laps = laps(summary, time)
        activity.marks = summary.marks.map { Activity.Waypoint($0, time: time.wall($0.time)) }
        activity.totals = Activity.Totals(
            elapsed: summary.elapsed.seconds, active: summary.active.seconds,
            distance: summary.distance, estimated: summary.estimated, steps: summary.steps)
        return activity
    }

    private mutating func keep(_ effects: [Effect]) {
        for case .point(let point) in effects { track.append(point) }
    }

    private func header(_ time: RunTime) -> Activity.Header {
        Activity.Header(
            note: started?.note, kind: started?.activity.map { Kind(word: $0) } ?? .run,
            start: time.wallAtBegin, zone: started?.zone)
    }

    private func laps(_ summary: RunSummary, _ time: RunTime) -> [Activity.Lap] {
        summary.laps.compactMap { lap in
            guard let from = time.wall(lap.from), let to = time.wall(lap.to) else { return nil }
            return Activity.Lap(
                start: from, end: to, active: lap.active.seconds, distance: lap.distance,
                steps: lap.steps)
        }
    }

    /// The pauses cut the run; every sample goes to the stretch that holds its time.
    private func segments(_ summary: RunSummary, _ time: RunTime) -> [Activity.Segment] {
        let stretches = Stretch.between(summary.spans)
        let samples = samples(summary)
        var next = samples.startIndex
        return stretches.map { stretch in
            var points: [Point] = []
            while next < samples.endIndex, samples[next].time <= stretch.to {
                if samples[next].time >= stretch.from {
                    points.append(samples[next].point(time, raw: options.rawTrack))
                }
                next += 1
            }
            return Activity.Segment(
                start: time.wall(stretch.from), end: time.wall(stretch.to), points: points)
        }
    }

    /// The track's points and, where a pedometer span has none, samples without a position.
    private func samples(_ summary: RunSummary) -> [TrackSample] {
        var samples = track.filter { $0.source != .paused }
            .map { TrackSample(signals.completed($0)) }
        let fixed = Set(samples.map(\.time))
        var distance = 0.0
        for span in summary.spans {
            if span.source == .pedometer {
                samples += senses.samples(of: span, from: distance).filter {
                    !fixed.contains($0.time)
                }
            }
            distance += span.distance
        }
        return samples.sorted { $0.time < $1.time }
    }
}

/// A stretch of the run without a pause.
private struct Stretch {
    var from: Instant
    var to: Instant

    static func between(_ spans: [Span]) -> [Stretch] {
        var stretches: [Stretch] = []
        var isOpen = false
        for span in spans {
            guard span.source != .paused else {
                isOpen = false
                continue
            }
            if isOpen {
                stretches[stretches.count - 1].to = span.to
            } else {
                stretches.append(Stretch(from: span.from, to: span.to))
            }
            isOpen = true
        }
        return stretches
    }
}
