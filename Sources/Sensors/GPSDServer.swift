/// Where gpsd is, as its own clients take it: `host[:port[:device]]`.
package struct GPSDServer: Equatable, Sendable, CustomStringConvertible {
    package var host: String
    package var port: UInt16
    /// Only this receiver, if gpsd has several.
    package var device: String?

    package static let standardPort: UInt16 = 2947

    package init(host: String, port: UInt16 = standardPort, device: String? = nil) {
        self.host = host
        self.port = port
        self.device = device
    }

    /// - Parameter text: an IPv6 address stands in brackets if a port follows it.
    /// - Returns: nil if it is none.
    package init?(_ text: String) {
        if let bare = Self.bareIPv6(text) {
            (host, port, device) = (bare, Self.standardPort, nil)
            return
        }
        var rest = text[...]
        var host = Substring()
        if rest.first == "[" {
            guard let end = rest.firstIndex(of: "]") else { return nil }
            host = rest[rest.index(after: rest.startIndex)..<end]
            rest = rest[rest.index(after: end)...]
            guard rest.isEmpty || rest.first == ":" else { return nil }
        } else {
            let end = rest.firstIndex(of: ":") ?? rest.endIndex
            host = rest[..<end]
            rest = rest[end...]
        }
        let parts = rest.dropFirst().split(
            separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        self.host = host.isEmpty ? "localhost" : String(host)
        port = Self.standardPort
        if let first = parts.first, !first.isEmpty {
            guard let number = UInt16(first), number > 0 else { return nil }
            port = number
        }
        device = parts.count > 1 && !parts[1].isEmpty ? String(parts[1]) : nil
        guard self.host.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7f }) else { return nil }
    }

    package var description: String {
        let place = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        return device.map { "\(place):\($0)" } ?? place
    }

    /// `::1` and the like: more than one colon, and nothing that an address can't have.
    private static func bareIPv6(_ text: String) -> String? {
        let colons = text.utf8.count { $0 == UInt8(ascii: ":") }
        let isAddress = text.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." || $0 == "%" }
        return colons > 1 && isAddress ? text : nil
    }
}
