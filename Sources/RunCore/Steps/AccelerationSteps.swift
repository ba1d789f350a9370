/// Makes readings of a step counter out of accelerations, for a device that has no counter.
///
/// A pure function of what was fed in, so steps counted live and in a replay are the same. The
/// readings say when they were true, a few seconds before they are known: late by nature, as
/// the readings of counters are.
package struct AccelerationSteps: Sendable {
    /// A reading, and the moment up to which its count is complete.
    package struct Timed: Equatable, Sendable {
        package var time: Instant
        package var reading: StepReading

        package init(time: Instant, reading: StepReading) {
            self.time = time
            self.reading = reading
        }
    }

    /// Readings come no faster than this while there are steps, and as seldom as this without.
    private static let pace = Elapsed(seconds: 1)
    private static let idlePace = Elapsed(seconds: 5)

    private let boot: String?
    private var detector = StepDetector()
    private var counter: String?
    private var last: Timed?

    /// - Parameter boot: the boot in which the readings count. Each stream of accelerations is a
    ///   counter of its own, which is told from others by the moment at which it began.
    package init(boot: String? = nil) { self.boot = boot }

    /// Takes an acceleration and gives the readings that follow from it, oldest first: most
    /// often none; two when held-back steps become certain (before them, and after).
    package mutating func add(_ acceleration: Acceleration, at instant: Instant) -> [Timed] {
        let before = detector.steps
        let since = detector.settled
        let found = detector.add(acceleration, at: instant)
        guard let now = detector.settled else { return [] }
        if counter == nil {
            counter = "\(boot.map { $0 + "/" } ?? "")accel-\(instant.microseconds)"
            return [note(0, at: now)]
        }
        guard let last, now > last.time else { return [] }
        let isNews = detector.steps > Int(last.reading.count)
        guard now - last.time >= (isNews ? Self.pace : Self.idlePace) else { return [] }
        return readings(before: before, since: since ?? now, found: found, at: now)
    }

    /// The rest, at the end of a run or at a pause.
    package mutating func finish() -> [Timed] {
        let before = detector.steps
        let since = detector.settled
        let found = detector.finish()
        guard let since, let now = detector.settled, let last, now > last.time else { return [] }
        guard detector.steps > Int(last.reading.count) else { return [] }
        return readings(before: before, since: since, found: found, at: now)
    }

    /// Steps that become certain at once belong to the time in which they were held back.
    private mutating func readings(
        before: Int, since: Instant, found: Int, at now: Instant
    ) -> [Timed] {
        guard found > 2, let last, since > last.time, since < now else {
            return [note(detector.steps, at: now)]
        }
        return [note(before, at: since), note(detector.steps, at: now)]
    }

    private mutating func note(_ steps: Int, at time: Instant) -> Timed {
        let timed = Timed(time: time, reading: StepReading(count: Int64(steps), boot: counter))
        last = timed
        return timed
    }
}
