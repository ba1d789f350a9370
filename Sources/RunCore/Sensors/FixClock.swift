/// Finds when a fix was measured, on the boot clock, from when it arrived and what the receiver's
/// own clock says.
///
/// The receiver's clock is only trusted to tick: a fix is as old as its delay (arrival − GPS time)
/// exceeds the smallest recent one. Where GPS time is missing or jumped, the fix is as new as its
/// arrival. One clock serves one receiver.
package struct FixClock: Sendable {
    /// GPS time of the last fix, corrected.
    private var last: (arrival: Instant, time: WallTime)?
    /// Delays of recent fixes; their zero is arbitrary.
    private var recent: [(arrival: Instant, delay: Int64)] = []
    private var latest: Instant?

    /// The oscillators of computers drift up to 50 ppm: 6 ms in this time.
    private static let window = Elapsed(microseconds: 120_000_000)
    private static let mostRecent = 64
    /// A step of GPS time beyond this, against the arrival, is a jump of its clock.
    private static let tolerance = Elapsed(microseconds: 1_500_000)
    /// Nothing waits longer in gpsd or a receiver; a larger age is a jump that was not seen.
    private static let oldest = Elapsed(microseconds: 60_000_000)

    package init() {}

    /// Learns the delays of fixes that came together, before the first of them is measured: gpsd
    /// greets with the last report it has, which may be a second old.
    package mutating func learn(_ fixes: [(arrival: Instant, time: WallTime?)]) {
        for (arrival, time) in fixes.suffix(Self.mostRecent) {
            guard let time else { continue }
            recent.append((arrival, arrival.microseconds &- time.microseconds))
        }
    }

    /// - Returns: when the fix was measured: not after `arrival`, not before the fix before it.
    package mutating func measured(arrival: Instant, time: WallTime?) -> Instant {
        let moment = arrival - age(arrival, time)
        let result = min(latest.map { max($0, moment) } ?? moment, arrival)
        latest = result
        return result
    }

    private mutating func age(_ arrival: Instant, _ time: WallTime?) -> Elapsed {
        guard let time else { return .zero }
        let delay = arrival.microseconds &- time.microseconds
        if hasJumped(arrival, time) { recent.removeAll(keepingCapacity: true) }
        last = (arrival, time)
        recent.removeAll { arrival - $0.arrival > Self.window }
        if recent.count == Self.mostRecent { recent.removeFirst() }
        recent.append((arrival, delay))
        let smallest = recent.reduce(delay) { min($0, $1.delay) }
        let age = Elapsed(microseconds: delay &- smallest)
        guard age <= Self.oldest else {
            recent = [(arrival, delay)]
            return .zero
        }
        return age
    }

    /// GPS time went back, or went ahead by more than the wait since the last fix and the delay of
    /// that one explain.
    private func hasJumped(_ arrival: Instant, _ time: WallTime) -> Bool {
        guard let last else { return false }
        let step = time - last.time
        if step < .zero { return true }
        let lastDelay = last.arrival.microseconds &- last.time.microseconds
        let smallest = recent.reduce(lastDelay) { min($0, $1.delay) }
        let explained = (arrival - last.arrival) + Elapsed(microseconds: lastDelay &- smallest)
        return step > explained + Self.tolerance
    }
}

/// Dates of receivers whose week counter ran over.
package enum GPSWeek {
    /// GPS weeks are counted in ten bits: old receivers err by multiples of 1024 weeks.
    private static let rollover: Int64 = 7168 * 86_400 * 1_000_000
    /// No receiver that is still in use has a firmware older than this (2000-01-01).
    private static let earliest = WallTime(microseconds: 946_684_800_000_000)

    /// The time moved by whole rollovers to where it is nearest to `reference`.
    /// - Returns: nil for a time before 2000, which is no time at all.
    package static func corrected(_ time: WallTime, near reference: WallTime) -> WallTime? {
        guard time >= earliest else { return nil }
        let (difference, overflow) = reference.microseconds.subtractingReportingOverflow(
            time.microseconds)
        guard !overflow else { return nil }
        let half = difference < 0 ? -rollover / 2 : rollover / 2
        let (rounded, tooFar) = difference.addingReportingOverflow(half)
        guard !tooFar else { return nil }
        return WallTime(microseconds: time.microseconds + rounded / rollover * rollover)
    }
}
