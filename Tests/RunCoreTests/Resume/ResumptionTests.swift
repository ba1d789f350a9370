import RunCore
import Testing

@Suite("resuming a run")
struct ResumptionTests {
    typealias Interrupted = Resumption.Interrupted

    let resumption = Resumption()
    let evening = WallTime(microseconds: 1_780_000_000_000_000)

    /// A run of boot a whose last event arrived at 1000 s.
    func run(wall: WallTime?, restarts: [Double] = [], stopped: Bool = false) -> Interrupted {
        Interrupted(
            clock: RunClock(boot: "a"), lastArrival: Instant(seconds: 1000), lastWall: wall,
            isStopped: stopped, restarts: restarts.map { Instant(seconds: $0) })
    }

    func clocks(_ boot: String, _ seconds: Double, wall: Double? = nil) -> ClockReading {
        ClockReading(
            boot: boot, bootClock: Instant(seconds: seconds),
            wall: wall.map { evening + Elapsed(seconds: $0) })
    }

    func plan(_ decision: Resumption.Decision) throws -> Resumption.Plan {
        guard case .resume(let plan) = decision else {
            Issue.record("\(decision) is not a resumption")
            throw CancellationError()
        }
        return plan
    }

    @Test("in the same boot the run's clock simply goes on, whatever the date says")
    func sameBoot() throws {
        for wall in [nil, -1e6, 0, 1e9] as [Double?] {
            let plan = try plan(
                resumption.decide(run(wall: evening), now: clocks("a", 1001.5, wall: wall)))
            #expect(plan.clock == RunClock(boot: "a"))
            #expect(plan.now == Instant(seconds: 1001.5))
            #expect(plan.gap == Elapsed(seconds: 1.5))
            #expect(plan.restart == Restart(cause: "crash", boot: "a"))
            #expect(!plan.isGapUncertain)
            #expect(!plan.isRawOnly)
        }
    }

    @Test("a run that went on in a second boot keeps its offset through a crash in that boot")
    func crashAfterReboot() throws {
        var interrupted = run(wall: evening)
        interrupted.clock = RunClock(boot: "b", offset: Elapsed(seconds: 940))
        let plan = try plan(resumption.decide(interrupted, now: clocks("b", 70)))
        #expect(plan.clock == interrupted.clock)
        #expect(plan.now == Instant(seconds: 1010))
    }

