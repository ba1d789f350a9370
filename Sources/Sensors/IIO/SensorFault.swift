package import POSIX

/// Why a sensor's file gave no value.
package enum SensorFault: Error, Equatable, Sendable, CustomStringConvertible {
    case system(path: String, Errno)
    /// What was read is no number.
    case notANumber(path: String, found: String)

    package var description: String {
        switch self {
        case .system(let path, let error): "\(path): \(error.reason)"
        case .notANumber(let path, let found): "\(path): expected a number, found '\(found)'"
        }
    }
}
