/// Decides, after the recorder has died, what becomes of the run that was going on.
///
/// Within the limit it goes on by itself: a death is an outage like any other. Beyond it the run is
/// ended at its last event, so that power that comes back at home next day does not revive it.
package struct Resumption: Equatable, Sendable {
    package var policy: Policy
    /// The longest time between the last event and now after which a run goes on by itself.
    package var limit: Elapsed

    package enum Policy: String, CaseIterable, Sendable {
        case auto
        /// The person decides; until then nothing is recorded into the run.
        case ask
        case never
    }

    /// Two hours.
    package static let defaultLimit = Elapsed(microseconds: 7_200_000_000)

    package init(policy: Policy = .auto, limit: Elapsed = Resumption.defaultLimit) {
        self.policy = policy
        self.limit = limit
    }

    /// What the store knows of the run that was active.
    package struct Interrupted: Equatable, Sendable {
        /// The clock it was recorded by.
        package var clock: RunClock
        /// Arrival of its last event, on the run's clock.
        package var lastArrival: Instant
        /// Civil time of that; nil if it was never known during the run.
        package var lastWall: WallTime?
        /// The last event is a `stop`: the recorder died while it was ending the run.
        package var isStopped: Bool
        /// Arrivals of the `restart` events it has already, on the run's clock.
        package var restarts: [Instant]

        package init(
            clock: RunClock, lastArrival: Instant, lastWall: WallTime?, isStopped: Bool = false,
            restarts: [Instant] = []
        ) {
            self.clock = clock
            self.lastArrival = lastArrival
            self.lastWall = lastWall
            self.isStopped = isStopped
            self.restarts = restarts
        }
    }

    package enum Decision: Equatable, Sendable {
        /// Go on with the run.
        case resume(Plan)
        /// Ask the person; should the answer be no, end it at this moment of its clock.
        case ask(Plan, end: Instant)
        /// End it at this moment of its clock.
        case end(at: Instant, EndReason)
    }

    package enum EndReason: Equatable, Sendable {
        /// It had been stopped, and only that was not written any more.
        case stopped
        /// So much time had passed.
        case tooOld(Elapsed)
        /// `resume = never`.
        case policy
    }

    /// How the run goes on.
    package struct Plan: Equatable, Sendable {
        /// The run's clock from now on.
        package var clock: RunClock
        /// Now, on that clock: the arrival of the `restart` event.
        package var now: Instant
        package var restart: Restart
        /// Between the last event and now.
        package var gap: Elapsed
        /// The machine's clock did not say how long it was off: `gap` is only the time since the boot.
        package var isGapUncertain: Bool
        /// The recorder dies again and again: record raw events and leave the engine out.
        package var isRawOnly: Bool
    }

    /// - Parameter now: the clocks at this start of the recorder.
    package func decide(_ run: Interrupted, now: ClockReading) -> Decision {
        if run.isStopped { return .end(at: run.lastArrival, .stopped) }
        let plan = plan(run, now: now)
        if plan.gap > limit { return .end(at: run.lastArrival, .tooOld(plan.gap)) }
        switch policy {
        case .auto: return .resume(plan)
        case .ask: return .ask(plan, end: run.lastArrival)
        case .never: return .end(at: run.lastArrival, .policy)
        }
    }

    /// How a run would go on from now, however long ago its last event was: what a person who
    /// asks for it gets.
    package func plan(_ run: Interrupted, now: ClockReading) -> Plan {
        let gap: (elapsed: Elapsed, isUncertain: Bool)
        var clock = RunClock(boot: now.boot)
        if now.boot == run.clock.boot {
            let elapsed = run.clock(now.bootClock) - run.lastArrival
            // A boot clock that went back is not of this boot, whatever its name says (a container
            // in a time namespace): the run's clock must not go back with it.
            gap = (max(elapsed, .zero), elapsed < .zero)
        } else {
            gap = gapAcrossBoots(run, now)
        }
        let arrival = run.lastArrival + gap.elapsed
        clock.offset = arrival - now.bootClock
        let cause = now.boot == run.clock.boot ? "crash" : "reboot"
        return Plan(
            clock: clock, now: arrival, restart: Restart(cause: cause, boot: now.boot),
            gap: gap.elapsed, isGapUncertain: gap.isUncertain,
            isRawOnly: diesTooOften(run, arrival: arrival))
    }

    /// The civil times differ by the gap if both are known; since the machine booted in between, it
    /// is at least the time since the boot.
    private func gapAcrossBoots(
        _ run: Interrupted, _ now: ClockReading
    ) -> (elapsed: Elapsed, isUncertain: Bool) {
        let uptime = max(now.bootClock - Instant(microseconds: 0), .zero)
        guard let wall = now.wall, let last = run.lastWall else { return (uptime, true) }
        let elapsed = wall - last
        return elapsed + Self.clockTolerance >= uptime
            ? (max(elapsed, uptime), false) : (uptime, true)
    }

    /// Civil time is corrected in small steps, so a difference may be this much short.
    private static let clockTolerance = Elapsed(microseconds: 5_000_000)

    /// A gap that was uncertain at the restart has become known with the clock.
    /// - Returns: whether the run should have been ended instead of resumed.
    package func wasTooOld(
        _ run: Interrupted, _ plan: Plan, now: ClockReading
    ) -> Bool {
        guard plan.isGapUncertain, let last = run.lastWall,
            let restart = now.wall(at: plan.now, of: plan.clock)
        else { return false }
        return restart - last > limit
    }

    // MARK: - Deaths

    /// Three deaths, this one among them, within a minute.
    private func diesTooOften(_ run: Interrupted, arrival: Instant) -> Bool {
        let recent = run.restarts.filter { arrival - $0 <= Self.deathWindow }
        return recent.count + 1 >= Self.deathLimit
    }

    private static let deathWindow = Elapsed(microseconds: 60_000_000)
    private static let deathLimit = 3
}
