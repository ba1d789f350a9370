/// What the chunks of an AIFF or AIFC file say of themselves, before anything is decoded.
///
/// libsndfile repairs some of it silently (a rate of 0 becomes 1), so what must be refused is refused here.
/// Chunk layout: Apple, "Audio Interchange File Format", version 1.3; AIFF-C draft of 1991.
package struct AIFFHeader: Equatable, Sendable {
    /// Why a file is refused.
    package enum Problem: Error, Equatable, Sendable {
        case empty
        /// It begins with something else; the four letters, if they are letters.
        case notAIFF(String?)
        case noChannels
        case tooManyChannels(Int)
        /// Hertz, as the header has it; nil: not a number.
        case badRate(Double?)
    }

    /// The COMM chunk; nil if the walk over the chunks did not meet it.
    package struct Common: Equatable, Sendable {
        package var channels: Int
        package var frames: Int
        /// Hertz.
        package var rate: Double
    }

    package var isCompressed: Bool
    package var common: Common?

    /// - Parameter bytes: the file, or as much of its start as there is.
    /// - Throws: `Problem` for what no decoder may be given.
    package init(_ bytes: some Collection<UInt8>) throws(Problem) {
        let bytes = Array(bytes)
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count >= 12, Self.text(bytes, 0) == "FORM",
            let kind = Self.text(bytes, 8), kind == "AIFF" || kind == "AIFC"
        else { throw .notAIFF(Self.text(bytes, 0)) }
        isCompressed = kind == "AIFC"
        guard let place = Self.find("COMM", in: bytes), place + 18 <= bytes.count else { return }
        let channels = Self.number(bytes, place, 2)
        guard channels > 0 else { throw .noChannels }
        guard ClipLimits.channels.contains(channels) else { throw .tooManyChannels(channels) }
        let rate = Self.extended(bytes, place + 8)
        guard let rate, rate >= Double(ClipLimits.rates.lowerBound),
            rate <= Double(ClipLimits.rates.upperBound)
        else { throw .badRate(rate) }
        common = Common(channels: channels, frames: Self.number(bytes, place + 2, 4), rate: rate)
    }

    /// Walks over the chunks, whatever FORM says of its own length.
    /// - Returns: the place of the chunk's first byte of content.
    private static func find(_ name: String, in bytes: [UInt8]) -> Int? {
        var place = 12
        while place + 8 <= bytes.count {
            if text(bytes, place) == name { return place + 8 }
            let size = number(bytes, place + 4, 4)
            // Chunks begin at even places.
            place += 8 + size + size % 2
        }
        return nil
    }

    private static func text(_ bytes: [UInt8], _ place: Int) -> String? {
        let letters = bytes.dropFirst(place).prefix(4)
        guard letters.count == 4, letters.allSatisfy({ (0x20...0x7E).contains($0) })
        else { return nil }
        return String(decoding: letters, as: UTF8.self)
    }

    private static func number(_ bytes: [UInt8], _ place: Int, _ size: Int) -> Int {
        bytes.dropFirst(place).prefix(size).reduce(0) { $0 << 8 | Int($1) }
    }

    /// An 80-bit IEEE 754 number: sign and exponent, then the fraction with its leading one.
    /// - Returns: nil for infinity and NaN.
    private static func extended(_ bytes: [UInt8], _ place: Int) -> Double? {
        let exponent = number(bytes, place, 2)
        guard exponent & 0x7FFF != 0x7FFF else { return nil }
        let fraction = bytes.dropFirst(place + 2).prefix(8).reduce(UInt64(0)) {
            $0 << 8 | UInt64($1)
        }
        guard fraction != 0 else { return 0 }
        let power = exponent & 0x7FFF - 16_383 - 63
        let sign: FloatingPointSign = exponent & 0x8000 == 0 ? .plus : .minus
        // Far outside of any rate, the exact value no longer matters, only that it is outside.
        return Double(
            sign: sign, exponent: min(max(power, -1_000), 900), significand: Double(fraction))
    }
}

extension AIFFHeader.Problem: CustomStringConvertible {
    package var description: String {
        switch self {
        case .empty: "the file is empty"
        case .notAIFF(let start?): "not an AIFF file: it begins with \"\(start)\""
        case .notAIFF(nil): "not an AIFF file"
        case .noChannels: "it has no channels"
        case .tooManyChannels(let count):
            "it has \(count) channels; \(ClipLimits.channels.upperBound) is the most"
        case .badRate(let rate):
            "its sample rate is \(rate.map { "\($0) Hz" } ?? "not a number"); "
                + "8000 to 192000 Hz can be played"
        }
    }
}