    @Test("exactly two hours still resumes; a microsecond more ends the run at its last event")
    func limit() throws {
        let edge = 1000.0 + 7200
        _ = try plan(resumption.decide(run(wall: nil), now: clocks("a", edge)))
        var late = clocks("a", edge)
        late.bootClock = late.bootClock + Elapsed(microseconds: 1)
        #expect(
            resumption.decide(run(wall: nil), now: late)
                == .end(
                    at: Instant(seconds: 1000), .tooOld(Elapsed(microseconds: 7_200_000_001))))
    }

    @Test("across a reboot the clock goes on by the difference of the dates")
    func reboot() throws {
        let plan = try plan(
            resumption.decide(run(wall: evening), now: clocks("b", 25, wall: 90)))
        #expect(plan.gap == Elapsed(seconds: 90))
        #expect(plan.now == Instant(seconds: 1090))
        #expect(plan.clock == RunClock(boot: "b", offset: Elapsed(seconds: 1065)))
        #expect(plan.clock(Instant(seconds: 30)) == Instant(seconds: 1095))
        #expect(plan.restart == Restart(cause: "reboot", boot: "b"))
        #expect(!plan.isGapUncertain)
    }

    @Test(
        "without two known dates, or with dates that cannot be, it goes on by the uptime, flagged",
        arguments: [nil, -3600, 0, 19.9] as [Double?])
    func uncertain(wall: Double?) throws {
        let plan = try plan(
            resumption.decide(run(wall: evening), now: clocks("b", 25, wall: wall)))
        #expect(plan.gap == Elapsed(seconds: 25))
        #expect(plan.now == Instant(seconds: 1025))
        #expect(plan.isGapUncertain)
    }

    @Test("dates a few seconds short of the uptime are believed, but the uptime counts")
    func tolerance() throws {
        let plan = try plan(
            resumption.decide(run(wall: evening), now: clocks("b", 25, wall: 20)))
        #expect(plan.gap == Elapsed(seconds: 25))
        #expect(!plan.isGapUncertain)
    }

    @Test("power that comes back next day does not revive yesterday's run")
    func nextDay() {
        let decision = resumption.decide(
            run(wall: evening), now: clocks("b", 25, wall: 50_000))
        #expect(decision == .end(at: Instant(seconds: 1000), .tooOld(Elapsed(seconds: 50_000))))
    }

    @Test("a machine without a clock learns later that its run was yesterday's")
    func nextDayWithoutClock() throws {
        let interrupted = run(wall: evening)
        let plan = try plan(resumption.decide(interrupted, now: clocks("b", 25)))
        #expect(!resumption.wasTooOld(interrupted, plan, now: clocks("b", 30)))
        #expect(!resumption.wasTooOld(interrupted, plan, now: clocks("b", 60, wall: 600)))
        #expect(resumption.wasTooOld(interrupted, plan, now: clocks("b", 60, wall: 50_000)))
        let certain = try self.plan(
            resumption.decide(interrupted, now: clocks("b", 25, wall: 60)))
        #expect(!resumption.wasTooOld(interrupted, certain, now: clocks("b", 60, wall: 50_000)))
    }

    @Test("a run that was stopped is ended, under every policy")
    func stopped() {
        for policy in Resumption.Policy.allCases {
            #expect(
                Resumption(policy: policy).decide(
                    run(wall: nil, stopped: true), now: clocks("a", 1001))
                    == .end(at: Instant(seconds: 1000), .stopped))
        }
    }

    @Test("ask answers with both ways on, never ends the run")
    func policies() {
        let interrupted = run(wall: evening)
        let now = clocks("a", 1030)
        let plan = resumption.plan(interrupted, now: now)
        #expect(
            Resumption(policy: .ask).decide(interrupted, now: now)
                == .ask(plan, end: Instant(seconds: 1000)))
        #expect(
            Resumption(policy: .never).decide(interrupted, now: now)
                == .end(at: Instant(seconds: 1000), .policy))
    }

    @Test("a boot clock that went back does not take the run's clock with it")
    func clockWentBack() throws {
        let plan = try plan(resumption.decide(run(wall: nil), now: clocks("a", 10)))
        #expect(plan.now == Instant(seconds: 1000))
        #expect(plan.clock(Instant(seconds: 11)) == Instant(seconds: 1001))
        #expect(plan.isGapUncertain)
    }

    @Test("the third death within a minute brings the recorder up raw-only, the second does not")
    func deaths() {
        let now = clocks("a", 1001)
        func isRawOnly(_ restarts: [Double]) -> Bool {
            resumption.plan(run(wall: nil, restarts: restarts), now: now).isRawOnly
        }
        #expect(!isRawOnly([]))
        #expect(!isRawOnly([990]))
        #expect(isRawOnly([941, 990]))
        #expect(!isRawOnly([940.9, 990]))
        #expect(isRawOnly([10, 950, 960, 990]))
    }

    @Test("a start in 1970 is dated by the boot clock once the date is known")
    func trueStart() {
        let clock = RunClock(boot: "a")
        let start = Instant(seconds: 10)
        #expect(clocks("a", 130).wall(at: start, of: clock) == nil)
        #expect(clocks("b", 130, wall: 0).wall(at: start, of: clock) == nil)
        #expect(
            clocks("a", 130, wall: 0).wall(at: start, of: clock) == evening + Elapsed(seconds: -120)
        )
    }

    @Test("whatever the clocks say, the run's clock never goes back and the offset agrees with it")
    func anyClocks() {
        var state: UInt64 = 20_260_601
        func random(_ range: Double) -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 11) / Double(UInt64(1) << 53) * range
        }
        for round in 0..<2000 {
            let interrupted = run(wall: random(1) < 0.3 ? nil : evening)
            let now = clocks(
                random(1) < 0.5 ? "a" : "b", random(20_000),
                wall: random(1) < 0.3 ? nil : random(40_000) - 20_000)
            let plan = resumption.plan(interrupted, now: now)
            #expect(plan.now >= interrupted.lastArrival, "round \(round)")
            #expect(plan.clock(now.bootClock) == plan.now, "round \(round)")
            #expect(plan.now - interrupted.lastArrival == plan.gap, "round \(round)")
        }
    }

    // MARK: - From events

    func event(_ seconds: Double, _ payload: Event.Payload) -> Event {
        Event(
            time: Instant(seconds: seconds), arrival: Instant(seconds: seconds), payload: payload)
    }

    func history(_ events: Event...) -> Interrupted? {
        var history = RunHistory()
        for event in events { history.handle(event) }
        return history.interrupted(
            clock: RunClock(boot: "a"), start: (Instant(seconds: 1), evening))
    }

    @Test("the date at the last event comes from the newest believable date before it")
    func dates() {
        let reading = Event.Payload.steps(StepReading(count: 1))
        let start = event(1, .start(RunStart()))
        let fix = event(5, .fix(Fix(mode: 3, time: evening + Elapsed(seconds: 1000))))
        let weekError = event(6, .fix(Fix(mode: 3, time: WallTime(microseconds: 900_000_000_000))))
        let restart = event(8, .restart(Restart(cause: "reboot", boot: "b")))
        #expect(history() == nil)
        #expect(history(start, event(9, reading))?.lastWall == evening + Elapsed(seconds: 8))
        #expect(
            history(start, fix, weekError, event(9, reading))?.lastWall
                == evening + Elapsed(seconds: 1004))
        #expect(history(start, restart, event(9, reading))?.lastWall == nil)
        #expect(history(start, fix, restart)?.restarts == [Instant(seconds: 8)])
    }

    @Test("a stop ends it, unless the run was reopened and went on")
    func stops() {
        let stop = event(7, .stop)
        #expect(history(event(1, .start(RunStart())), stop)?.isStopped == true)
        #expect(history(stop, event(8, .restart(Restart())))?.isStopped == false)
    }
}
