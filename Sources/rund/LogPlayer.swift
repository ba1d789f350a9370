internal import RunCore

/// Plays the events of a sensor log as if its sensors spoke now, so that the whole recorder can be
/// tried on recorded input.
///
/// Its times are on the run's clock: the log begins where the run does, and goes on with it. So an
/// event keeps its distance in time from the others to the microsecond, whenever it is played.
final class LogPlayer {
    private var file: LogFile
    private var next: Event?
    private var played = 0
    /// The run's clock minus the log's; nil until a run goes on.
    private var shift: Elapsed?
    private let record: (Event) -> Void

    /// - Parameter record: takes what the log's sensors say, in the time of the run.
    init(_ file: LogFile, record: @escaping (Event) -> Void) {
        self.file = file
        self.record = record
    }

    /// The log begins with the run.
    /// - Parameters:
    ///   - start: of the run.
    ///   - heard: up to this moment the run has heard the log already, in an earlier life.
    func begin(at start: Instant, after heard: Instant? = nil) {
        if shift != nil { rewind() }
        next = next ?? file.next()
        guard let first = next else { return }
        shift = start - first.arrival
        while let heard, let deadline, deadline <= heard { skip() }
    }

    /// The run is over.
    func end() {
        next = nil
    }

    /// On the run's clock.
    var deadline: Instant? {
        guard let shift, let next else { return nil }
        return next.arrival + shift
    }

    /// Plays what is due.
    func advance(to now: Instant) {
        while let shift, let event = next, event.arrival + shift <= now {
            skip()
            record(
                Event(
                    time: event.time + shift, arrival: event.arrival + shift,
                    payload: event.payload))
        }
    }

    var sensor: ControlSensor {
        ControlSensor(
            name: "log", kind: "gps", alive: next != nil, inUse: next != nil && shift != nil,
            value: "event \(played), \(file.percent) %", detail: "played from \(file.path)")
    }

    private func skip() {
        played += 1
        next = file.next()
        if next == nil { Log.info("the log \(file.path) is over") }
    }

    private func rewind() {
        do {
            file = try LogFile(file.path)
            (next, played, shift) = (nil, 0, nil)
        } catch {
            Log.error("\(file.path): \(error.reason)")
        }
    }
}
