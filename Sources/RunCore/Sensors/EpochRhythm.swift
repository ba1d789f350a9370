/// Foretells when the next epoch of a regular receiver will have come, so that a single look takes
/// all of it: gpsd sends an epoch in two to four pieces, and each would wake the recorder.
///
/// A look is planned a little later than the last epoch was complete, and then a trifle earlier
/// each time, so that it never drifts away from the receiver: sooner or later one comes too early,
/// and the next epoch is waited for. Looks that are often too early are planned later, then not at
/// all for a while.
package struct EpochRhythm: Sendable {
    /// When to look; nil: nobody can tell, so that the receiver has to be waited for.
    package private(set) var next: Instant?

    private var last: (time: WallTime, arrival: Instant)?
    /// Receiver time from epoch to epoch, once two steps were the same.
    private var period: Elapsed?
    /// Epochs in the same step, less those for which nothing is to be planned.
    private var regular = 0
    /// From when an epoch was complete to where the look after it is planned, within the period.
    private var lag = firstLag
    /// Looks that found their epoch since one did not.
    private var hits = 0
    /// Looks that came too early soon after one another.
    private var misses = 0

    private static let firstLag = Elapsed(microseconds: 40_000)
    private static let longestLag = Elapsed(microseconds: 200_000)
    /// More than clocks drift apart in a second: crystals are within 100 ppm.
    private static let creep = Elapsed(microseconds: 120)
    private static let slowest = Elapsed(microseconds: 5_000_000)
    private static let fastest = Elapsed(microseconds: 500_000)
    /// A step of receiver time is exact; its arrival is not.
    private static let timeTolerance = Elapsed(microseconds: 2_000)
    private static let arrivalTolerance = Elapsed(microseconds: 250_000)
    private static let trustedAfter = 4
    /// A miss this soon after the last one says that the lag is too short.
    private static let soon = 30
    private static let mostMisses = 5
    private static let rest = 120

    package init() {}

    /// An epoch is complete.
    /// - Parameter time: the receiver's; without one there is no rhythm.
    package mutating func completed(_ time: WallTime?, at now: Instant) {
        let planned = next.flatMap { $0 <= now ? $0 : nil }
        next = nil
        guard let time else {
            self = EpochRhythm()
            return
        }
        defer { last = (time, now) }
        guard let last else { return }
        learn(time - last.time, waited: now - last.arrival)
        guard let period, regular >= Self.trustedAfter else { return }
        if let planned {
            hits += 1
            next = planned + period - Self.creep
        } else {
            next = now + period + lag
        }
    }

    /// The planned look found no complete epoch.
    package mutating func missed() {
        next = nil
        guard hits < Self.soon else {
            (hits, misses) = (0, 0)
            return
        }
        hits = 0
        misses += 1
        lag = min(Self.longestLag, lag + lag)
        guard misses >= Self.mostMisses else { return }
        misses = 0
        regular = Self.trustedAfter - Self.rest
    }

    private mutating func learn(_ step: Elapsed, waited: Elapsed) {
        let isSame = period.map { abs(step, $0) <= Self.timeTolerance } ?? false
        let isPunctual = abs(step, waited) <= Self.arrivalTolerance
        let isUsable = step >= Self.fastest && step <= Self.slowest
        if isSame, isPunctual {
            regular += 1
        } else {
            regular = min(regular, 0)
            period = isUsable ? step : nil
        }
    }

    private func abs(_ a: Elapsed, _ b: Elapsed) -> Elapsed { a > b ? a - b : b - a }
}
