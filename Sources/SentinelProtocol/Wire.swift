/// The text on the sockets: lines of words, `name=value`, with everything unusual percent-coded.
package enum Wire {
    /// Longest line either end accepts, in bytes, its newline included.
    package static let longestLine = 4096

    /// Percent-codes every byte that is not a letter, a digit or one of `-._~:,+@`.
    package static func escape(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            if isPlain(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                result += digits.utf8.count == 1 ? "%0" + digits : "%" + digits
            }
        }
        return result
    }

    /// - Returns: nil for a broken percent code or bytes that are not UTF-8.
    package static func unescape(_ text: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit),
                let low = rest.popFirst().flatMap(digit)
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// A line such as `ARM token=a lease=15000` as its verb and its fields; the last of two equal names counts.
    static func parse(_ line: some StringProtocol) -> (verb: String, fields: [String: String])? {
        var words = line.split(separator: " ")[...]
        guard let verb = words.popFirst() else { return nil }
        var fields: [String: String] = [:]
        for word in words {
            guard let equals = word.firstIndex(of: "="),
                let value = unescape(word[word.index(after: equals)...])
            else { return nil }
            fields[String(word[..<equals])] = value
        }
        return (String(verb), fields)
    }

    /// The opposite of `parse`: fields that are nil are left out.
    static func line(_ verb: String, _ fields: [(String, String?)] = []) -> String {
        var text = verb
        for (name, value) in fields {
            if let value { text += " \(name)=\(escape(value))" }
        }
        return text
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"),
            UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "+"), UInt8(ascii: "@"):
            true
        default: false
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
