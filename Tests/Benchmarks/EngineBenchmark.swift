private import RunCore
private import RunSimulation

/// A day of recording at 1 Hz with steps, by the engine alone and from its JSON log.
enum EngineBenchmark {
    /// Seconds for a whole day of 172,800 events.
    private static let limits = (alone: 0.060, json: 0.6)

    static func run(_ size: Benchmarks.Size) throws -> Bool {
        let seconds = size == .small ? 21_600 : 86_400
        let share = Double(seconds) / 86_400
        let events = day(seconds)
        var bytes: [UInt8] = []
        for event in events {
            LogCodec.encode(event, into: &bytes)
            bytes.append(0x0A)
        }
        var isWithin = true
        for mode in EngineSettings.GPSMode.allCases {
            let alone = best { engine(events, mode) }
            let json = best { replay(bytes, mode) }
            print(
                "  \(mode.rawValue): \(events.count) events alone \(milliseconds(alone)), "
                    + "from \(bytes.count / 1_000_000) MB of JSON \(milliseconds(json))")
            isWithin = isWithin && alone <= limits.alone * share * 1.5
            isWithin = isWithin && json <= limits.json * share
        }
        return isWithin
    }

    private static func best(_ work: () -> Void) -> Double {
        (0..<5).reduce(Double.infinity) { best, _ in min(best, seconds(work)) }
    }

    private static func engine(_ events: [Event], _ mode: EngineSettings.GPSMode) {
        var settings = EngineSettings()
        settings.gpsMode = mode
        var recorder = Recorder(settings: settings)
        for event in events { _ = recorder.handle(event) }
        precondition(recorder.summary.distance > 0, "the engine must have recorded something")
    }

    private static func replay(_ bytes: [UInt8], _ mode: EngineSettings.GPSMode) {
        var options = ReplayOptions()
        options.gpsMode = mode
        let report = bytes.withUnsafeBytes { Replay.run($0, options: options) }
        precondition(report.summary.distance > 0, "the replay must have recorded something")
    }

    /// A fix and a reading of the step counter each second.
    private static func day(_ seconds: Int) -> [Event] {
        var plan = SimulatedRun.Plan()
        plan.seconds = seconds
        plan.stops = seconds / 600
        plan.hasSteps = false
        var events: [Event] = []
        var count = 1000.0
        for event in SimulatedRun(plan).events {
            var event = event
            if case .start(var start) = event.payload {
                start.settings = nil
                event.payload = .start(start)
            }
            if case .fix(var fix) = event.payload {
                fix.device = "/dev/ttyACM0"
                fix.time = WallTime(
                    microseconds: 1_780_000_000_000_000 + event.time.microseconds)
                event.payload = .fix(fix)
                count += 2.6
                events.append(event)
                event.payload = .steps(
                    StepReading(count: Int64(count), boot: "6f1c2f0e-58d1-4a8c-9d0a-0d1d8a3c1c11"))
            }
            events.append(event)
        }
        return events
    }
}
