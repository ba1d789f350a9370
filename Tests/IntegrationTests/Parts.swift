import TestSupport

/// What the integration tests need beside the project's own programs.
enum Parts {
    /// The first program that is not installed; nil if all are.
    static let missing = ["gpsd", "aplay"].first { Programs.find($0) == nil }

    static let reason = "\(missing ?? "nothing") is not installed: scripts/packages test"
}
