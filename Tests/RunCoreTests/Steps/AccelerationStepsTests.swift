import Testing

@testable import RunCore

@Suite("Readings of a step counter from accelerations")
struct AccelerationStepsTests {
    private func readings(_ recording: StepRecording) -> [AccelerationSteps.Timed] {
        var steps = AccelerationSteps(boot: "b1")
        var all: [AccelerationSteps.Timed] = []
        for sample in recording.samples {
            all += steps.add(sample.acceleration, at: Instant(seconds: 100 + sample.time))
        }
        return all + steps.finish()
    }

    @Test("they begin at zero, only grow, and end with every step")
    func wholeWalk() throws {
        let walk = try StepRecording.fixture("hand")
        let all = readings(walk)
        #expect(all.first?.reading.count == 0)
        #expect(all.first?.time == Instant(seconds: 100))
        #expect(all.last.map { Int($0.reading.count) } == walk.counted)
        for (before, after) in zip(all, all.dropFirst()) {
            #expect(before.time < after.time)
            #expect(before.reading.count <= after.reading.count)
        }
        #expect(Set(all.map(\.reading.boot)) == ["b1/accel-100000000"])
    }

    @Test("steps that were held back are dated to the walk, not to the standing before it")
    func heldBack() throws {
        var motion = SimulatedMotion(seconds: 60, seed: 3)
        let standing = motion.standing()
        let walk = motion.walk(cadence: 1.9, amplitude: 2.2, asymmetry: 0.1, swing: 0.4)
        var whole = standing
        whole.samples += walk.samples.map {
            StepRecording.Sample(time: 60 + $0.time, acceleration: $0.acceleration)
        }
        let all = readings(whole)
        // The walk begins 5 s into its recording.
        let before = all.last { $0.reading.count == 0 }
        #expect(abs((before?.time.seconds ?? 0) - 165) < 2)
        // A person who stands is still heard of, so that the source does not seem dead.
        #expect(all.filter { $0.time < Instant(seconds: 160) }.count >= 8)
    }

    @Test("a walker's readings come once a second at most")
    func pace() throws {
        let all = readings(try StepRecording.fixture("bag"))
        #expect(all.count < 230)
    }

    @Test("the same accelerations make the same readings")
    func deterministic() throws {
        let walk = try StepRecording.fixture("backpocket")
        #expect(readings(walk) == readings(walk))
    }

    @Test("a pause ends what was held back, and the count goes on after it")
    func pause() throws {
        let walk = try StepRecording.fixture("hand")
        var steps = AccelerationSteps()
        var last: AccelerationSteps.Timed?
        for sample in walk.samples where sample.time < 60 {
            last = steps.add(sample.acceleration, at: Instant(seconds: sample.time)).last ?? last
        }
        let known = last?.reading.count ?? 0
        let atPause = steps.finish().last
        #expect((atPause?.reading.count ?? 0) > known)
        for sample in walk.samples where sample.time > 120 {
            last = steps.add(sample.acceleration, at: Instant(seconds: sample.time)).last ?? last
        }
        last = steps.finish().last ?? last
        #expect((last?.reading.count ?? 0) > (atPause?.reading.count ?? 0) + 100)
    }
}
