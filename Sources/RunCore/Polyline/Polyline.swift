/// Google's encoded polyline: places as printable ASCII, each as its difference from the one before.
///
/// Coordinates are rounded first and differences are taken between rounded values, so that no
/// error adds up. Everything is 64 bits wide: at precision 7 a difference needs 33.
package enum Polyline {
    /// How a coordinate becomes a whole number of its last decimal.
    package enum Rounding: Equatable, Sendable {
        /// To the nearest, halves away from zero: what Google's description says.
        case halfAwayFromZero
        /// Down, as the app did that this one replaces (`floor`, five decimals).
        case floor
    }

    /// What happens to a place that is not on the globe (not finite, beyond ±90 or ±180 degrees).
    package enum Unusable: Equatable, Sendable {
        case refused
        case skipped
    }

    /// Decimals that can be kept.
    package static let precisions = 0...7

    /// The factor of a precision; out of range, that of the nearest one.
    static func factor(_ precision: Int) -> Double {
        var factor = 1.0
        for _ in 0..<min(max(precision, 0), 7) { factor *= 10 }
        return factor
    }
}

/// Why a polyline cannot be made or read.
package enum PolylineError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The place with this index is not on the globe.
    case unusablePlace(index: Int)
    /// The byte at this position is none that a polyline consists of.
    case strangeByte(position: Int)
    /// The number that begins at this position is longer than any coordinate.
    case numberTooLong(position: Int)
    /// The text ends inside the number that begins at this position.
    case cutOff(position: Int)
    /// The latitude that begins at this position has no longitude.
    case missingLongitude(position: Int)
    /// The place that begins at this position is off the globe: perhaps another precision.
    case offTheGlobe(position: Int)
    case precision(Int)

    package var description: String {
        switch self {
        case .unusablePlace(let index): "place \(index + 1) is not on the globe"
        case .strangeByte(let position): "no polyline character at position \(position + 1)"
        case .numberTooLong(let position): "number too long at position \(position + 1)"
        case .cutOff(let position): "cut off inside the number at position \(position + 1)"
        case .missingLongitude(let position):
            "latitude without longitude at position \(position + 1)"
        case .offTheGlobe(let position):
            "place off the globe at position \(position + 1), perhaps another precision"
        case .precision(let value): "precision \(value) is not within 0 to 7"
        }
    }
}
