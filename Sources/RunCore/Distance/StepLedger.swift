/// Turns the readings of a cumulative, dirty step counter into intervals with a number of steps.
///
/// Only differences count. A step back of a few is jitter; a larger one, or another boot, is a
/// counter that began anew; a step back from just below 2^32 is a wrap.
struct StepLedger: Equatable, Sendable {
    /// The first reading's time: from here on the counter covers time.
    private(set) var coverageStart: Instant?
    /// The latest reading's time.
    private(set) var latest: Instant?
    /// The counter has shown a number other than zero; one that never does is taken for dead.
    private(set) var isAlive = false
    private var count: Int64 = 0
    /// The count of the earliest reading.
    private var earliest: Int64 = 0
    private var boot: String?

    /// Falls up to this size are jitter.
    private static let jitter: Int64 = 10
    /// No counter of ours counts more than this between two readings.
    private static let absurd: Int64 = 10_000_000
    /// A counter that began anew cannot have counted faster than this many steps a second.
    private static let fastest = 6.0

    /// The time and steps since the reading before; nil for the first one, and where a reading is
    /// older than what is known already.
    mutating func take(_ reading: StepReading, at time: Instant) -> (
        from: Instant, to: Instant, steps: Int64
    )? {
        if reading.count != 0 { isAlive = true }
        guard let before = latest else {
            coverageStart = time
            latest = time
            count = reading.count
            earliest = reading.count
            boot = reading.boot
            return nil
        }
        let sameBoot = reading.boot == nil || boot == nil || reading.boot == boot
        if time < before, sameBoot, reading.count <= count {
            // Late: what it counted is part of a later reading already, but for the very first.
            return extendBack(to: reading.count, at: time)
        }
        let steps = difference(
            to: reading.count, sameBoot: sameBoot, seconds: (time - before).seconds)
        latest = max(before, time)
        if reading.boot != nil { boot = reading.boot }
        return (before, max(before, time), steps)
    }

    /// A reading from before the earliest one tells what was counted up to that one.
    private mutating func extendBack(to count: Int64, at time: Instant) -> (
        from: Instant, to: Instant, steps: Int64
    )? {
        guard let start = coverageStart, time < start, count <= earliest,
            earliest - count < Self.absurd
        else { return nil }
        defer {
            coverageStart = time
            earliest = count
        }
        return (time, start, earliest - count)
    }

    /// Steps since the reading before; the baseline moves on.
    private mutating func difference(to new: Int64, sameBoot: Bool, seconds: Double) -> Int64 {
        let (delta, overflow) = new.subtractingReportingOverflow(count)
        let old = count
        if !sameBoot { return began(anew: new, seconds: seconds) }
        if overflow || delta >= Self.absurd {
            count = new
            return 0
        }
        if delta >= 0 {
            count = new
            return delta
        }
        if delta >= -Self.jitter && new > 0 { return 0 }
        let wrapped = new + (Int64(1) << 32) - old
        if old < Int64(1) << 32, new >= 0, wrapped >= 0, wrapped < Self.absurd / 10 {
            count = new
            return wrapped
        }
        return began(anew: new, seconds: seconds)
    }

    /// A counter that starts from zero counted all it shows, if that is humanly possible.
    private mutating func began(anew new: Int64, seconds: Double) -> Int64 {
        count = new
        guard new > 0, Double(new) <= Self.fastest * max(0, seconds) + 50 else { return 0 }
        return new
    }
}
