/// Reads numbers as text formats write them: spaces around, a sign, digits, a point, an exponent.
enum NumberReader {
    /// Nil for anything else, also for `nan` and `inf`.
    static func double(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
        let text = trimmed(text)
        var index = 0
        var isNegative = false
        if let sign = text.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            isNegative = sign == UInt8(ascii: "-")
            index = 1
        }
        var digits: UInt64 = 0
        var count = 0
        var scale = 0
        var hasPoint = false
        while index < text.count {
            let byte = text[index]
            let digit = byte &- UInt8(ascii: "0")
            if digit <= 9 {
                digits = digits &* 10 &+ UInt64(digit)
                count += 1
                if hasPoint { scale += 1 }
            } else if byte == UInt8(ascii: "."), !hasPoint {
                hasPoint = true
            } else {
                return general(text)
            }
            index += 1
        }
        guard count > 0 else { return nil }
        // Both factors are exact doubles, so the one division rounds correctly.
        guard count <= 18, digits < 1 << 53, scale < powers.count else { return general(text) }
        let value = Double(digits) / powers[scale]
        return isNegative ? -value : value
    }

    /// Nil if it is not a whole number that fits.
    static func integer(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
        Int(String(decoding: trimmed(text), as: UTF8.self))
    }

    /// Without the white space around.
    static func trimmed(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        var from = 0
        var to = text.count
        while from < to, isSpace(text[from]) { from += 1 }
        while to > from, isSpace(text[to - 1]) { to -= 1 }
        return UnsafeBufferPointer(rebasing: text[from..<to])
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }

    /// Exponents and long numbers: rare, so the standard library's way.
    private static func general(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
        guard text.count <= 400,
            text.allSatisfy({ byte in
                (byte &- UInt8(ascii: "0")) <= 9 || byte == UInt8(ascii: ".")
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
                    || byte | 0x20 == UInt8(ascii: "e")
            }), let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite
        else { return nil }
        return value
    }

    private static let powers: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
        1e17, 1e18,
    ]
}
