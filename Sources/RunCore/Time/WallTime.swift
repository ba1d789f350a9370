/// A moment of civil time: microseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
///
/// A label only. No duration and no distance is ever computed from it.
package struct WallTime: Hashable, Comparable, Sendable {
    package var microseconds: Int64

    package init(microseconds: Int64) { self.microseconds = microseconds }

    package static func < (a: WallTime, b: WallTime) -> Bool { a.microseconds < b.microseconds }

    package static func + (a: WallTime, b: Elapsed) -> WallTime {
        WallTime(microseconds: a.microseconds &+ b.microseconds)
    }

    package static func - (a: WallTime, b: WallTime) -> Elapsed {
        Elapsed(microseconds: a.microseconds &- b.microseconds)
    }
}
