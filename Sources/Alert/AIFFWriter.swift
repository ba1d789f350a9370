/// Writes a sound as a plain AIFF file: FORM, COMM and SSND, 16-bit big-endian.
package enum AIFFWriter {
    package static func bytes(_ clip: Clip) -> [UInt8] {
        var common: [UInt8] = []
        append(clip.channels, size: 2, to: &common)
        append(clip.frames, size: 4, to: &common)
        append(16, size: 2, to: &common)
        common += extended(clip.rate)
        var sound: [UInt8] = Array(repeating: 0, count: 8)
        for sample in clip.samples { append(Int(sample), size: 2, to: &sound) }
        let content = Array("AIFF".utf8) + chunk("COMM", common) + chunk("SSND", sound)
        return chunk("FORM", content)
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        var result = Array(name.utf8)
        append(content.count, size: 4, to: &result)
        return result + content + (content.count % 2 == 1 ? [0] : [])
    }

    private static func append(_ value: Int, size: Int, to bytes: inout [UInt8]) {
        for place in (0..<size).reversed() {
            bytes.append(UInt8(truncatingIfNeeded: value >> (8 * place)))
        }
    }

    /// A whole number as an 80-bit IEEE 754 number.
    private static func extended(_ value: Int) -> [UInt8] {
        guard value > 0 else { return Array(repeating: 0, count: 10) }
        let shift = UInt64(value).leadingZeroBitCount
        var result: [UInt8] = []
        append(16_383 + 63 - shift, size: 2, to: &result)
        append(Int(bitPattern: UInt(UInt64(value) << UInt64(shift))), size: 8, to: &result)
        return result
    }
}
