import RunCore

/// The fields that the records of a run have: those that at least one point knows.
struct FITRecordLayout {
    private let hasPosition: Bool
    private let hasAltitude: Bool
    private let hasHeart: Bool
    private let hasCadence: Bool
    private let hasDistance: Bool
    private let hasSpeed: Bool

    init(_ timeline: Timeline) {
        func any(_ known: (Point) -> Bool) -> Bool {
            timeline.segments.contains { $0.points.contains(where: known) }
        }
        hasPosition = any { $0.coordinate != nil }
        hasAltitude = any { $0.altitude != nil }
        hasHeart = any { $0.heart != nil }
        hasCadence = any { $0.cadence != nil }
        hasDistance = any { $0.distance != nil }
        hasSpeed = any { $0.speed != nil }
    }

    func writeDefinition(local: UInt8, to out: inout ByteBuffer) {
        var fields = FITFields()
        fields.timestamp(253, 0)
        if hasPosition { fields.position(0, nil) }
        if hasAltitude { fields.uint16(2, nil) }
        if hasHeart { fields.uint8(3, nil) }
        if hasCadence {
            fields.uint8(4, nil)
            fields.uint8(53, nil)
        }
        if hasDistance { fields.uint32(5, nil) }
        if hasSpeed { fields.uint16(6, nil) }
        fields.writeDefinition(.record, local: local, to: &out)
    }

    /// Straight into the buffer, in the order of the definition: there is one of these a second.
    func write(_ point: Point, time: WallTime, local: UInt8, to out: inout ByteBuffer) {
        out.append(byte: local)
        out.append(littleEndian: FITProfile.timestamp(time) ?? .max)
        if hasPosition {
            let place = point.coordinate.flatMap { $0.isValid ? $0 : nil }
            out.append(littleEndian: place.map { FITProfile.semicircles($0.latitude) } ?? .max)
            out.append(littleEndian: place.map { FITProfile.semicircles($0.longitude) } ?? .max)
        }
        if hasAltitude {
            out.append(littleEndian: UInt16(fit: point.altitude.map { ($0 + 500) * 5 }))
        }
        if hasHeart { out.append(byte: UInt8(fit: point.heart.map(Double.init))) }
        if hasCadence {
            let strides = point.cadence.map { $0 / 2 }
            let valid = strides.flatMap { $0.isFinite && $0 >= 0 && $0 < 255 ? $0 : nil }
            out.append(byte: valid.map { UInt8($0.rounded(.down)) } ?? .max)
            // The rest of the stride in 128ths.
            out.append(byte: valid.map { UInt8(($0 - $0.rounded(.down)) * 128) } ?? .max)
        }
        if hasDistance { out.append(littleEndian: UInt32(fit: point.distance.map { $0 * 100 })) }
        if hasSpeed { out.append(littleEndian: UInt16(fit: point.speed.map { $0 * 1_000 })) }
    }
}
