/// A moment on the boot clock (CLOCK_BOOTTIME), which also counts through suspend.
///
/// Whole microseconds, so that "exactly 20 s" is exact and a replay agrees to the last bit.
package struct Instant: Hashable, Comparable, Sendable {
    /// Microseconds since boot; in a replayed log, since its own zero.
    package var microseconds: Int64

    package init(microseconds: Int64) { self.microseconds = microseconds }

    /// - Parameter seconds: seconds since boot, rounded to the nearest microsecond.
    package init(seconds: Double) { self.microseconds = Elapsed(seconds: seconds).microseconds }

    /// Seconds since boot.
    package var seconds: Double { Double(microseconds) / 1e6 }

    package static func < (a: Instant, b: Instant) -> Bool { a.microseconds < b.microseconds }

    package static func + (a: Instant, b: Elapsed) -> Instant {
        Instant(microseconds: a.microseconds &+ b.microseconds)
    }

    package static func - (a: Instant, b: Elapsed) -> Instant {
        Instant(microseconds: a.microseconds &- b.microseconds)
    }

    package static func - (a: Instant, b: Instant) -> Elapsed {
        Elapsed(microseconds: a.microseconds &- b.microseconds)
    }
}

/// The time between two instants, in whole microseconds; may be negative.
package struct Elapsed: Hashable, Comparable, Sendable {
    package var microseconds: Int64

    package static let zero = Elapsed(microseconds: 0)

    package init(microseconds: Int64) { self.microseconds = microseconds }

    /// - Parameter seconds: rounded to the nearest microsecond; clamped to ±146,000 years; NaN is 0.
    package init(seconds: Double) {
        let scaled = (seconds * 1e6).rounded()
        if scaled.isNaN {
            microseconds = 0
        } else {
            microseconds = Int64(max(-4.6e18, min(4.6e18, scaled)))
        }
    }

    package var seconds: Double { Double(microseconds) / 1e6 }

    package static func < (a: Elapsed, b: Elapsed) -> Bool { a.microseconds < b.microseconds }

    package static func + (a: Elapsed, b: Elapsed) -> Elapsed {
        Elapsed(microseconds: a.microseconds &+ b.microseconds)
    }

    package static func - (a: Elapsed, b: Elapsed) -> Elapsed {
        Elapsed(microseconds: a.microseconds &- b.microseconds)
    }
}
