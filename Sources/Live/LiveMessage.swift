package import RunCore

/// Where the run is at a moment, as it is told to those who watch.
package struct LiveMessage: Equatable, Sendable {
    package enum State: String, Sendable {
        case running
        case paused
        case stopped
    }

    /// The run and the event's number in it: two messages with the same pair are the same message.
    package var run: Int64
    package var sequence: Int64
    package var time: WallTime
    package var coordinate: Coordinate
    package var altitude: Double?
    /// Metres within which the place is with 68 %.
    package var accuracy: Double?
    /// Metres per second.
    package var speed: Double?
    /// Degrees clockwise from north.
    package var track: Double?
    package var state: State
    /// Metres so far.
    package var distance: Double
}

/// Picks from the events of a run what is worth telling: a position now and then, and each change of state.
package struct LiveFeed {
    private let run: Int64
    private let interval: Elapsed
    private var recorder = Recorder()
    private var start: (wall: WallTime, at: Instant)?
    private var last: LiveMessage?
    private var lastTold: Instant?
    private var state = LiveMessage.State.running

    /// - Parameter interval: seconds from one position to the next.
    package init(run: Int64, interval: Double) {
        self.run = run
        self.interval = Elapsed(seconds: interval)
    }

    /// Events in the order of arrival, from the first one on: the distance is the engine's.
    package mutating func take(_ event: Event, sequence: Int64) -> LiveMessage? {
        _ = recorder.handle(event)
        switch event.payload {
        case .start(let begun): start = begun.wall.map { ($0, event.time) }
        case .fix(let fix): return position(fix, event, sequence)
        case .pause: return change(to: .paused, event, sequence)
        case .resume: return change(to: .running, event, sequence)
        case .stop: return change(to: .stopped, event, sequence)
        case .steps, .foot, .heart, .acceleration, .pressure, .lap, .mark, .segment, .restart:
            break
        }
        return nil
    }

    private mutating func position(
        _ fix: Fix, _ event: Event, _ sequence: Int64
    ) -> LiveMessage? {
        guard fix.mode >= 2, let place = fix.coordinate, place.isValid,
            let time = wall(event.time) ?? fix.time
        else { return nil }
        let message = LiveMessage(
            run: run, sequence: sequence, time: time, coordinate: place, altitude: fix.altitude,
            accuracy: fix.eph.map { $0 / 1.6 }, speed: fix.speed, track: fix.track, state: state,
            distance: recorder.summary.distance)
        last = message
        if let lastTold, event.time - lastTold < interval { return nil }
        lastTold = event.time
        return message
    }

    /// At the last place that is known; nothing to tell before the first one.
    private mutating func change(
        to state: LiveMessage.State, _ event: Event, _ sequence: Int64
    ) -> LiveMessage? {
        self.state = state
        guard var message = last, let time = wall(event.time) else { return nil }
        message.sequence = sequence
        message.time = time
        message.state = state
        message.speed = nil
        message.track = nil
        message.distance = recorder.summary.distance
        return message
    }

    private func wall(_ moment: Instant) -> WallTime? { start.map { $0.wall + (moment - $0.at) } }
}
