/// Why a line of a sensor log cannot be used.
package struct LogError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What was expected, and where, in one sentence without a full stop.
    package var reason: String

    package init(_ reason: String) { self.reason = reason }

    package var description: String { reason }
}
