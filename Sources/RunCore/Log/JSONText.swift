/// Strings and numbers as the sensor log and the replay's report write them.
enum JSONText {
    /// The text in quotes, escaped only where JSON demands it.
    static func quoted(_ text: String) -> String {
        var bytes: [UInt8] = []
        append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0x0A: bytes.append(contentsOf: "\\n".utf8)
            case 0x0D: bytes.append(contentsOf: "\\r".utf8)
            case 0x09: bytes.append(contentsOf: "\\t".utf8)
            case ..<0x20:
                let digits = Array("0123456789abcdef".utf8)
                bytes.append(contentsOf: "\\u00".utf8)
                bytes.append(digits[Int(byte >> 4)])
                bytes.append(digits[Int(byte & 15)])
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Seconds with up to six decimals, exact, without trailing zeros: `1.000001`, `-0.5`, `60`.
    static func append(microseconds: Int64, to bytes: inout [UInt8]) {
        if microseconds < 0 { bytes.append(UInt8(ascii: "-")) }
        let magnitude = microseconds.magnitude
        bytes.append(contentsOf: "\(magnitude / 1_000_000)".utf8)
        var rest = magnitude % 1_000_000
        guard rest != 0 else { return }
        bytes.append(UInt8(ascii: "."))
        var scale: UInt64 = 100_000
        while rest != 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(rest / scale))
            rest %= scale
            scale /= 10
        }
    }

    /// Undoes JSON's escapes. Lone surrogates become U+FFFD, unknown escapes the letter itself.
    static func unescaped(_ bytes: UnsafeRawBufferPointer) -> String {
        var units: [UInt16] = []
        var result = ""
        var index = 0
        func flush() {
            result += String(decoding: units, as: UTF16.self)
            units.removeAll()
        }
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count else {
                flush()
                let start = index
                while index < bytes.count, index == start || bytes[index] != UInt8(ascii: "\\") {
                    index += 1
                }
                result += String(decoding: bytes[start..<index], as: UTF8.self)
                continue
            }
            index += 2
            switch bytes[index - 1] {
            case UInt8(ascii: "n"): units.append(0x0A)
            case UInt8(ascii: "r"): units.append(0x0D)
            case UInt8(ascii: "t"): units.append(0x09)
            case UInt8(ascii: "b"): units.append(0x08)
            case UInt8(ascii: "f"): units.append(0x0C)
            case UInt8(ascii: "u"):
                units.append(hexadecimal(bytes, index) ?? 0xFFFD)
                index = min(index + 4, bytes.count)
            case let byte: units.append(UInt16(byte))
            }
        }
        flush()
        return result
    }

    private static func hexadecimal(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> UInt16? {
        guard start + 4 <= bytes.count else { return nil }
        return UInt16(String(decoding: bytes[start..<start + 4], as: UTF8.self), radix: 16)
    }
}

extension LogFields.Text {
    func string(_ line: UnsafeRawBufferPointer) -> String {
        let bytes = UnsafeRawBufferPointer(rebasing: line[range])
        return escaped ? JSONText.unescaped(bytes) : String(decoding: bytes, as: UTF8.self)
    }
}
