extension Polyline {
    /// - Parameter precision: decimals of the numbers, 0 … 7.
    /// - Throws: what is wrong, with the position of the byte (from 0) where it begins.
    package static func decode(
        _ text: [UInt8], precision: Int = 5
    ) throws(PolylineError) -> [Coordinate] {
        guard precisions.contains(precision) else { throw .precision(precision) }
        var failure: PolylineError?
        let places = text.withUnsafeBufferPointer { text in
            // Each number ends with a byte below 95; two numbers make a place.
            var numbers = 0
            for byte in text { numbers &+= byte < 95 ? 1 : 0 }
            return [Coordinate](unsafeUninitializedCapacity: numbers / 2 + 1) { buffer, count in
                failure = decode(text, factor(precision), into: buffer, &count)
            }
        }
        if let failure { throw failure }
        return places
    }

    /// The first error, if any; the buffer has room for every pair of numbers.
    private static func decode(
        _ text: UnsafeBufferPointer<UInt8>, _ factor: Double,
        into places: UnsafeMutableBufferPointer<Coordinate>, _ count: inout Int
    ) -> PolylineError? {
        guard let base = text.baseAddress, let out = places.baseAddress else { return nil }
        let end = base + text.count
        var next = base
        var done = 0
        defer { count = done }
        var latitude: Int64 = 0
        var longitude: Int64 = 0
        let north = Int64(90 * factor)
        let east = Int64(180 * factor)
        while next < end {
            let start = next
            guard let dy = number(&next, end) else { return error(text, start - base, next - base) }
            guard next < end else { return .missingLongitude(position: start - base) }
            let second = next
            guard let dx = number(&next, end) else {
                return error(text, second - base, next - base)
            }
            latitude &+= dy
            longitude &+= dx
            guard latitude.magnitude <= north.magnitude, longitude.magnitude <= east.magnitude
            else { return .offTheGlobe(position: start - base) }
            (out + done).initialize(
                to: Coordinate(
                    latitude: Double(latitude) / factor, longitude: Double(longitude) / factor))
            done &+= 1
        }
        return nil
    }

    /// Nil for anything that is not a whole number; `next` is then at the fault.
    @inline(__always)
    private static func number(
        _ next: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
    ) -> Int64? {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while next < end {
            let part = UInt64(next.pointee &- 63)
            guard part < 64, shift < 60 else { return nil }
            value |= (part & 0x1F) &<< shift
            next += 1
            if part < 0x20 {
                return Int64(bitPattern: value &>> 1) ^ (0 &- Int64(bitPattern: value & 1))
            }
            shift &+= 5
        }
        return nil
    }

    private static func error(
        _ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ fault: Int
    ) -> PolylineError {
        guard fault < text.count else { return .cutOff(position: start) }
        guard 63..<127 ~= text[fault] else { return .strangeByte(position: fault) }
        return .numberTooLong(position: start)
    }
}
