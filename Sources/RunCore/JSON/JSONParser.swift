extension JSONValue {
    /// Reads exactly one value, with white space around it.
    /// - Throws: `JSONError` at the first byte that does not fit; also beyond 64 levels of nesting.
    package init(parsing bytes: some Collection<UInt8>) throws(JSONError) {
        var parser = JSONParser(bytes: Array(bytes))
        self = try parser.document()
    }

    /// Reads exactly one value from text.
    /// - Throws: `JSONError` as `init(parsing:)` for bytes.
    package init(parsing text: String) throws(JSONError) {
        try self.init(parsing: Array(text.utf8))
    }
}

private struct JSONParser {
    let bytes: [UInt8]
    var position = 0
    var depth = 0

    /// Deeper input is hostile: every level costs stack.
    static let deepest = 64

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func document() throws(JSONError) -> JSONValue {
        let value = try value()
        skipSpace()
        guard position == bytes.count else { throw fault("expected the end after the value") }
        return value
    }

    private func fault(_ reason: String) -> JSONError {
        JSONError(offset: position, reason: reason)
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            position += 1
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func value() throws(JSONError) -> JSONValue {
        skipSpace()
        guard let byte = next else { throw fault("expected a value, found the end") }
        switch byte {
        case UInt8(ascii: "{"): return try nested { p throws(JSONError) in try p.object() }
        case UInt8(ascii: "["): return try nested { p throws(JSONError) in try p.array() }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        default: throw fault("expected a value")
        }
    }

    private mutating func nested(
        _ read: (inout JSONParser) throws(JSONError) -> JSONValue
    ) throws(JSONError) -> JSONValue {
        guard depth < JSONParser.deepest else { throw fault("nested too deeply") }
        depth += 1
        position += 1
        let value = try read(&self)
        depth -= 1
        return value
    }

    private mutating func word(_ text: StaticString, _ value: JSONValue) throws(JSONError)
        -> JSONValue
    {
        let matches = text.withUTF8Buffer { bytes[position...].starts(with: $0) }
        guard matches else { throw fault("expected a value") }
        position += text.utf8CodeUnitCount
        return value
    }

    private mutating func object() throws(JSONError) -> JSONValue {
        var object = JSONObject()
        skipSpace()
        if take(UInt8(ascii: "}")) { return .object(object) }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw fault("expected a member's name") }
            let name = try string()
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw fault("expected ':'") }
            object[name] = try value()
            skipSpace()
            if take(UInt8(ascii: "}")) { return .object(object) }
            guard take(UInt8(ascii: ",")) else { throw fault("expected ',' or '}'") }
        }
    }

    private mutating func array() throws(JSONError) -> JSONValue {
        var elements: [JSONValue] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return .array(elements) }
        while true {
            elements.append(try value())
            skipSpace()
            if take(UInt8(ascii: "]")) { return .array(elements) }
            guard take(UInt8(ascii: ",")) else { throw fault("expected ',' or ']'") }
        }
    }
}

extension JSONParser {
    fileprivate mutating func number() throws(JSONError) -> JSONValue {
        let start = position
        var whole = true
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        if take(UInt8(ascii: ".")) {
            whole = false
            try digits()
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            whole = false
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if whole, let integer = Int64(text) { return .integer(integer) }
        guard let number = Double(text), number.isFinite else {
            position = start
            throw fault("a number too large")
        }
        return .number(number)
    }

    private mutating func digits() throws(JSONError) {
        let start = position
        while let byte = next, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
            position += 1
        }
        if position == start { throw fault("expected a digit") }
    }

    fileprivate mutating func string() throws(JSONError) -> String {
        position += 1
        var decoded: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return String(decoding: decoded, as: UTF8.self)
            case UInt8(ascii: "\\"):
                position += 1
                try escape(into: &decoded)
            case 0..<0x20:
                throw fault("a control character in a string")
            default:
                decoded.append(byte)
                position += 1
            }
        }
        throw fault("a string without its closing quote")
    }

    private mutating func escape(into decoded: inout [UInt8]) throws(JSONError) {
        guard let byte = next else { throw fault("a string without its closing quote") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): decoded.append(byte)
        case UInt8(ascii: "b"): decoded.append(0x08)
        case UInt8(ascii: "f"): decoded.append(0x0C)
        case UInt8(ascii: "n"): decoded.append(0x0A)
        case UInt8(ascii: "r"): decoded.append(0x0D)
        case UInt8(ascii: "t"): decoded.append(0x09)
        case UInt8(ascii: "u"): decoded.append(contentsOf: String(try unicode()).utf8)
        default:
            position -= 1
            throw fault("an unknown escape")
        }
    }

    /// A lone surrogate becomes U+FFFD: text of others must not stop us.
    private mutating func unicode() throws(JSONError) -> Character {
        let first = try fourHexDigits()
        guard (0xD800...0xDBFF).contains(first), bytes[position...].starts(with: #"\u"#.utf8) else {
            return Character(Unicode.Scalar(UInt32(first)) ?? "\u{FFFD}")
        }
        let before = position
        position += 2
        let second = try fourHexDigits()
        guard (0xDC00...0xDFFF).contains(second) else {
            position = before
            return "\u{FFFD}"
        }
        let scalar = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
        return Character(Unicode.Scalar(scalar) ?? "\u{FFFD}")
    }

    private mutating func fourHexDigits() throws(JSONError) -> UInt16 {
        guard position + 4 <= bytes.count,
            let value = UInt16(
                String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16),
            bytes[position] != UInt8(ascii: "+")
        else { throw fault("expected four hexadecimal digits") }
        position += 4
        return value
    }
}
