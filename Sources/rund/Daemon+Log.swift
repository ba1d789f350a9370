internal import RunCore

/// A sensor log in place of the sensors.
extension Daemon {
    func startLog(_ file: LogFile) {
        log = LogPlayer(file) { [unowned self] event in heardFromLog(event) }
        if let run { log?.begin(at: run.start, after: run.lastArrival) }
    }

    private func heardFromLog(_ event: Event) {
        switch event.payload {
        case .fix(let fix):
            gpsState.last = (fix, now)
            record(event)
        case .steps(let reading):
            steps.last = (reading.count, now)
            record(event)
        case .foot, .heart, .acceleration, .pressure: record(event)
        // The person and the recorder are here, not in the log.
        case .start, .pause, .resume, .lap, .mark, .segment, .restart, .stop: break
        }
    }

    var logDeadline: Instant? { log?.deadline.flatMap { run?.bootClock(at: $0) } }

    /// What makes the run's time go as fast as the log is played.
    func pace(from anchor: Instant) -> Pace? {
        guard let source = parts.options.source, source.speed != 1 else { return nil }
        return Pace(anchor: anchor, speed: source.speed)
    }
}
