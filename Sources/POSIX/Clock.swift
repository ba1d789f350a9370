private import Glibc

/// Readings of the system's clocks. Corresponds to C `clock_gettime`.
package enum Clock {
    /// Microseconds since boot, through suspend (CLOCK_BOOTTIME).
    package static func bootMicroseconds() -> Int64 { read(CLOCK_BOOTTIME) }

    /// Microseconds since an arbitrary start, not counting suspend (CLOCK_MONOTONIC).
    package static func monotonicMicroseconds() -> Int64 { read(CLOCK_MONOTONIC) }

    /// Microseconds since 1970-01-01T00:00:00Z (CLOCK_REALTIME); may jump.
    package static func wallMicroseconds() -> Int64 { read(CLOCK_REALTIME) }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }
}
