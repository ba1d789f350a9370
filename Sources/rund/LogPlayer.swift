internal import RunCore

/// Plays the events of a sensor log as if its sensors spoke now, so that the whole recorder can be
/// tried on recorded input.
final class LogPlayer {
    private let events: [Event]
    private let speed: Double
    private let file: String
    private var next = 0
    /// The boot clock when the log's zero was; nil until a run goes on.
    private var zero: Instant?
    private let record: (Event.Payload, Instant) -> Void
    private let finished: () -> Void

    /// - Parameters:
    ///   - record: takes what the log's sensors say, with the moment on the boot clock at which
    ///     they measured it.
    init(
        _ source: LogSource, events: [Event], record: @escaping (Event.Payload, Instant) -> Void,
        finished: @escaping () -> Void
    ) {
        file = source.file
        speed = source.speed
        self.events = events
        self.record = record
        self.finished = finished
    }

    /// The log begins to run with the run, and goes on while it does.
    func begin(at now: Instant) {
        guard zero == nil, let first = events.first else { return }
        zero = now - Elapsed(seconds: first.arrival.seconds / speed)
    }

    var deadline: Instant? {
        guard let zero, next < events.count else { return nil }
        return moment(events[next].arrival, zero)
    }

    func advance(to now: Instant) {
        guard let zero else { return }
        while next < events.count, moment(events[next].arrival, zero) <= now {
            let event = events[next]
            next += 1
            record(event.payload, moment(event.time, zero))
            if next == events.count { finished() }
        }
    }

    var sensor: ControlSensor {
        ControlSensor(
            name: "log", kind: "gps", alive: next < events.count, inUse: zero != nil,
            value: "event \(next) of \(events.count)", detail: "played from \(file)")
    }

    private func moment(_ instant: Instant, _ zero: Instant) -> Instant {
        zero + Elapsed(seconds: instant.seconds / speed)
    }
}
