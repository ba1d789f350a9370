extension Polyline {
    /// - Parameter precision: decimals kept, 0 … 7.
    /// - Throws: `.unusablePlace` if one is refused, `.precision`.
    package static func encode(
        _ places: [Coordinate], precision: Int = 5, rounding: Rounding = .halfAwayFromZero,
        unusable: Unusable = .refused
    ) throws(PolylineError) -> [UInt8] {
        guard precisions.contains(precision) else { throw .precision(precision) }
        // Seven characters hold the largest difference, 3.6e9 doubled for the sign.
        var failure: Int?
        let bytes = places.withUnsafeBufferPointer { places in
            [UInt8](unsafeUninitializedCapacity: places.count * 14) { buffer, count in
                guard let start = buffer.baseAddress else { return }
                var encoder = Encoder(end: start, factor: factor(precision), rounding: rounding)
                failure = encoder.encode(places, skipping: unusable == .skipped)
                count = encoder.end - start
            }
        }
        if let failure { throw .unusablePlace(index: failure) }
        return bytes
    }

    private struct Encoder {
        /// Behind the last byte written.
        var end: UnsafeMutablePointer<UInt8>
        let factor: Double
        let rounding: Rounding

        /// Returns the index of the first place that was refused.
        mutating func encode(
            _ places: UnsafeBufferPointer<Coordinate>, skipping: Bool
        ) -> Int? {
            var latitude: Int64 = 0
            var longitude: Int64 = 0
            let floors = rounding == .floor
            for index in places.indices {
                let place = places[index]
                // NaN fails both comparisons.
                guard abs(place.latitude) <= 90, abs(place.longitude) <= 180 else {
                    if skipping { continue }
                    return index
                }
                let y = Self.whole(place.latitude * factor, floors)
                let x = Self.whole(place.longitude * factor, floors)
                write(y &- latitude)
                write(x &- longitude)
                latitude = y
                longitude = x
            }
            return nil
        }

        /// Truncation is one instruction; the two roundings follow from what it cut off.
        @inline(__always)
        private static func whole(_ value: Double, _ floors: Bool) -> Int64 {
            let truncated = Int64(value)
            let rest = value - Double(truncated)
            if floors { return truncated &- (rest < 0 ? 1 : 0) }
            return truncated &+ (rest >= 0.5 ? 1 : 0) &- (rest <= -0.5 ? 1 : 0)
        }

        @inline(__always)
        private mutating func write(_ difference: Int64) {
            var rest = UInt64(bitPattern: (difference &<< 1) ^ (difference &>> 63))
            while rest >= 0x20 {
                end.pointee = UInt8(truncatingIfNeeded: (rest & 0x1F) | 0x20) &+ 63
                end += 1
                rest &>>= 5
            }
            end.pointee = UInt8(truncatingIfNeeded: rest) &+ 63
            end += 1
        }
    }
}
