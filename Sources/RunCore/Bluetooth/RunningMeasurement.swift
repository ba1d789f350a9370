/// A foot pod's report: the value of the characteristic RSC Measurement (0x2A53).
///
/// Layout by the Bluetooth GATT Specification Supplement, section "RSC Measurement".
package struct RunningMeasurement: Equatable, Sendable {
    /// Metres per second.
    package var speed: Double
    /// As the pod says it: by the standard steps per minute, by some pods strides. See `PodCadence`.
    package var cadence: Int
    /// Metres of a stride, two steps.
    package var strideLength: Double?
    /// Metres since the pod's own zero.
    package var distance: Double?
    package var isRunning: Bool

    /// - Returns: nil for a value that is too short for what its flags promise. More bytes than
    ///   promised are left alone: later versions of the service may add fields.
    package init?(_ value: [UInt8]) {
        var cursor = ByteCursor(value)
        guard let flags = cursor.byte(), let speed = cursor.uint16(), let cadence = cursor.byte()
        else { return nil }
        self.speed = Double(speed) / 256
        self.cadence = Int(cadence)
        isRunning = flags & 4 != 0
        if flags & 1 != 0 {
            guard let centimetres = cursor.uint16() else { return nil }
            strideLength = Double(centimetres) / 100
        }
        if flags & 2 != 0 {
            guard let decimetres = cursor.uint32() else { return nil }
            distance = Double(decimetres) / 10
        }
    }
}
