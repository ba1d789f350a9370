/// What a run's events say of how it could go on. Give it every event of the run, in order.
package struct RunHistory: Equatable, Sendable {
    private var lastArrival: Instant?
    private var isStopped = false
    private var restarts: [Instant] = []
    /// Civil time at a moment of the run's clock, the newest that is believable.
    private var dated: (moment: Instant, wall: WallTime)?

    package init() {}

    package mutating func handle(_ event: Event) {
        lastArrival = max(lastArrival ?? event.arrival, event.arrival)
        // Whatever comes after a stop came from a person who had it reopened.
        isStopped = false
        switch event.payload {
        case .start(let start):
            if let wall = start.wall { date(event.arrival, wall) }
        case .fix(let fix):
            if let time = fix.time { date(event.arrival, time) }
        case .restart: restarts.append(event.arrival)
        case .stop: isStopped = true
        case .steps, .foot, .heart, .acceleration, .pressure, .pause, .resume, .lap, .mark,
            .segment:
            break
        }
    }

    /// - Parameters:
    ///   - clock: as the store has it.
    ///   - start: the run's start and its civil time, if the store learnt that later than the events.
    /// - Returns: nil if there was no event.
    package func interrupted(
        clock: RunClock, start: (moment: Instant, wall: WallTime)? = nil
    ) -> Resumption.Interrupted? {
        guard let lastArrival else { return nil }
        // After a restart the distance to the start may be off by an uncertain gap.
        let known = dated ?? (restarts.isEmpty ? start : nil)
        return Resumption.Interrupted(
            clock: clock, lastArrival: lastArrival,
            lastWall: known.map { $0.wall + (lastArrival - $0.moment) }, isStopped: isStopped,
            restarts: restarts)
    }

    /// A date before this program was written is a receiver's week error or a clock never set.
    private mutating func date(_ moment: Instant, _ wall: WallTime) {
        if wall >= .earliestBelievable { dated = (moment, wall) }
    }

    package static func == (a: RunHistory, b: RunHistory) -> Bool {
        a.lastArrival == b.lastArrival && a.isStopped == b.isStopped && a.restarts == b.restarts
            && a.dated?.moment == b.dated?.moment && a.dated?.wall == b.dated?.wall
    }
}

extension WallTime {
    /// 2024-01-01. A clock that shows less was never set, as on a machine without a battery for it.
    package static let earliestBelievable = WallTime(microseconds: 1_704_067_200_000_000)
}
