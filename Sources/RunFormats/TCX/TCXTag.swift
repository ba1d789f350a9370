/// The elements of TCX that are read.
enum TCXTag: UInt8 {
    case other
    case database
    case activity
    case course
    case lap
    case track
    case point
    case heartRate
    case creator
    // From here on with text.
    case identifier
    case name
    case notes
    case time
    case latitude
    case longitude
    case altitude
    case distance
    case totalTime
    case value
    case cadence
    case runCadence
    case speed
    case steps

    var hasText: Bool { rawValue >= TCXTag.identifier.rawValue }

    init(_ qualified: UnsafePointer<CChar>) {
        let name = XMLName.local(qualified)
        func matches(_ expected: StaticString) -> Bool { XMLName.matches(name, expected) }
        switch UInt8(bitPattern: name.pointee) {
        case UInt8(ascii: "T"):
            self =
                matches("Trackpoint")
                ? .point
                : matches("Time")
                    ? .time
                    : matches("Track")
                        ? .track
                        : matches("TotalTimeSeconds")
                            ? .totalTime
                            : matches("TrainingCenterDatabase") ? .database : .other
        case UInt8(ascii: "L"):
            self =
                matches("LatitudeDegrees")
                ? .latitude
                : matches("LongitudeDegrees") ? .longitude : matches("Lap") ? .lap : .other
        case UInt8(ascii: "A"):
            self = matches("AltitudeMeters") ? .altitude : matches("Activity") ? .activity : .other
        case UInt8(ascii: "D"): self = matches("DistanceMeters") ? .distance : .other
        case UInt8(ascii: "H"): self = matches("HeartRateBpm") ? .heartRate : .other
        case UInt8(ascii: "V"): self = matches("Value") ? .value : .other
        case UInt8(ascii: "C"):
            self =
                matches("Cadence")
                ? .cadence
                : matches("Creator") ? .creator : matches("Course") ? .course : .other
        case UInt8(ascii: "R"): self = matches("RunCadence") ? .runCadence : .other
        case UInt8(ascii: "S"):
            self = matches("Speed") ? .speed : matches("Steps") ? .steps : .other
        case UInt8(ascii: "I"): self = matches("Id") ? .identifier : .other
        case UInt8(ascii: "N"): self = matches("Name") ? .name : matches("Notes") ? .notes : .other
        default: self = .other
        }
    }
}
