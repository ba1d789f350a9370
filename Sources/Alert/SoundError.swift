/// Why a sound cannot be used; names the file and the reason, for exit code 78.
package struct SoundError: Error, Equatable, Sendable, CustomStringConvertible {
    package var path: String
    package var reason: String
    /// What to do about it, if there is more to say than the reason does.
    package var hint: String?

    package init(path: String, reason: String, hint: String? = nil) {
        self.path = path
        self.reason = reason
        self.hint = hint
    }

    package var description: String { "\(path): \(reason)" }
}
