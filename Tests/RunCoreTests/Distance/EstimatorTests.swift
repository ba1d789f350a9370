import RunCore
import RunSimulation
import Testing

@Suite("Distance of filtered fixes")
struct EstimatorTests {
    private func distance(_ run: SimulatedRun) -> Double {
        var recorder = Recorder()
        for event in run.events { _ = recorder.handle(event) }
        return recorder.summary.distance
    }

    /// Mean absolute error over some seeds, as a share.
    private func error(_ change: (inout SimulatedRun.Plan) -> Void) -> Double {
        var sum = 0.0
        for seed in 1...4 as ClosedRange<UInt64> {
            var plan = SimulatedRun.Plan()
            plan.seed = seed
            change(&plan)
            let run = SimulatedRun(plan)
            sum += abs(distance(run) / run.truth - 1)
        }
        return sum / 4
    }

    @Test("open sky with stops is within 0.4 %, whatever the scale of Doppler")
    func openSky() {
        for scale in [1, 0.95, 0.9] {
            let error = error {
                $0.stops = 20
                $0.dopplerScale = scale
            }
            #expect(error < 0.004, "Doppler × \(scale): \(error)")
        }
    }

    @Test("forest is within 1.5 %, urban within 3 %")
    func obstructed() {
        #expect(error { $0.surroundings = .forest } < 0.015)
        #expect(error { $0.surroundings = .urban } < 0.03)
    }

    @Test("slow walking is within 1 % in the open and 3 % in a forest")
    func slowWalking() {
        for (surroundings, limit) in [(Surroundings.open, 0.01), (.forest, 0.03), (.phone, 0.02)] {
            let error = error {
                $0.seconds = 1200
                $0.speed = 1
                $0.surroundings = surroundings
                $0.dopplerScale = 0.9
            }
            #expect(error < limit, "\(surroundings.name): \(error)")
        }
    }

    @Test("standing for ten minutes is no way, though the fixes wander")
    func standing() {
        for (surroundings, limit) in [(Surroundings.open, 0.0), (.forest, 10)] {
            for seed in 1...4 as ClosedRange<UInt64> {
                var plan = SimulatedRun.Plan()
                plan.seconds = 600
                plan.speed = 0
                plan.surroundings = surroundings
                plan.seed = seed
                #expect(distance(SimulatedRun(plan)) <= limit, "seed \(seed)")
            }
        }
    }

    @Test("fixes that jump to and fro by 2 m without a step are less than 20 m in ten minutes")
    func jumping() {
        var run = Scenario(settings: EngineSettings())
        run.steps(0, 100)
        for second in 1...600 {
            run.fix(Double(second), second % 2 == 0 ? 2 : -2)
            if second % 10 == 0 { run.steps(Double(second), 100) }
        }
        run.add(600, .stop)
        #expect(run.play().distance < 20)
    }

    @Test("a dead step counter does not make standing of walking")
    func deadCounterKeepsDistance() {
        var run = Scenario(settings: EngineSettings())
        run.steps(0, 0)
        run.steps(1, 12)
        for second in 1...600 { run.fix(Double(second), 1.2 * Double(second)) }
        run.add(600, .stop)
        #expect(abs(run.play().distance / (1.2 * 599) - 1) < 0.02)
    }

    @Test("a point is final within 20 s, in order, and its distance never falls")
    func finality() {
        var plan = SimulatedRun.Plan()
        plan.seconds = 400
        plan.outages = [200..<240]
        var recorder = Recorder()
        var last = (time: Instant(seconds: -1), distance: 0.0)
        for event in SimulatedRun(plan).events {
            for case .point(let point) in recorder.handle(event) {
                #expect(point.time > last.time)
                #expect(point.distance >= last.distance)
                if !(200..<260).contains(event.time.seconds) {
                    #expect((event.time - point.time).seconds <= 21)
                }
                last = (point.time, point.distance)
            }
        }
        #expect(last.time == Instant(seconds: 400))
        #expect(abs(last.distance - recorder.summary.distance) < 1e-6)
    }

    @Test("an outage after good gps is filled within some percent of its length")
    func outages() {
        for (length, limit) in [(25, 0.09), (60, 0.07), (300, 0.05)] {
            var sum = 0.0
            for seed in 1...6 as ClosedRange<UInt64> {
                var plan = SimulatedRun.Plan()
                plan.seconds = 660 + length
                plan.outages = [600..<600 + length]
                plan.seed = seed
                let run = SimulatedRun(plan)
                var recorder = Recorder()
                for event in run.events { _ = recorder.handle(event) }
                let filled = recorder.summary.spans.filter { $0.source == .pedometer }
                let metres = filled.reduce(0) { $0 + $1.distance }
                let truth = run.truthInOutages[0] * Double(length + 1) / Double(length)
                sum += abs(metres / truth - 1)
            }
            #expect(sum / 6 < limit, "\(length) s: \(sum / 6)")
        }
    }
}
