extension JSONValue {
    /// The value on one line, without white space. Numbers that are not finite become null.
    package var text: String {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the value on one line, as UTF-8.
    package func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
        case .integer(let value): bytes.append(contentsOf: String(value).utf8)
        case .number(let value):
            bytes.append(contentsOf: (value.isFinite ? "\(value)" : "null").utf8)
        case .string(let value): JSONValue.write(string: value, to: &bytes)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                element.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let object):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in object.members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                JSONValue.write(string: member.name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    /// Appends text in quotes, with what JSON forbids escaped.
    package static func write(string: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0x0A: bytes.append(contentsOf: "\\n".utf8)
            case 0x0D: bytes.append(contentsOf: "\\r".utf8)
            case 0x09: bytes.append(contentsOf: "\\t".utf8)
            case 0..<0x20, 0x7F:
                let digits = String(byte, radix: 16)
                bytes.append(contentsOf: "\\u00".utf8)
                if digits.utf8.count == 1 { bytes.append(UInt8(ascii: "0")) }
                bytes.append(contentsOf: digits.utf8)
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// The value over several lines, indented by two spaces, for a person to read.
    package var prettyText: String {
        var text = ""
        writePretty(to: &text, indent: "")
        return text
    }

    private func writePretty(to text: inout String, indent: String) {
        let inner = indent + "  "
        switch self {
        case .array(let elements) where !elements.isEmpty:
            text += "[\n"
            for (index, element) in elements.enumerated() {
                text += inner
                element.writePretty(to: &text, indent: inner)
                text += index + 1 < elements.count ? ",\n" : "\n"
            }
            text += indent + "]"
        case .object(let object) where !object.members.isEmpty:
            text += "{\n"
            for (index, member) in object.members.enumerated() {
                text += inner + JSONValue.string(member.name).text + ": "
                member.value.writePretty(to: &text, indent: inner)
                text += index + 1 < object.members.count ? ",\n" : "\n"
            }
            text += indent + "}"
        case .null, .bool, .integer, .number, .string, .array, .object:
            text += self.text
        }
    }
}
