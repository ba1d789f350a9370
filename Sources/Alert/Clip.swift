/// Decoded sound: signed 16-bit samples, channels interleaved.
package struct Clip: Equatable, Sendable {
    /// Hertz.
    package var rate: Int
    package var channels: Int
    package var samples: [Int16]

    package init(rate: Int, channels: Int, samples: [Int16]) {
        self.rate = rate
        self.channels = channels
        self.samples = samples
    }

    package var frames: Int { channels > 0 ? samples.count / channels : 0 }

    /// Milliseconds, rounded up.
    package var milliseconds: Int { rate > 0 ? (frames * 1000 + rate - 1) / rate : 0 }
}

/// What a sound may be, so that a pass stays short and its memory small.
package enum ClipLimits {
    package static let rates = 8_000...192_000
    package static let channels = 1...8
    package static let longestMilliseconds = 35_000
    /// Bytes of decoded samples.
    package static let largest = 20_000_000
    /// Bytes of a file; a 32-bit file of the largest sound fits twice.
    package static let largestFile = 80_000_000
}
