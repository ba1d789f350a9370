extension Polyline {
    /// - Parameter precision: decimals kept, 0 … 7.
    /// - Throws: `.unusablePlace` if one is refused, `.precision`.
    package static func encode(
        _ places: [Coordinate], precision: Int = 5, rounding: Rounding = .halfAwayFromZero,
        unusable: Unusable = .refused
    ) throws(PolylineError) -> [UInt8] {
        guard precisions.contains(precision) else { throw .precision(precision) }
        let encoder = Encoder(
            factor: factor(precision), floors: rounding == .floor, skips: unusable == .skipped)
        var failure: Int?
        let bytes = places.withUnsafeBufferPointer { places in
            // Seven characters hold the largest difference, 3.6e9 doubled for the sign.
            [UInt8](unsafeUninitializedCapacity: places.count * 14) { buffer, count in
                guard let start = buffer.baseAddress else { return }
                var end = start
                failure = encoder.encode(places, to: &end)
                count = end - start
            }
        }
        if let failure { throw .unusablePlace(index: failure) }
        return bytes
    }

    private struct Encoder {
        let factor: Double
        let floors: Bool
        let skips: Bool

        /// Returns the index of the first place that was refused.
        /// - Parameter end: where to write; afterwards behind the last byte written.
        func encode(
            _ places: UnsafeBufferPointer<Coordinate>, to end: inout UnsafeMutablePointer<UInt8>
        ) -> Int? {
            // A local, so that the compiler need not fear that a byte written changes it.
            var out = end
            defer { end = out }
            var latitude: Int64 = 0
            var longitude: Int64 = 0
            for index in places.indices {
                let place = places[index]
                // NaN fails both comparisons.
                guard abs(place.latitude) <= 90, abs(place.longitude) <= 180 else {
                    if skips { continue }
                    return index
                }
                let y = whole(place.latitude * factor)
                let x = whole(place.longitude * factor)
                Self.write(y &- latitude, &out)
                Self.write(x &- longitude, &out)
                latitude = y
                longitude = x
            }
            return nil
        }

        /// Adding this to a number below 2^51 leaves its nearest whole number in the low bits.
        private static let magic = 6_755_399_441_055_744.0

        /// The nearest whole number, halves to even, is two instructions; both roundings follow
        /// from what it left over, which is exact.
        @inline(__always)
        private func whole(_ value: Double) -> Int64 {
            let shifted = value + Self.magic
            let even =
                Int64(bitPattern: shifted.bitPattern) &- Int64(bitPattern: Self.magic.bitPattern)
            let rest = value - (shifted - Self.magic)
            if floors { return even &- (rest < 0 ? 1 : 0) }
            return even &+ (rest == 0.5 && value > 0 ? 1 : 0) &- (rest == -0.5 && value < 0 ? 1 : 0)
        }

        @inline(__always)
        private static func write(_ difference: Int64, _ out: inout UnsafeMutablePointer<UInt8>) {
            var rest = UInt64(bitPattern: (difference &<< 1) ^ (difference &>> 63))
            while rest >= 0x20 {
                out.pointee = UInt8(truncatingIfNeeded: (rest & 0x1F) | 0x20) &+ 63
                out += 1
                rest &>>= 5
            }
            out.pointee = UInt8(truncatingIfNeeded: rest) &+ 63
            out += 1
        }
    }
}
