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
                var decoder = Decoder(text: text, factor: factor(precision))
                failure = decoder.decode(into: buffer, &count)
            }
        }
        if let failure { throw failure }
        return places
    }

    private struct Decoder {
        let text: UnsafeBufferPointer<UInt8>
        let factor: Double
        var position = 0

        init(text: UnsafeBufferPointer<UInt8>, factor: Double) {
            self.text = text
            self.factor = factor
        }

        /// The first error, if any; the buffer has room for every pair of numbers.
        mutating func decode(
            into places: UnsafeMutableBufferPointer<Coordinate>, _ count: inout Int
        ) -> PolylineError? {
            var latitude: Int64 = 0
            var longitude: Int64 = 0
            // More than the globe holds, and far from what Int64 cannot hold.
            let north = Int64(90 * factor)
            let east = Int64(180 * factor)
            while position < text.count {
                let start = position
                guard let dy = number() else { return error(start) }
                guard position < text.count else { return .missingLongitude(position: start) }
                let second = position
                guard let dx = number() else { return error(second) }
                latitude &+= dy
                longitude &+= dx
                guard -north...north ~= latitude, -east...east ~= longitude else {
                    return .offTheGlobe(position: start)
                }
                places.initializeElement(
                    at: count,
                    to: Coordinate(
                        latitude: Double(latitude) / factor, longitude: Double(longitude) / factor))
                count += 1
            }
            return nil
        }

        /// Nil for anything that is not a whole number; `position` is then at the fault.
        @inline(__always)
        private mutating func number() -> Int64? {
            var value: UInt64 = 0
            var shift: UInt64 = 0
            while position < text.count {
                let part = UInt64(text[position] &- 63)
                guard part < 64, shift < 60 else { return nil }
                value |= (part & 0x1F) &<< shift
                position &+= 1
                if part < 0x20 {
                    return Int64(bitPattern: value &>> 1) ^ -Int64(bitPattern: value & 1)
                }
                shift &+= 5
            }
            return nil
        }

        private func error(_ start: Int) -> PolylineError {
            guard position < text.count else { return .cutOff(position: start) }
            guard 63..<127 ~= text[position] else { return .strangeByte(position: position) }
            return .numberTooLong(position: start)
        }
    }
}
