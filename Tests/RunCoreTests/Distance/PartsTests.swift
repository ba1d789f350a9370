import RunCore
import Testing

@Suite("Pauses, laps and late events")
struct PartsTests {
    @Test("no line is drawn across a pause, and steps in it count for nothing")
    func pause() {
        var run = Scenario()
        run.steps(0, 0)
        run.run(1..<11)
        run.steps(10, 20)
        run.add(10, .pause)
        run.steps(69, 100)
        run.add(70, .resume)
        run.run(71..<81, from: 500)
        run.steps(80, 120)
        run.add(80, .stop)
        let summary = run.play()
        #expect(summary.spans.map(\.source) == [.gps, .paused, .gps])
        #expect(abs(summary.distance - 54) < 1e-6)
        #expect(summary.active == Elapsed(seconds: 20))
        #expect(summary.elapsed == Elapsed(seconds: 80))
        #expect(summary.steps == 38)
        #expect(summary.imbalance() == nil)
    }

    @Test("a stop that a restart follows was no stop: the run goes on as after a death")
    func stopByMistake() {
        func run(stopping: Bool) -> RunSummary {
            var run = Scenario()
            run.steps(0, 0)
            run.run(1..<31)
            run.add(12, at: 30, .mark(Mark(text: "P-1")))
            if stopping {
                run.add(30, .stop)
                run.add(30.5, at: 31, .lap)
            }
            run.steps(31, 40, at: 33)
            run.add(35, .restart(Restart(cause: "crash", boot: "b1")))
            run.run(36..<61, from: 105)
            run.add(60, .stop)
            return run.play()
        }
        let summary = run(stopping: true)
        #expect(summary.state == .stopped)
        #expect(summary.imbalance(to: 60) == nil)
        #expect(abs(summary.distance - 177) < 1e-6, "\(summary.brief)")
        #expect(summary.brief == run(stopping: false).brief)
        #expect(summary.marks == run(stopping: false).marks)
        // What was pressed after the stop was meant.
        #expect(summary.laps.count == 2)
    }

    @Test("a pause of many parts is their sum")
    func pauses() {
        var run = Scenario()
        for (from, to) in [(60.0, 120.0), (200, 320), (400, 580)] {
            run.add(from, .pause)
            run.add(to, .resume)
        }
        run.add(600, .stop)
        let summary = run.play()
        #expect(summary.elapsed.seconds - summary.active.seconds == 360)
    }

