/// The elements of GPX that are read.
enum GPXTag: UInt8 {
    case other
    case gpx
    case metadata
    case track
    case route
    case segment
    case trackPoint
    case routePoint
    case waypoint
    case name
    case description
    case type
    case elevation
    case time
    case heart
    case cadence
    case speed
    case source
    case distance

    var hasText: Bool { rawValue >= GPXTag.name.rawValue }

    var isPoint: Bool { self == .trackPoint || self == .routePoint }

    /// - Parameter qualified: the name with its prefix, if it has one.
    init(_ qualified: UnsafePointer<CChar>) {
        let name = XMLName.local(qualified)
        func matches(_ expected: StaticString) -> Bool { XMLName.matches(name, expected) }
        switch UInt8(bitPattern: name.pointee) {
        case UInt8(ascii: "t"):
            self =
                matches("trkpt")
                ? .trackPoint
                : matches("time")
                    ? .time
                    : matches("trkseg")
                        ? .segment : matches("trk") ? .track : matches("type") ? .type : .other
        case UInt8(ascii: "e"): self = matches("ele") ? .elevation : .other
        case UInt8(ascii: "h"): self = matches("hr") || matches("heartrate") ? .heart : .other
        case UInt8(ascii: "c"): self = matches("cad") || matches("cadence") ? .cadence : .other
        case UInt8(ascii: "s"):
            // `source` stands only in our own namespace, under the prefix that we give it.
            let isOurs = XMLName.matches(qualified, "rund:source")
            self = matches("speed") ? .speed : isOurs ? .source : .other
        case UInt8(ascii: "d"):
            let isOurs = XMLName.matches(qualified, "rund:distance")
            self = matches("desc") ? .description : isOurs ? .distance : .other
        case UInt8(ascii: "n"): self = matches("name") ? .name : .other
        case UInt8(ascii: "w"): self = matches("wpt") ? .waypoint : .other
        case UInt8(ascii: "r"):
            self = matches("rtept") ? .routePoint : matches("rte") ? .route : .other
        case UInt8(ascii: "g"): self = matches("gpx") ? .gpx : .other
        case UInt8(ascii: "m"): self = matches("metadata") ? .metadata : .other
        default: self = .other
        }
    }
}
