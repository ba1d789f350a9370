/// One thing that the recorder heard: a sensor's word or a person's.
///
/// A run is a sequence of events in the order of arrival. The sensor log, the database and the
/// engine all speak in these; everything else about a run is derived from them.
package struct Event: Equatable, Sendable {
    /// When it was measured (`t` in the sensor log).
    package var time: Instant
    /// When it reached the recorder (`at`). Never earlier than the arrival of the event before.
    package var arrival: Instant
    package var payload: Payload

    package init(time: Instant, arrival: Instant, payload: Payload) {
        self.time = time
        self.arrival = arrival
        self.payload = payload
    }

    package enum Payload: Equatable, Sendable {
        indirect case start(RunStart)
        case fix(Fix)
        case steps(StepReading)
        case foot(FootReading)
        case heart(HeartReading)
        case acceleration(Acceleration)
        case pressure(PressureReading)
        case pause
        case resume
        case lap
        case mark(Mark)
        case segment(SegmentMark)
        case restart(Restart)
        case stop
    }
}
