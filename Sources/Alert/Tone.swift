/// One note of a synthesised sound.
struct Tone {
    /// Hundredths of a hertz, so that no rounding depends on a machine. 0 is a rest.
    let pitch: Int64
    let milliseconds: Int64
    /// Loudness in thousandths; the three harmonics together reach full scale at about 1300.
    let level: Int64

    init(_ pitch: Int64, _ milliseconds: Int64, level: Int64 = 0) {
        self.pitch = pitch
        self.milliseconds = milliseconds
        self.level = level
    }

    static func rest(_ milliseconds: Int64) -> Tone { Tone(0, milliseconds) }

    /// The note in whole-number arithmetic, the same to the last bit everywhere.
    ///
    /// Three harmonics carry through a small speaker; soft ends keep it from clicking.
    func samples(rate: Int64) -> [Int16] {
        let count = rate * milliseconds / 1000
        guard pitch > 0 else { return Array(repeating: 0, count: Int(count)) }
        let step = UInt32(truncatingIfNeeded: (pitch << 32) / (rate * 100))
        return (0..<count).map { index in
            let phase = UInt32(truncatingIfNeeded: index) &* step
            let wave =
                68 * Self.sine(phase) + 22 * Self.sine(phase &* 2) + 10 * Self.sine(phase &* 3)
            let shaped = (wave / 100 * envelope(index, count, rate)) >> 15
            return Int16(truncatingIfNeeded: (shaped * level / 1000 * 32_767) >> 30)
        }
    }

    /// 0...32768: up in 6 ms, down over the last third.
    private func envelope(_ index: Int64, _ count: Int64, _ rate: Int64) -> Int64 {
        let rise = max(1, rate * 6 / 1000)
        let fall = max(1, count / 3)
        let up = min(32_768, index * 32_768 / rise)
        let left = min(32_768, (count - 1 - index) * 32_768 / fall)
        return (up * left) >> 15
    }

    /// - Parameter phase: a full turn is 2^32.
    /// - Returns: the sine times 2^30; the seventh-degree series of a quarter turn, within 0.02 %.
    static func sine(_ phase: UInt32) -> Int64 {
        let one: Int64 = 1 << 30
        var x = Int64(Int32(bitPattern: phase))
        if x > one { x = 2 * one - x }
        if x < -one { x = -2 * one - x }
        let square = (x * x) >> 30
        var sum: Int64 = -5_026_938
        sum = 85_569_273 + ((sum * square) >> 30)
        sum = -693_598_629 + ((sum * square) >> 30)
        sum = 1_686_629_713 + ((sum * square) >> 30)
        return min(max((x * sum) >> 30, -one), one)
    }
}
