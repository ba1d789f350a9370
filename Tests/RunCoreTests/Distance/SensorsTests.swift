import RunCore
import Testing

@Suite("Steps, foot pods and heights")
struct SensorsTests {
    /// Steps counted by readings within one outage.
    private func steps(_ readings: [(Double, Int64, String?)]) -> Int {
        var run = Scenario()
        for (time, count, boot) in readings { run.steps(time, count, boot: boot) }
        run.add(100, .stop)
        return run.play().steps
    }

    @Test("a counter is only believed in its differences")
    func differences() {
        #expect(steps([(0, 5000, "a"), (10, 5010, "a"), (20, 3, "b"), (30, 8, "b")]) == 18)
        #expect(steps([(0, 4_294_967_290, "a"), (10, 4, "a")]) == 10)
        #expect(steps([(0, 100, nil), (10, 99, nil), (20, 101, nil), (30, 105, nil)]) == 5)
        #expect(steps([(0, 8, "a"), (10, 8, "a"), (20, 100, "a")]) == 92)
        #expect(steps([(0, 5000, nil), (10, 20, nil), (20, 30, nil)]) == 30)
        // Another boot that shows more than anybody can have walked since.
        #expect(steps([(0, 100, "a"), (10, 50_000, "b"), (20, 50_010, "b")]) == 10)
        #expect(steps([(0, .max, "a"), (10, .min, "a"), (20, 7, "a")]) >= 0)
    }

    @Test("a foot pod's distance wins over steps, and steps take over when it is silent")
    func pod() {
        var run = Scenario()
        run.steps(0, 0)
        for second in 1...60 {
            run.steps(Double(second), Int64(second) * 2)
            if second <= 30 {
                run.add(
                    Double(second),
                    .foot(FootReading(speed: 3, cadence: 170, distance: 3 * Double(second))))
            }
        }
        run.add(60, .stop)
        let summary = run.play()
        #expect(summary.steps == 120)
        // A second of steps before the pod's first word, 29 s of pod, then steps.
        #expect(abs(summary.distance - (2 + 87 + 60)) < 2.1, "\(summary.distance)")
        #expect(summary.spans.map(\.source) == [.pedometer])
    }

    @Test("a foot pod alone is a step source, also by its speed")
    func podAlone() {
        var run = Scenario()
        for second in 0...60 {
            run.add(Double(second), .foot(FootReading(speed: 2.5, cadence: 160)))
        }
        run.add(60, .stop)
        let summary = run.play()
        #expect(abs(summary.distance - 150) < 1e-3)
        #expect(summary.steps == 160 || summary.steps == 159)
        #expect(summary.spans.map(\.source) == [.pedometer])
    }

    @Test("the step length is learnt from good gps and used in the next outage")
    func learning() {
        var run = Scenario(settings: EngineSettings())
        run.steps(0, 1000)
        for second in 1...400 {
            run.fix(Double(second), 3 * Double(second))
            run.steps(Double(second), 1000 + Int64(Double(second) * 2.5))
        }
        for second in 401...460 { run.steps(Double(second), 1000 + Int64(Double(second) * 2.5)) }
        run.add(460, .stop)
        let summary = run.play()
        #expect(summary.stepLength?.origin == .learnt)
        #expect(abs(summary.spans[1].distance - 180) < 5, "\(summary.brief)")
    }

    @Test("what was learnt is kept as text, to the last bit")
    func modelText() throws {
        var recorder = Recorder()
        var run = Scenario(settings: EngineSettings())
        run.steps(0, 1000)
        for second in 1...300 {
            run.fix(Double(second), 3 * Double(second))
            run.steps(Double(second), 1000 + Int64(Double(second) * 2.5))
        }
        for event in run.events { _ = recorder.handle(event) }
        let model = recorder.model
        #expect(model.running.weight > 5)
        #expect(StepLengthModel(text: model.text) == model)
        for wrong in [
            "", "{}", "{\"walk\":[1],\"run\":[]}",
            "{\"walk\":[1,1,1,1,1,-1],\"run\":[0,0,0,0,0,0]}",
        ] {
            #expect(StepLengthModel(text: wrong) == nil)
        }
    }

    @Test("body height is the first guess, and a fixed length is final")
    func guesses() {
        for (height, length, expected) in [(0.0, 0.0, 70.6), (2.0, 0, 83), (2.0, 0.5, 50)] {
            var settings = EngineSettings()
            settings.height = height
            settings.stepLength = length
            var run = Scenario(settings: settings)
            run.steps(0, 1)
            run.steps(60, 101)
            run.add(60, .stop)
            #expect(abs(run.play().distance - expected) < 0.1)
        }
    }

    @Test("a hill counts once, noise does not, and a lone height of another datum does not")
    func elevation() {
        func ascent(_ height: (Int) -> Double?) -> (Double, Double) {
            var run = Scenario()
            for second in 1...900 {
                var fix = Fix(
                    mode: 3,
                    coordinate: Coordinate(latitude: 0, longitude: Double(second) * 2.7e-5),
                    eph: 5)
                fix.altitude = height(second)
                run.add(Double(second), .fix(fix))
            }
            run.add(900, .stop)
            let summary = run.play()
            return (summary.ascent, summary.descent)
        }
        #expect(ascent { _ in nil } == (0, 0))
        #expect(ascent { 40 + ($0 % 2 == 0 ? 3 : -3) } == (0, 0))
        #expect(ascent { $0 % 100 == 50 ? 87.6 : 40 } == (0, 0))
        let hill = ascent { 100 + Double($0 < 450 ? $0 : 900 - $0) * 0.2 }
        #expect(abs(hill.0 - 90) < 8 && abs(hill.1 - 90) < 12, "\(hill)")
    }
}
