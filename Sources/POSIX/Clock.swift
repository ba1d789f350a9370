private import Glibc

/// Readings of the system's clocks. Corresponds to C `clock_gettime`.
package enum Clock {
    /// Microseconds since boot, through suspend (CLOCK_BOOTTIME).
    package static func bootMicroseconds() -> Int64 { read(CLOCK_BOOTTIME) }

    /// Microseconds since an arbitrary start, not counting suspend (CLOCK_MONOTONIC).
    package static func monotonicMicroseconds() -> Int64 { read(CLOCK_MONOTONIC) }

    /// Microseconds since 1970-01-01T00:00:00Z (CLOCK_REALTIME); may jump.
    package static func wallMicroseconds() -> Int64 { read(CLOCK_REALTIME) }

    /// Waits, or less if a signal comes. Corresponds to C `nanosleep`.
    package static func sleep(seconds: Double) {
        let whole = max(0, min(seconds, 86_400))
        var time = timespec(
            tv_sec: Int(whole), tv_nsec: Int((whole - whole.rounded(.down)) * 1_000_000_000))
        nanosleep(&time, nil)
    }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }
}
