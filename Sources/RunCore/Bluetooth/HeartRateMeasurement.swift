/// A chest strap's report: the value of the characteristic Heart Rate Measurement (0x2A37).
///
/// Layout by the Bluetooth GATT Specification Supplement, section "Heart Rate Measurement".
package struct HeartRateMeasurement: Equatable, Sendable {
    /// Beats per minute.
    package var bpm: Int
    /// Whether it touches the skin; nil where it cannot tell.
    package var hasContact: Bool?
    /// Kilojoules spent since its reset.
    package var energy: Int?
    /// Seconds between beats, oldest first.
    package var intervals: [Double]

    /// - Returns: nil for a value that is too short for what its flags promise.
    package init?(_ value: [UInt8]) {
        var cursor = ByteCursor(value)
        guard let flags = cursor.byte() else { return nil }
        let wide = flags & 1 != 0
        guard let rate = wide ? cursor.uint16() : cursor.byte().map({ UInt16($0) }) else {
            return nil
        }
        bpm = Int(rate)
        hasContact = flags & 4 != 0 ? flags & 2 != 0 : nil
        if flags & 8 != 0 {
            guard let kilojoules = cursor.uint16() else { return nil }
            energy = Int(kilojoules)
        }
        intervals = []
        guard flags & 16 != 0 else { return }
        while let interval = cursor.uint16() { intervals.append(Double(interval) / 1024) }
    }

    /// The reading to record; nil without contact, or for a rate that no heart has.
    package var reading: HeartReading? {
        guard hasContact != false, bpm >= 25, bpm <= 250 else { return nil }
        return HeartReading(bpm: bpm)
    }
}
