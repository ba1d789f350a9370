/// A text that was to be an RFC 3339 time and is not.
package struct TimeSyntaxError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Bytes before the place where the text stopped making sense.
    package var offset: Int
    /// What should have stood there, such as `a digit`.
    package var expected: String

    package init(offset: Int, expected: String) {
        self.offset = offset
        self.expected = expected
    }

    package var description: String { "not a time: expected \(expected) at byte \(offset)" }
}
