/// Builds AIFF and AIFC files, right ones and broken ones, without any of the code under test.
struct AIFFMaker {
    var kind = "AIFF"
    var channels = 1
    /// Bits of a sample.
    var size = 16
    var rate: [UInt8] = AIFFMaker.extended(48_000)
    /// Four letters of an AIFC compression.
    var compression: String?
    /// Encoded samples.
    var data: [UInt8] = AIFFMaker.ramp(100)
    /// What COMM says; nil: what the data holds.
    var frames: Int?
    var claimedFormSize: Int?
    var claimedSoundSize: Int?
    var soundOffset = 0
    var soundFirst = false
    var hasCommon = true
    var hasSound = true
    var isPadded = true
    /// Chunks before the others and after them, ready made.
    var before: [UInt8] = []
    var after: [UInt8] = []

    var bytes: [UInt8] {
        let frameSize = max(1, channels * ((size + 7) / 8))
        var common =
            Self.number(channels, 2) + Self.number(frames ?? data.count / frameSize, 4)
            + Self.number(size, 2) + rate
        if let compression { common += Array(compression.utf8) + [0, 0] }
        let sound =
            Self.number(soundOffset, 4) + Self.number(0, 4)
            + [UInt8](repeating: 0, count: soundOffset) + data
        let commonChunk = hasCommon ? Self.chunk("COMM", common) : []
        let soundChunk =
            hasSound ? Self.chunk("SSND", sound, claimed: claimedSoundSize, padded: isPadded) : []
        let content =
            Array(kind.utf8) + before
            + (soundFirst ? soundChunk + commonChunk : commonChunk + soundChunk) + after
        return Self.chunk("FORM", content, claimed: claimedFormSize, padded: false)
    }

    static func chunk(
        _ name: String, _ content: [UInt8], claimed: Int? = nil, padded: Bool = true
    ) -> [UInt8] {
        let pad: [UInt8] = padded && content.count % 2 == 1 ? [0] : []
        return Array(name.utf8) + number(claimed ?? content.count, 4) + content + pad
    }

    static func number(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// A whole number as an 80-bit float.
    static func extended(_ value: Int) -> [UInt8] {
        guard value > 0 else { return [UInt8](repeating: 0, count: 10) }
        var exponent = 16_383 + 63
        var fraction = UInt64(value)
        while fraction >> 63 == 0 {
            fraction <<= 1
            exponent -= 1
        }
        return number(exponent, 2)
            + (0..<8).reversed().map { UInt8(truncatingIfNeeded: fraction >> (8 * $0)) }
    }

    /// 16-bit samples, none of them 0.
    static func values(_ count: Int) -> [Int16] { (0..<count).map { Int16($0 * 251 % 30_000 + 1) } }

    static func ramp(_ count: Int) -> [UInt8] {
        values(count).flatMap { number(Int($0), 2) }
    }

    /// The files that other programs stumbled over, by what is odd about them.
    static var oddities: [(name: String, bytes: [UInt8])] {
        var kinds: [(String, AIFFMaker)] = []
        func add(_ name: String, _ change: (inout AIFFMaker) -> Void) {
            var maker = AIFFMaker()
            change(&maker)
            kinds.append((name, maker))
        }
        add("right") { _ in }
        add("frames 0xFFFFFFFF") { $0.frames = 0xFFFF_FFFF }
        add("frames 50") { $0.frames = 50 }
        add("frames 150") { $0.frames = 150 }
        add("SSND size 0xFFFFFFFF") { $0.claimedSoundSize = 0xFFFF_FFFF }
        add("SSND before COMM") { $0.soundFirst = true }
        add("SSND offset 16") { $0.soundOffset = 16 }
        add("FORM size 0") { $0.claimedFormSize = 0 }
        add("FORM size 0x7fffffff") { $0.claimedFormSize = 0x7FFF_FFFF }
        add("trailing ID3") { $0.after = chunk("ID3 ", Array("ID3 tag".utf8)) }
        add("padded NAME") { $0.before = chunk("NAME", Array("abc".utf8)) }
        add("unpadded NAME") { $0.before = chunk("NAME", Array("abc".utf8), padded: false) }
        add("no COMM") { $0.hasCommon = false }
        add("no SSND") { $0.hasSound = false }
        add("header only") {
            $0.hasCommon = false
            $0.hasSound = false
        }
        add("no channels") { $0.channels = 0 }
        add("2000 channels") { $0.channels = 2_000 }
        add("rate 0") { $0.rate = extended(0) }
        add("rate 7999") { $0.rate = extended(7_999) }
        add("rate 192001") { $0.rate = extended(192_001) }
        add("rate infinite") { $0.rate = number(0x7FFF, 2) + [0x80, 0, 0, 0, 0, 0, 0, 0] }
        add("rate negative") { $0.rate = number(0xC00E, 2) + [0xBB, 0x80, 0, 0, 0, 0, 0, 0] }
        add("no frames") { $0.data = [] }
        add("42ni") {
            $0.kind = "AIFC"
            $0.compression = "42ni"
            $0.size = 24
        }
        add(".mp3") {
            $0.kind = "AIFC"
            $0.compression = ".mp3"
        }
        add("sample size 0") { $0.size = 0 }
        add("sowt") {
            $0.kind = "AIFC"
            $0.compression = "sowt"
        }
        var result = kinds.map { ($0.0, $0.1.bytes) }
        let right = AIFFMaker().bytes
        result.append(("truncated", Array(right.dropLast(100))))
        result.append(("empty", []))
        result.append(("one byte", [70]))
        result.append(("a WAV", Array("RIFF".utf8) + number(36, 4) + Array("WAVEfmt ".utf8)))
        return result
    }
}
