/// A URL with placeholders, such as `https://host/{user}/runs/{id}`.
///
/// Placeholders stand in the path, the query or the fragment. What replaces them is percent-encoded
/// once, so no value can leave its place: not by `/`, `?`, `&`, nor as a segment `..`.
package struct URLTemplate: Equatable, Sendable {
    /// The text as given.
    package let text: String
    private let parts: [Part]

    private enum Part: Equatable {
        case literal(String)
        case placeholder(String)
    }

    /// The names that occur, in order.
    package var placeholders: [String] {
        parts.compactMap { part in
            if case .placeholder(let name) = part { return name }
            return nil
        }
    }

    /// - Throws: where the text is wrong and what was expected there.
    package init(_ text: String) throws(URLTemplateError) {
        self.text = text
        var scanner = URLTemplateScanner(text)
        try scanner.origin()
        var parts: [Part] = [.literal(scanner.taken(from: 0))]
        while let piece = try scanner.next() {
            parts.append(piece.isPlaceholder ? .placeholder(piece.text) : .literal(piece.text))
        }
        self.parts = parts
    }

    /// The URL with every placeholder replaced by its value.
    /// - Throws: for a value that is missing, or that makes a path segment empty, `.` or `..`.
    package func expanded(with values: [String: String]) throws(URLTemplateError) -> String {
        var url = ""
        for part in parts {
            switch part {
            case .literal(let literal): url += literal
            case .placeholder(let name):
                guard let value = values[name] else {
                    let known = values.keys.sorted().map { "{\($0)}" }.joined(separator: " ")
                    throw URLTemplateError("{\(name)} is not known here; there are \(known)")
                }
                url += PercentEncoding.encode(value)
            }
        }
        try refuseDotSegments(in: url)
        return url
    }

    /// Servers and proxies resolve `.` and `..`, also as `%2E`: that would leave the folder.
    private func refuseDotSegments(in url: String) throws(URLTemplateError) {
        let path = URLTemplate.path(of: url).split(separator: "/", omittingEmptySubsequences: false)
        let pattern = URLTemplate.path(of: text).split(
            separator: "/", omittingEmptySubsequences: false)
        for (segment, original) in zip(path, pattern) {
            if segment.isEmpty, !original.isEmpty {
                throw URLTemplateError("\(original) would be an empty part of the path")
            }
            let dots = segment.lowercased().split(
                separator: "%2e", omittingEmptySubsequences: false
            )
            .joined(separator: ".")
            if dots == "." || dots == ".." {
                throw URLTemplateError("\(original) would be “\(dots)”, which leads elsewhere")
            }
        }
    }

    /// What stands between the authority and `?` or `#`.
    private static func path(of url: String) -> Substring {
        guard let scheme = url.utf8.firstIndex(of: UInt8(ascii: ":")) else { return "" }
        let rest = url[scheme...].dropFirst(3)
        let end = rest.firstIndex { $0 == "?" || $0 == "#" } ?? rest.endIndex
        let start = rest[..<end].firstIndex(of: "/") ?? end
        return rest[start..<end]
    }
}

/// A template, or a value for one, that cannot make a URL.
package struct URLTemplateError: Error, Equatable, Sendable, CustomStringConvertible {
    package let reason: String

    package init(_ reason: String) { self.reason = reason }

    package var description: String { "not a usable URL: \(reason)" }
}

/// Walks once over a template.
private struct URLTemplateScanner {
    struct Piece {
        let text: String
        let isPlaceholder: Bool
    }

    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    func taken(from start: Int) -> String {
        String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// Scheme and authority, without user or placeholder: neither a secret nor a host by chance.
    mutating func origin() throws(URLTemplateError) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard
            let scheme = ["https://", "http://"].first(where: { text.lowercased().hasPrefix($0) })
        else { throw URLTemplateError("expected https:// or http:// at its beginning") }
        position = scheme.utf8.count
        let start = position
        while position < bytes.count, !"/?#".utf8.contains(bytes[position]) {
            let byte = bytes[position]
            if byte == UInt8(ascii: "@") {
                throw URLTemplateError("a user or password in it; use the settings for those")
            }
            guard PercentEncoding.isUnreserved(byte) || "[]:".utf8.contains(byte) else {
                throw URLTemplateError(
                    "“\(Character(Unicode.Scalar(byte)))” in the name of the host")
            }
            position += 1
        }
        guard position > start else { throw URLTemplateError("expected the name of a host") }
    }

    mutating func next() throws(URLTemplateError) -> Piece? {
        guard position < bytes.count else { return nil }
        let start = position
        if bytes[position] == UInt8(ascii: "{") {
            guard let end = bytes[position...].firstIndex(of: UInt8(ascii: "}")) else {
                throw URLTemplateError("{ without }")
            }
            let name = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
            let isName = name.utf8.allSatisfy { PercentEncoding.isUnreserved($0) }
            guard !name.isEmpty, isName else {
                throw URLTemplateError("expected a name between { and }, not “\(name)”")
            }
            position = end + 1
            return Piece(text: name, isPlaceholder: true)
        }
        while position < bytes.count, bytes[position] != UInt8(ascii: "{") { try literal() }
        return Piece(text: taken(from: start), isPlaceholder: false)
    }

    /// One character that may stand in a URL as it is (RFC 3986 appendix A).
    private mutating func literal() throws(URLTemplateError) {
        let byte = bytes[position]
        if byte == UInt8(ascii: "%") {
            let digits = bytes[(position + 1)...].prefix(2)
            let isHex: (UInt8) -> Bool = {
                (48...57).contains($0) || (97...102).contains($0 | 0x20)
            }
            guard digits.count == 2, digits.allSatisfy(isHex) else {
                throw URLTemplateError("expected two hexadecimal digits after %")
            }
            position += 3
            return
        }
        guard PercentEncoding.isUnreserved(byte) || "/?#:@!$&'()*+,;=".utf8.contains(byte) else {
            let shown =
                byte < 0x80 ? String(Character(Unicode.Scalar(byte))) : "a letter beyond ASCII"
            throw URLTemplateError("\(shown) has to be written with %")
        }
        position += 1
    }
}