    @Test(
        "a pause inside an outage is the pedometer's at once, and the loss clock starts at resume")
    func pauseInOutage() {
        var run = Scenario()
        run.steps(0, 0)
        run.run(1..<11)
        run.steps(10, 0)
        run.steps(16, 12)
        run.add(16, .pause)
        run.add(30, .resume)
        run.steps(30, 40)
        run.steps(34, 48)
        run.add(35, .stop)
        let summary = run.play()
        #expect(
            summary.brief == [
                "gps 0.0-10.0 27.0 m 0 steps", "pedometer 10.0-16.0 12.0 m 12 steps",
                "paused 16.0-30.0 0.0 m 0 steps", "pedometer 30.0-35.0 8.0 m 8 steps",
            ])
        #expect(summary.spans[1].backfilled == 12)
    }

    @Test("a fix that arrives after the pause counts in the state of its own time")
    func fixAfterPause() {
        var late = Scenario()
        late.run(1..<60)
        late.add(60, .pause)
        late.fix(59.5, 175.5, at: 60.2)
        late.fix(60.5, 178.5)
        late.add(90, .resume)
        late.fix(89.5, 265.5, at: 90.4)
        late.run(91..<101, from: 270)
        late.add(100, .stop)
        let summary = late.play()
        #expect(abs(summary.distance - (175.5 + 27)) < 1e-6, "\(summary.brief)")
        #expect(summary.spans.map(\.source) == [.gps, .paused, .gps])
        #expect(summary.spans[0].to == Instant(seconds: 60))
    }

    @Test("steps and fixes that arrive after the stop still count")
    func afterStop() {
        var run = Scenario()
        run.steps(0, 0)
        run.run(1..<11)
        run.steps(10, 20)
        run.add(20, .stop)
        run.fix(18.5, 52.5, at: 20.5)
        run.steps(20, 40, at: 30)
        let summary = run.play()
        #expect(summary.brief == ["gps 0.0-20.0 52.5 m 40 steps"])
        #expect(summary.state == .stopped)
    }

    @Test("a fix that was on its way when the loss clock ran out undoes the loss")
    func fixAcrossDeadline() {
        var run = Scenario()
        run.steps(0, 0)
        run.run(1..<11)
        run.steps(25, 50)
        run.fix(29, 87, at: 31)
        run.steps(32, 64)
        run.add(32, .stop)
        let summary = run.play()
        #expect(summary.brief == ["gps 0.0-32.0 87.0 m 64 steps"])
        #expect(summary.switches == 0)
    }

    @Test("a crash between two fixes is just a line; a longer one is filled and says interrupted")
    func restart() {
        var short = Scenario()
        short.run(1..<11)
        short.add(10.5, .restart(Restart(cause: "crash", boot: "b1")))
        short.run(11..<21, from: 30)
        short.add(20, .stop)
        #expect(short.play().brief == ["gps 0.0-20.0 57.0 m 0 steps"])
        var long = Scenario()
        long.steps(0, 100)
        long.run(1..<11)
        long.steps(10, 120)
        long.add(60, .restart(Restart(cause: "crash", boot: "b1")))
        long.steps(60, 210)
        long.run(61..<71, from: 200)
        long.add(70, .stop)
        let summary = long.play()
        #expect(summary.spans[1].why == .interrupted)
        #expect(summary.spans[1].distance == 90)
    }

    @Test("laps by hand, by distance and by time sum to the total")
    func laps() {
        var settings = Scenario.chord
        settings.lapDistance = 100
        settings.lapTime = 60
        var run = Scenario(settings: settings)
        run.run(1..<101)
        run.add(30, .lap)
        run.run(101..<131, from: 300)
        run.add(130, .stop)
        let summary = run.play()
        #expect(summary.imbalance() == nil)
        let causes = summary.laps.map(\.cause)
        #expect(causes.filter { $0 == .distance }.count == 3)
        #expect(causes.filter { $0 == .time }.count == 2)
        #expect(causes.filter { $0 == .hand }.count == 1)
        #expect(causes.last == .stop)
        #expect(summary.laps.map(\.from) == summary.laps.map(\.from).sorted())
    }

    @Test("late steps count in the lap in which they were taken")
    func lateStepsInLap() {
        var run = Scenario()
        run.steps(0, 0)
        run.add(30, .lap)
        run.steps(60, 120)
        run.add(60, .stop)
        let laps = run.play().laps
        #expect(laps.map(\.distance) == [60, 60])
        #expect(laps.map(\.steps) == [60, 60])
    }

    @Test("orders that make no sense in a state are passed over")
    func nonsense() {
        var run = Scenario(starts: false)
        run.fix(1, 0)
        run.add(2, .pause)
        run.add(3, .stop)
        #expect(run.play().state == .idle)
        var twice = Scenario()
        twice.add(5, .resume)
        twice.add(10, .pause)
        twice.add(12, .pause)
        twice.add(20, .resume)
        twice.add(30, .stop)
        twice.add(40, .stop)
        twice.add(50, .start(RunStart()))
        twice.add(60, .lap)
        let summary = twice.play()
        #expect(summary.elapsed == Elapsed(seconds: 30))
        #expect(summary.active == Elapsed(seconds: 20))
    }

    @Test("auto-pause pauses from the moment the standing began, and goes on with the first move")
    func autoPause() {
        var settings = Scenario.chord
        settings.autoPause = true
        var run = Scenario(settings: settings)
        run.steps(0, 0)
        for second in 1...60 {
            run.fix(Double(second), 3 * Double(second))
            run.steps(Double(second), Int64(second) * 5 / 2)
        }
        for second in 61...120 {
            run.fix(Double(second), 180)
            run.steps(Double(second), 150)
        }
        for second in 121...180 {
            run.fix(Double(second), 180 + 3 * Double(second - 120))
            run.steps(Double(second), 150 + Int64(second - 120) * 5 / 2)
        }
        run.add(180, .stop)
        let summary = run.play()
        #expect(summary.spans.map(\.source) == [.gps, .paused, .gps], "\(summary.brief)")
        #expect(abs(summary.spans[1].from.seconds - 60) <= 2)
        #expect(abs(summary.spans[1].to.seconds - 120) <= 3)
        #expect(abs(summary.distance - 357) < 6, "\(summary.brief)")
    }

    @Test("auto-pause never pauses for missing gps, nor while steps arrive")
    func autoPauseVetoed() {
        var settings = Scenario.chord
        settings.autoPause = true
        settings.indoorSteps = 0
        var run = Scenario(settings: settings)
        run.steps(0, 0)
        run.run(1..<21)
        for second in 21...60 { run.steps(Double(second), Int64(second - 20) * 3) }
        for second in 61...100 {
            run.fix(Double(second), 200)
            run.steps(Double(second), Int64(second - 20) * 3)
        }
        run.add(100, .stop)
        #expect(!run.play().spans.contains { $0.source == .paused })
    }
}
