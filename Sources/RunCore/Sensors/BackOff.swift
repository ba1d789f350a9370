/// Waits between tries that fail: 1, 2, 4, … seconds, at most 30.
package struct BackOff: Equatable, Sendable {
    private var failures = 0

    package init() {}

    /// How long to wait after one more failure.
    package mutating func next() -> Elapsed {
        let seconds = min(30, 1 << min(failures, 5))
        failures += 1
        return Elapsed(microseconds: Int64(seconds) * 1_000_000)
    }

    /// It worked.
    package mutating func reset() { failures = 0 }
}
