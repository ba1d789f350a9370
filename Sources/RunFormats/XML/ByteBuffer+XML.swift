package import RunCore

extension ByteBuffer {
    /// Text for an element or a double-quoted attribute.
    ///
    /// Characters that XML 1.0 cannot hold in any form (section 2.2: controls, U+FFFE, U+FFFF) are left out;
    /// line ends and tabs become references, or a parser would change them.
    package mutating func append(xml text: String) {
        var text = text
        text.withUTF8 { utf8 in
            var index = 0
            while index < utf8.count {
                let byte = utf8[index]
                switch byte {
                case UInt8(ascii: "&"): append("&amp;")
                case UInt8(ascii: "<"): append("&lt;")
                case UInt8(ascii: ">"): append("&gt;")
                case UInt8(ascii: "\""): append("&quot;")
                case 0x09: append("&#9;")
                case 0x0A: append("&#10;")
                case 0x0D: append("&#13;")
                case 0x00..<0x20: break
                case 0xEF where isNoncharacter(utf8, at: index): index += 2
                default: append(byte: byte)
                }
                index += 1
            }
        }
    }

    /// UTC with as many fraction digits as the time has.
    package mutating func append(time: WallTime) {
        append(limit: WallTime.printedLimit) {
            time.print(offset: nil, fraction: .shortest, to: $0)
        }
    }
}

/// U+FFFE and U+FFFF are EF BF BE and EF BF BF.
private func isNoncharacter(_ utf8: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    index + 2 < utf8.count && utf8[index + 1] == 0xBF && utf8[index + 2] >= 0xBE
}
