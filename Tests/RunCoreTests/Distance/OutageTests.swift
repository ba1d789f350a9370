import RunCore
import Testing

@Suite("Two states of distance")
struct OutageTests {
    /// GPS at 3 m/s to t = 100, nothing for a while, then a fix; 2.5 steps a second throughout.
    private func outage(until end: Double, at east: Double) -> RunSummary {
        var run = Scenario()
        run.steps(0, 1000)
        for second in 1...100 {
            run.fix(Double(second), 3 * Double(second))
            run.steps(Double(second), 1000 + Int64(second) * 5 / 2)
        }
        var time = 101.0
        while time < end {
            run.steps(time, 1000 + Int64(time * 2.5))
            time += 1
        }
        run.steps(end, 1000 + Int64(end * 2.5))
        run.fix(end, east)
        run.fix(end + 1, east + 3)
        run.add(end + 1, .stop)
        return run.play()
    }

    @Test("a tunnel of 60 s is filled from steps, and the line across it is not added")
    func tunnel() {
        let run = outage(until: 160, at: 490)
        #expect(
            run.brief == [
                "gps 0.0-100.0 297.0 m 250 steps", "pedometer 100.0-160.0 150.0 m 150 steps",
                "gps 160.0-161.0 3.0 m 0 steps",
            ])
        #expect(run.spans[1].backfilled == 50)
        #expect(run.spans.map(\.why) == [.start, .lost, .regained])
        #expect(run.switches == 2)
        #expect(run.imbalance() == nil)
    }

    @Test("an outage just short of the limit never leaves gps: the line counts, steps do not")
    func shortOutage() {
        let run = outage(until: 119.9, at: 360)
        #expect(run.brief == ["gps 0.0-120.9 360.0 m 299 steps"])
        #expect(run.switches == 0)
    }

    @Test("exactly the limit is lost")
    func exactLimit() {
        let run = outage(until: 120, at: 360)
        #expect(run.spans.map(\.source) == [.gps, .pedometer, .gps])
        #expect(run.spans[1].distance == 50)
        #expect(outage(until: 119.999999, at: 360).spans.count == 1)
        #expect(outage(until: 120.1, at: 360).spans[1].distance == 50)
    }

    @Test("the loss comes on time though nothing is heard at all")
    func lossOnTime() {
        var recorder = Recorder()
        var run = Scenario()
        run.steps(0, 10)
        run.run(1..<11)
        run.steps(12, 20)
        for event in run.events { _ = recorder.handle(event) }
        #expect(recorder.deadline == Instant(seconds: 30))
        #expect(recorder.advance(to: Instant(seconds: 29.999999)).isEmpty)
        let effects = recorder.advance(to: Instant(seconds: 30))
        let change = SourceChange(
            from: .gps, to: .pedometer, since: Instant(seconds: 10), why: .lost, backfilled: 2)
        #expect(effects == [.sourceChanged(change)])
        #expect(recorder.summary.source == .pedometer)
        #expect(recorder.summary.distance == 27 + 2)
        #expect(recorder.deadline == nil)
    }

    @Test("the first adequate fix switches back at once")
    func instantReturn() {
        var recorder = Recorder()
        var run = Scenario()
        run.steps(0, 0)
        run.steps(50, 100)
        run.fix(51, 0)
        var sources: [Source] = []
        for event in run.events {
            for case .sourceChanged(let change) in recorder.handle(event) {
                sources.append(change.to)
            }
        }
        #expect(sources == [.pedometer, .gps])
    }

    @Test("steps up to the fix belong to the pedometer, also when they are reported later")
    func lateSteps() {
        var run = Scenario()
        run.steps(0, 0)
        run.run(1..<101)
        run.steps(100, 200)
        run.run(160..<200, from: 1000)
        // One reading for the whole outage, and half as much again for the time after.
        run.steps(190, 200 + 90, at: 199)
        run.add(199, .stop)
        let summary = run.play()
        #expect(summary.brief[1] == "pedometer 100.0-160.0 60.0 m 60 steps")
        #expect(summary.brief[2] == "gps 160.0-199.0 117.0 m 30 steps")
        #expect(summary.spans[1].backfilled == 20)
        #expect(summary.imbalance() == nil)
    }

    @Test("a run that begins indoors is filled from its first step")
    func indoorsAtStart() {
        var run = Scenario()
        run.steps(0, 500)
        run.steps(60, 620)
        run.run(61..<71)
        run.add(70, .stop)
        let summary = run.play()
        #expect(
            summary.brief == [
                "pedometer 0.0-61.0 120.0 m 120 steps", "gps 61.0-70.0 27.0 m 0 steps",
            ])
    }

    @Test("a start that waits no longer than a fix may be old stays with gps")
    func quickStart() {
        var run = Scenario()
        run.steps(0, 500)
        run.steps(3, 506)
        run.run(3..<11)
        run.add(10, .stop)
        #expect(run.play().brief == ["gps 0.0-10.0 21.0 m 6 steps"])
    }

    @Test("an outage at the end is the pedometer's whatever its length, once it exceeds 3 s")
    func outageAtStop() {
        for (end, expected) in [(13.0, "gps 0.0-13.0 27.0 m 6 steps"), (13.1, "pedometer")] {
            var run = Scenario()
            run.steps(0, 0)
            run.run(1..<11)
            run.steps(10, 0)
            run.steps(13, 6)
            run.add(end, .stop)
            let summary = run.play()
            #expect(summary.brief.last?.hasPrefix(expected) == true, "\(end): \(summary.brief)")
            #expect(summary.distance == (end > 13 ? 33 : 27))
            #expect(summary.imbalance() == nil)
        }
    }

    @Test("an outage without steps is none, and the line across it is kept apart")
    func noSteps() {
        var run = Scenario()
        run.run(1..<11)
        run.run(71..<81, from: 200)
        run.add(80, .stop)
        let summary = run.play()
        #expect(summary.spans.map(\.source) == [.gps, .none, .gps])
        #expect(summary.spans[1].distance == 0)
        #expect(abs(summary.spans[1].estimated - 173) < 1e-6)
        #expect(abs(summary.distance - 54) < 1e-6)
        #expect(summary.switches == 0)
    }

    @Test("a step source that appears later takes over, and late readings cover what they can")
    func laterSource() {
        var run = Scenario()
        run.run(1..<11)
        run.steps(40, 0, at: 50)
        run.steps(60, 30)
        run.run(71..<81, from: 200)
        run.steps(75, 37)
        run.add(80, .stop)
        let summary = run.play()
        #expect(
            summary.brief == [
                "gps 0.0-10.0 27.0 m 0 steps", "none 10.0-40.0 0.0 m 0 steps",
                "pedometer 40.0-71.0 35.0 m 35 steps", "gps 71.0-80.0 27.0 m 2 steps",
            ])
        #expect(abs(summary.estimated - (173 - 35)) < 1e-6)
        #expect(summary.imbalance() == nil)
    }

    @Test("readings that come after the outage turn its none time into pedometer")
    func lateReadingsCoverNone() {
        var run = Scenario()
        run.run(1..<11)
        run.run(71..<101, from: 200)
        run.steps(20, 100, at: 100)
        run.steps(60, 180, at: 100)
        run.add(100, .stop)
        let summary = run.play()
        #expect(
            summary.brief == [
                "gps 0.0-10.0 27.0 m 0 steps", "none 10.0-20.0 0.0 m 0 steps",
                "pedometer 20.0-60.0 80.0 m 80 steps", "none 60.0-71.0 0.0 m 0 steps",
                "gps 71.0-100.0 87.0 m 0 steps",
            ])
        #expect(summary.switches == 2)
    }

    @Test("a counter that stays at zero is no step source and never suppresses gps")
    func deadCounter() {
        var run = Scenario()
        for second in 0..<10 { run.steps(Double(second), 0) }
        run.run(10..<41)
        for second in 41..<80 { run.steps(Double(second), 0) }
        run.run(80..<91, from: 300)
        run.add(90, .stop)
        let summary = run.play()
        #expect(summary.spans.map(\.source) == [.none, .gps, .none, .gps])
        #expect(abs(summary.distance - 120) < 1e-6)
    }

    @Test("a counter that falls silent for long is no source from its last word on")
    func silentCounter() {
        var run = Scenario()
        run.steps(0, 0)
        run.run(1..<11)
        run.steps(15, 30)
        run.run(171..<181, from: 400)
        run.add(180, .stop)
        let summary = run.play()
        #expect(summary.spans.map(\.source) == [.gps, .pedometer, .none, .gps])
        #expect(summary.spans[1].to == Instant(seconds: 15))
    }

    @Test("a counter whose first word comes soon after the start covers the run from there")
    func firstWord() {
        var run = Scenario()
        run.steps(2, 500)
        run.steps(60, 620)
        run.add(60, .stop)
        #expect(run.play().brief == ["pedometer 0.0-60.0 120.0 m 120 steps"])
    }
}
