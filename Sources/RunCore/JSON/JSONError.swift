/// Why bytes are no JSON, and where.
package struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Bytes before the fault.
    package var offset: Int
    package var reason: String

    package init(offset: Int, reason: String) {
        self.offset = offset
        self.reason = reason
    }

    package var description: String { "byte \(offset): \(reason)" }
}
