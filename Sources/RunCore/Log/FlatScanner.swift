/// Walks through the members of one JSON object without building a tree.
///
/// Nested values can be skipped or taken as a range of bytes. Nothing is allocated; all positions
/// are offsets into the line.
struct FlatScanner {
    private let bytes: UnsafeRawBufferPointer
    private(set) var position = 0
    private var isFirst = true

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    enum Value {
        case number(DecimalNumber)
        /// The bytes between the quotes; escapes are still in them if `escaped`.
        case string(Range<Int>, escaped: Bool)
        case bool(Bool)
        case null
        /// An object or an array, with its brackets.
        case nested(Range<Int>)
    }

    /// Steps over the opening brace.
    mutating func open() throws(LogError) {
        skipSpace()
        guard peek() == UInt8(ascii: "{") else { throw expected("a JSON object") }
        position += 1
    }

    /// The name of the next member; nil after the closing brace, with nothing but space behind it.
    mutating func nextName() throws(LogError) -> Range<Int>? {
        skipSpace()
        if peek() == UInt8(ascii: "}") {
            position += 1
            skipSpace()
            guard position == bytes.count else { throw expected("the end of the line") }
            return nil
        }
        if !isFirst {
            guard peek() == UInt8(ascii: ",") else { throw expected("a comma or a closing brace") }
            position += 1
            skipSpace()
        }
        isFirst = false
        guard peek() == UInt8(ascii: "\"") else { throw expected("a name in quotes") }
        let (name, _) = try string()
        skipSpace()
        guard peek() == UInt8(ascii: ":") else { throw expected("a colon") }
        position += 1
        return name
    }

    mutating func value() throws(LogError) -> Value {
        skipSpace()
        switch peek() {
        case UInt8(ascii: "\""):
            let (range, escaped) = try string()
            return .string(range, escaped: escaped)
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            return .nested(try skipNested())
        case UInt8(ascii: "t"):
            try literal("true")
            return .bool(true)
        case UInt8(ascii: "f"):
            try literal("false")
            return .bool(false)
        case UInt8(ascii: "n"):
            try literal("null")
            return .null
        default:
            guard let number = DecimalNumber(bytes, at: &position) else {
                throw expected("a value")
            }
            return .number(number)
        }
    }

    func expected(_ what: String) -> LogError {
        LogError("expected \(what) at column \(position + 1)")
    }

    private func peek() -> UInt8 { position < bytes.count ? bytes[position] : 0 }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default: return
            }
        }
    }

    /// The bytes between quotes; `position` is on the opening one.
    private mutating func string() throws(LogError) -> (Range<Int>, Bool) {
        position += 1
        let start = position
        var escaped = false
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") {
                position += 1
                return (start..<position - 1, escaped)
            }
            if byte == UInt8(ascii: "\\") {
                escaped = true
                position += 1
            } else if byte < 0x20 {
                throw expected("no control character inside a string")
            }
            position += 1
        }
        position = bytes.count
        throw expected("a closing quote")
    }

    /// Steps over an object or array, minding strings; depth is counted, not recursed into.
    private mutating func skipNested() throws(LogError) -> Range<Int> {
        let start = position
        var depth = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                _ = try string()
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 {
                    position += 1
                    return start..<position
                }
            default:
                break
            }
            position += 1
        }
        throw expected("a closing bracket")
    }

    private mutating func literal(_ word: StaticString) throws(LogError) {
        for offset in 0..<word.utf8CodeUnitCount {
            guard peek() == word.utf8Start[offset] else { throw expected("a value") }
            position += 1
        }
    }
}
