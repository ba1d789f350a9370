/// What was done, as far as the formats tell it apart.
package enum Kind: String, Equatable, Sendable, CaseIterable {
    case run
    case walk
    case hike
    case ride
    case other

    /// Understands our own words and those that other programs write.
    package init(word: String?) {
        switch word?.lowercased() {
        case "run", "running", "trail_running", "jogging": self = .run
        case "walk", "walking": self = .walk
        case "hike", "hiking", "trekking": self = .hike
        case "ride", "biking", "cycling", "bike", "road_biking", "mountain_biking": self = .ride
        default: self = .other
        }
    }

    /// The word that GPX files of other programs use.
    package var gpxType: String? {
        switch self {
        case .run: "running"
        case .walk: "walking"
        case .hike: "hiking"
        case .ride: "cycling"
        case .other: nil
        }
    }
}
