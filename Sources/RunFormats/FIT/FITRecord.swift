import RunCore

/// A record message on its way to a point.
struct FITRecord {
    var point = Point()
    private var latitude: Int32?
    private var longitude: Int32?
    private var cadence: Double?
    private var fraction = 0.0

    mutating func take(
        _ field: FITDefinition.Field, of message: FITMessage, _ accumulator: inout FITAccumulator
    ) {
        if field.number == 8 {
            takeCompressed(message.raw(field), &accumulator)
            return
        }
        guard let value = message.integer(field) else { return }
        switch field.number {
        case 0: latitude = Int32(exactly: value)
        case 1: longitude = Int32(exactly: value)
        // The finer fields of newer devices win over the old ones.
        case 2: point.altitude = point.altitude ?? Double(value) / 5 - 500
        case 78: point.altitude = Double(value) / 5 - 500
        case 3: point.heart = Int(value)
        case 4: cadence = Double(value)
        case 53: fraction = Double(value) / 128
        case 5: point.distance = Double(value) / 100
        case 6: point.speed = point.speed ?? Double(value) / 1_000
        case 73: point.speed = Double(value) / 1_000
        default: break
        }
    }

    func finished() -> Point {
        var point = point
        if let latitude, let longitude {
            let coordinate = Coordinate(
                latitude: FITProfile.degrees(latitude), longitude: FITProfile.degrees(longitude))
            if coordinate.isValid { point.coordinate = coordinate }
        }
        point.cadence = cadence.map { ($0 + fraction) * 2 }
        return point
    }

    /// Twelve bits of speed in cm/s, twelve bits of distance in 1/16 m that go round.
    private mutating func takeCompressed(
        _ bytes: UnsafeRawBufferPointer, _ accumulator: inout FITAccumulator
    ) {
        guard bytes.count == 3, !bytes.allSatisfy({ $0 == 0xFF }) else { return }
        let speed = UInt16(bytes[0]) | UInt16(bytes[1] & 0x0F) << 8
        let distance = UInt16(bytes[1] >> 4) | UInt16(bytes[2]) << 4
        point.speed = point.speed ?? Double(speed) / 100
        let total = accumulator.add(distance)
        point.distance = point.distance ?? total
    }
}

/// Adds up a distance of which only the last twelve bits are told.
struct FITAccumulator {
    private var last: UInt16?
    private var sixteenths = 0

    /// - Returns: metres.
    mutating func add(_ value: UInt16) -> Double {
        sixteenths += Int((value &- (last ?? 0)) & 0x0FFF)
        last = value
        return Double(sixteenths) / 16
    }
}
