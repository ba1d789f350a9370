import Testing

@testable import RunCore

@Suite("A run of accelerations")
struct AccelerationRunTests {
    /// A walk indoors: no fix, 0.75 m a step.
    private func run(
        _ walk: StepRecording, counter: [(Double, Int64)] = [], pausedFrom: Double? = nil
    ) -> RunSummary {
        var settings = EngineSettings()
        settings.stepLength = 0.75
        var recorder = Recorder(settings: settings)
        func handle(_ time: Double, _ payload: Event.Payload) {
            let now = Instant(seconds: 500 + time)
            _ = recorder.handle(Event(time: now, arrival: now, payload: payload))
        }
        handle(0, .start(RunStart()))
        var readings = counter
        var pause = pausedFrom
        for sample in walk.samples {
            while let reading = readings.first, reading.0 <= sample.time {
                handle(reading.0, .steps(StepReading(count: reading.1, boot: "b")))
                readings.removeFirst()
            }
            if let time = pause, time <= sample.time {
                handle(time, .pause)
                pause = nil
            }
            handle(sample.time, .acceleration(sample.acceleration))
        }
        handle((walk.samples.last?.time ?? 0) + 0.1, .stop)
        return recorder.summary
    }

    @Test("without a counter they count as steps, and the steps as distance")
    func counts() throws {
        let walk = try StepRecording.fixture("hand")
        let summary = run(walk)
        #expect(abs(summary.steps - walk.counted) <= 1)
        #expect(abs(summary.distance - 0.75 * Double(summary.steps)) < 1)
    }

    @Test("a step counter wins, and nothing is counted twice")
    func counter() throws {
        let walk = try StepRecording.fixture("hand")
        let counter = (0...190).map { (Double($0), Int64(1000 + $0)) }
        let summary = run(walk, counter: counter)
        #expect(abs(summary.steps - 190) <= 1)
    }

    @Test("steps taken in a pause do not count")
    func pause() throws {
        let walk = try StepRecording.fixture("hand")
        let half = run(walk, pausedFrom: 100)
        var first = walk
        first.samples.removeAll { $0.time > 100 }
        #expect(abs(half.steps - first.counted) <= 2)
    }

    @Test("the same accelerations make the same run")
    func deterministic() throws {
        let walk = try StepRecording.fixture("backpocket")
        #expect(run(walk) == run(walk))
    }
}
