/// The layout of the sealed memory that carries the sounds: a directory, then the samples of each sound.
///
/// Samples are signed 16-bit, interleaved, in this machine's byte order.
package struct BankDirectory: Equatable, Sendable {
    package struct Entry: Equatable, Sendable {
        package var sound: Sound
        /// Hertz.
        package var rate: Int
        package var channels: Int
        /// Samples of one channel.
        package var frames: Int
        /// Bytes from the start of the bank to the first sample.
        package var offset: Int

        package init(sound: Sound, rate: Int, channels: Int, frames: Int, offset: Int) {
            self.sound = sound
            self.rate = rate
            self.channels = channels
            self.frames = frames
            self.offset = offset
        }

        package var bytes: Int { frames * channels * 2 }
        /// Milliseconds, rounded up.
        package var milliseconds: Int64 { Int64((frames * 1000 + rate - 1) / rate) }
    }

    /// Bytes before the first sound.
    package static let length = 1024
    /// No bank is larger, in bytes: two long sounds of 20 MB and two short ones fit.
    package static let largest = 96 << 20
    package static let rates = 8_000...192_000
    package static let channelCounts = 1...8
    private static let magic: [UInt8] = Array("RUNDBNK2".utf8)

    package var entries: [Entry]

    package init(entries: [Entry]) { self.entries = entries }

    package func entry(_ sound: Sound) -> Entry? { entries.first { $0.sound == sound } }

    /// The directory as it stands at the start of the bank: `length` bytes.
    package var bytes: [UInt8] {
        var result = Self.magic
        Self.append(entries.count, to: &result)
        for entry in entries {
            let name = Array(entry.sound.rawValue.utf8.prefix(8))
            result += name + Array(repeating: 0, count: 8 - name.count)
            for value in [entry.rate, entry.channels, entry.frames, entry.offset] {
                Self.append(value, to: &result)
            }
        }
        return result + Array(repeating: 0, count: Self.length - result.count)
    }

    /// - Parameters:
    ///   - size: bytes of the whole bank.
    ///   - needed: a sound that must be there.
    /// - Returns: nil unless every sound lies within the bank and has sensible numbers.
    package init?(bytes: some Collection<UInt8>, size: Int, needing needed: Sound = .alert) {
        var rest = Array(bytes.prefix(Self.length))[...]
        guard rest.count == Self.length, size <= Self.largest,
            Array(rest.prefix(8)) == Self.magic
        else { return nil }
        rest = rest.dropFirst(8)
        let count = Self.read(&rest)
        guard (1...Sound.allCases.count).contains(count) else { return nil }
        entries = []
        for _ in 0..<count {
            let name = rest.prefix(8).prefix { $0 != 0 }
            rest = rest.dropFirst(8)
            guard let sound = Sound(rawValue: String(decoding: name, as: UTF8.self)) else {
                return nil
            }
            let entry = Entry(
                sound: sound, rate: Self.read(&rest), channels: Self.read(&rest),
                frames: Self.read(&rest), offset: Self.read(&rest))
            guard Self.rates.contains(entry.rate), Self.channelCounts.contains(entry.channels),
                (1...Self.largest).contains(entry.frames), entry.offset % 2 == 0,
                entry.offset >= Self.length, entry.offset <= size,
                entry.bytes <= size - entry.offset
            else { return nil }
            entries.append(entry)
        }
        guard entry(needed) != nil else { return nil }
    }

    private static func append(_ value: Int, to bytes: inout [UInt8]) {
        for shift in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * shift))) }
    }

    private static func read(_ bytes: inout ArraySlice<UInt8>) -> Int {
        var value = 0
        for shift in 0..<4 { value |= Int(bytes.popFirst() ?? 0) << (8 * shift) }
        return value
    }
}

/// The seals that a bank must have before a sentinel maps it: it can neither shrink, grow nor change.
package enum SentinelSeals {
    /// F_SEAL_SEAL, F_SEAL_SHRINK, F_SEAL_GROW and F_SEAL_WRITE of `fcntl(2)`.
    package static let all: Int32 = 0x1 | 0x2 | 0x4 | 0x8
}
