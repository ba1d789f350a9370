private import Glibc

/// Seconds on CLOCK_MONOTONIC.
package func monotonicSeconds() -> Double {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
}

/// Sleeps, through signals too.
package func pause(seconds: Double) {
    var wanted = timespec(
        tv_sec: Int(seconds), tv_nsec: Int((seconds - seconds.rounded(.down)) * 1e9))
    var left = timespec()
    while nanosleep(&wanted, &left) != 0 && errno == EINTR { wanted = left }
}

/// Asks every few milliseconds until the answer is yes.
/// - Parameter seconds: after so long the answer is no.
@discardableResult
package func eventually(
    within seconds: Double = 20, every interval: Double = 0.01, _ condition: () throws -> Bool
) rethrows -> Bool {
    let deadline = monotonicSeconds() + seconds
    while true {
        if try condition() { return true }
        if monotonicSeconds() >= deadline { return false }
        pause(seconds: interval)
    }
}
