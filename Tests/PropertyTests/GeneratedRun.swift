import RunCore
import RunSimulation

/// A random run of which everything is known: what happened, and what a sensor said about it when.
///
/// It walks north at a steady pace along a meridian through the equator; a step is one metre.
struct GeneratedRun {
    struct TrueFix {
        var time: Int64
        var metres: Double
        /// Should be taken, in itself.
        var isGood: Bool
    }

    /// Steps between two readings, as a perfect observer would count them from the readings.
    struct TrueSteps {
        var from: Int64
        var to: Int64
        var count: Int64
    }

    var events: [Event] = []
    var start: Int64 = 0
    var stop: Int64 = 0
    /// Pauses, in order.
    var pauses: [Range<Int64>] = []
    var fixes: [TrueFix] = []
    var steps: [TrueSteps] = []
    var laps: [Int64] = []

    private var random: SplitMix64

    static let second: Int64 = 1_000_000

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        stop =
            Int64.random(in: 30...400, using: &random) * Self.second
            + Int64.random(in: 0..<Self.second, using: &random)
        choosePauses()
        var settings = EngineSettings()
        settings.gpsMode = .chord
        settings.stepLength = 1
        settings.indoorSteps = 0
        add(0, 0, .start(RunStart(settings: settings)))
        makeFixes()
        if random.chance(0.8) { makeSteps() }
        for pause in pauses {
            add(pause.lowerBound, pause.lowerBound, .pause)
            if pause.upperBound < stop { add(pause.upperBound, pause.upperBound, .resume) }
        }
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let time = Int64.random(in: 1..<stop, using: &random)
            laps.append(time)
            add(time, time, .lap)
        }
        laps.sort()
        add(stop, stop, .stop)
        // Arrival decides the order; equal arrivals stay as they were said.
        let order = events.enumerated().sorted {
            ($0.element.arrival, $0.offset) < ($1.element.arrival, $1.offset)
        }
        events = order.map(\.element)
    }

    private mutating func add(_ time: Int64, _ arrival: Int64, _ payload: Event.Payload) {
        events.append(
            Event(
                time: Instant(microseconds: time), arrival: Instant(microseconds: arrival),
                payload: payload))
    }

    private mutating func choosePauses() {
        var time: Int64 = 0
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let from = time + Int64.random(in: 1...(100 * Self.second), using: &random)
            let to = from + Int64.random(in: 1...(60 * Self.second), using: &random)
            guard from < stop else { return }
            pauses.append(from..<min(to, stop))
            time = to
        }
    }

    // MARK: Fixes

    private mutating func makeFixes() {
        var time = Int64.random(in: 0...(30 * Self.second), using: &random)
        if random.chance(0.5) { time = time % (4 * Self.second) }
        var arrival: Int64 = 0
        while time < stop {
            let isGood = !random.chance(0.1)
            arrival = max(arrival, time + latency())
            let isStale = arrival - time > 3 * Self.second
            emitFix(time, max(arrival, time), isGood)
            fixes.append(TrueFix(time: time, metres: metres(at: time), isGood: isGood && !isStale))
            time += gap()
        }
    }

    private mutating func latency() -> Int64 {
        if random.chance(0.05) { return Int64.random(in: 0...(6 * Self.second), using: &random) }
        return Int64.random(in: 0...(Self.second * 6 / 5), using: &random)
    }

    /// Mostly a second; sometimes just at the limit of an outage, sometimes far beyond it.
    private mutating func gap() -> Int64 {
        switch random.unit() {
        case ..<0.9: Self.second
        case ..<0.94: 20 * Self.second + Int64.random(in: -2...2, using: &random)
        case ..<0.97: Int64.random(in: 1...(20 * Self.second), using: &random)
        default: Int64.random(in: (20 * Self.second)...(90 * Self.second), using: &random)
        }
    }

    private mutating func emitFix(_ time: Int64, _ arrival: Int64, _ isGood: Bool) {
        let place = Coordinate(latitude: metres(at: time) / 110_574.3886, longitude: 20)
        var fix = Fix(mode: 3, coordinate: place, eph: 6, ephSource: .receiver)
        if !isGood {
            switch Int.random(in: 0...3, using: &random) {
            case 0: fix.mode = 1
            case 1: fix.eph = 200
            case 2: fix.coordinate = Coordinate(latitude: .nan, longitude: 20)
            default:
                fix.eph = 17.1
                fix.ephSource = .synthesised
                fix.hdop = 4
            }
        }
        add(time, arrival, .fix(fix))
    }

    func metres(at time: Int64) -> Double { 3 * Double(time) / 1e6 }

    // MARK: Steps

    /// A counter that is late, jitters, starts anew and wraps; it speaks until after the end.
    private mutating func makeSteps() {
        var time: Int64 = -Int64.random(in: 0...(2 * Self.second), using: &random)
        var count: Int64 =
            random.chance(0.2) ? 4_294_967_000 : Int64.random(in: 1...9_000, using: &random)
        var boot = 1
        var arrival: Int64 = 0
        emitSteps(time, 0, count, boot)
        while time < stop {
            let from = time
            time += Int64.random(
                in: 1...(random.chance(0.1) ? 40 : 3) * Self.second, using: &random)
            let taken = (time - from) * Int64.random(in: 0...3, using: &random) / Self.second
            count += taken
            var shown = count
            switch random.unit() {
            case ..<0.02:
                // Another boot: what it shows, it counted since.
                boot += 1
                count = taken
                shown = taken
            case ..<0.05 where taken == 0 && count > 20:
                // Jitter: it goes back by one, and that is nobody's step.
                shown = count - 1
            default: break
            }
            if count >= 4_294_967_296 {
                count -= 4_294_967_296
                shown = count
            }
            steps.append(TrueSteps(from: from, to: time, count: taken))
            let delay =
                random.chance(0.2) ? Int64.random(in: 0...(50 * Self.second), using: &random) : 0
            arrival = max(arrival, time + delay)
            emitSteps(time, arrival, shown, boot)
        }
    }

    private mutating func emitSteps(_ time: Int64, _ arrival: Int64, _ count: Int64, _ boot: Int) {
        add(time, max(arrival, 0), .steps(StepReading(count: count, boot: "b\(boot)")))
    }
}
