import RunCore
import RunSimulation

/// Events that nothing holds together: any kind, any time, any number.
struct Chaos {
    private var random: SplitMix64
    private var now = 0.0

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    mutating func events() -> [Event] {
        var settings = EngineSettings()
        settings.gpsMode = random.chance(0.5) ? .chord : .filtered
        settings.autoPause = random.chance(0.3)
        settings.lapDistance = random.chance(0.3) ? 100 : 0
        settings.lapTime = random.chance(0.3) ? 30 : 0
        settings.timeout = random.chance(0.2) ? 5 : 20
        var events = [event(.start(RunStart(indoor: random.chance(0.1), settings: settings)), 0)]
        for _ in 0..<Int.random(in: 5...120, using: &random) {
            now += random.chance(0.05) ? 200 * random.unit() : 1.5 * random.unit()
            events.append(event(payload(), lateness()))
        }
        return events
    }

    private func event(_ payload: Event.Payload, _ lateness: Double) -> Event {
        Event(
            time: Instant(seconds: now - lateness), arrival: Instant(seconds: now),
            payload: payload)
    }

    private mutating func lateness() -> Double {
        switch random.unit() {
        case ..<0.5: 0
        case ..<0.9: 2 * random.unit()
        case ..<0.98: 40 * random.unit()
        default: 1000 * (random.unit() - 0.2)
        }
    }

    private mutating func payload() -> Event.Payload {
        switch Int.random(in: 0..<40, using: &random) {
        case 0: .pause
        case 1, 2: .resume
        case 3: .lap
        case 4: .mark(Mark(text: "m"))
        case 5: .restart(Restart(cause: "crash"))
        case 6 where random.chance(0.2): .stop
        case 7: .heart(HeartReading(bpm: 120))
        case 8: .pressure(PressureReading(pascal: number(101_325)))
        case 9...12:
            .foot(
                FootReading(
                    speed: number(3), cadence: number(160), distance: now * 3 * number(1)))
        case 13...22: .steps(steps())
        default: .fix(fix())
        }
    }

    private mutating func steps() -> StepReading {
        let count =
            random.chance(0.05)
            ? Int64.random(in: .min ... .max, using: &random)
            : Int64(now * 2.5) + Int64.random(in: -3...3, using: &random)
        return StepReading(count: count, boot: random.chance(0.05) ? "other" : "b")
    }

    private mutating func fix() -> Fix {
        let stands = random.chance(0.3)
        return Fix(
            mode: random.chance(0.1) ? 0 : 3,
            coordinate: Coordinate(
                latitude: number(stands ? 1e-9 : now * 2.7e-5),
                longitude: random.chance(0.03) ? 179.99999 : 0),
            altitude: number(100), eph: number(5), hdop: number(1),
            satellites: Int.random(in: 0...12, using: &random), speed: number(3),
            track: number(10), device: random.chance(0.2) ? "b" : "a")
    }

    /// Mostly the number, sometimes something quite different.
    private mutating func number(_ usual: Double) -> Double {
        switch random.unit() {
        case ..<0.93: usual
        case ..<0.95: .nan
        case ..<0.96: .infinity
        case ..<0.97: -usual
        case ..<0.98: 0
        default: usual * 1000 * random.unit()
        }
    }
}
