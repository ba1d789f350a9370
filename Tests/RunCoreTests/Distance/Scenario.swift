import RunCore

/// Writes a run as a sequence of events, in seconds and metres, and plays it to the engine.
///
/// The runner goes east along the equator, where a degree is 111,319.49 m.
struct Scenario {
    var events: [Event] = []
    /// The arrival is this much after the measurement, unless given.
    var latency = 0.0

    static let metresPerDegree = 6_378_137.0 * Double.pi / 180

    init(
        settings: EngineSettings = Scenario.chord, indoor: Bool = false, starts: Bool = true,
        at time: Double = 0
    ) {
        if starts {
            add(time, .start(RunStart(indoor: indoor, settings: settings)))
        }
    }

    /// Straight lines and steps of one metre: what exact expectations need.
    static var chord: EngineSettings {
        var settings = EngineSettings()
        settings.gpsMode = .chord
        settings.stepLength = 1
        return settings
    }

    mutating func add(_ time: Double, at arrival: Double? = nil, _ payload: Event.Payload) {
        let moment = Instant(seconds: time)
        var reached = Instant(seconds: arrival ?? time + latency)
        if let last = events.last { reached = max(reached, last.arrival) }
        events.append(Event(time: moment, arrival: reached, payload: payload))
    }

    /// A good fix so many metres east (and north) of the origin.
    mutating func fix(
        _ time: Double, _ east: Double, north: Double = 0, at arrival: Double? = nil,
        eph: Double = 5, device: String? = nil
    ) {
        let place = Coordinate(
            latitude: north / Scenario.metresPerDegree, longitude: east / Scenario.metresPerDegree)
        add(
            time, at: arrival,
            .fix(
                Fix(
                    mode: 3, coordinate: place, eph: eph, ephSource: .receiver, device: device)))
    }

    mutating func steps(
        _ time: Double, _ count: Int64, at arrival: Double? = nil, boot: String? = "b1"
    ) {
        add(time, at: arrival, .steps(StepReading(count: count, boot: boot)))
    }

    /// Fixes each second in a half-open range, at a speed from a distance.
    mutating func run(_ range: Range<Int>, from east: Double = 0, speed: Double = 3) {
        for second in range {
            fix(Double(second), east + speed * Double(second - range.lowerBound))
        }
    }

    /// Every event once, in the order of arrival.
    func play() -> RunSummary {
        var recorder = Recorder()
        for event in events { _ = recorder.handle(event) }
        return recorder.summary
    }
}

extension Span {
    /// `gps 0-100 300.0 m` and so on: one glance, one span.
    var brief: String {
        let tenths = (distance * 10).rounded() / 10
        return "\(source.rawValue) \(from.seconds)-\(to.seconds) \(tenths) m \(steps) steps"
    }
}

extension RunSummary {
    var brief: [String] { spans.map(\.brief) }

    /// What is wrong with the books; nil if nothing is.
    func imbalance(to end: Double? = nil) -> String? {
        guard let begin, let stop = self.end else { return "no beginning or end" }
        var moment = begin
        for span in spans {
            if span.from != moment { return "hole or overlap at \(span.from.seconds)" }
            if span.to <= span.from { return "empty span at \(span.from.seconds)" }
            if span.distance < 0 || span.estimated < 0 || span.steps < 0 {
                return "negative at \(span.from.seconds)"
            }
            if span.backfilled > span.distance + 1e-9 { return "backfilled more than all" }
            moment = span.to
        }
        if moment != stop { return "ends at \(moment.seconds), not \(stop.seconds)" }
        let sum = spans.reduce(0) { $0 + $1.distance }
        if abs(sum - distance) > 1e-6 { return "spans sum to \(sum), total is \(distance)" }
        let laps = self.laps.reduce(0) { $0 + $1.distance }
        if abs(laps - distance) > 1e-6 { return "laps sum to \(laps), total is \(distance)" }
        return nil
    }
}
