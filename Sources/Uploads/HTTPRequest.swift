/// A request as it goes over the wire.
package struct HTTPRequest: Equatable, Sendable {
    package var method: String
    package var url: String
    package var headers: [HTTPHeader]
    package var body: [UInt8]
    /// Certificates to trust instead of the system's.
    package var authorities: String?
    /// Seconds for the whole of it.
    package var timeout: Double

    package init(
        method: String, url: String, headers: [HTTPHeader], body: [UInt8],
        authorities: String? = nil, timeout: Double
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.authorities = authorities
        self.timeout = timeout
    }
}

package struct HTTPHeader: Equatable, Sendable {
    package var name: String
    package var value: String
    /// Shown nowhere.
    package var isSecret: Bool

    package init(_ name: String, _ value: String, isSecret: Bool = false) {
        self.name = name
        self.value = value
        self.isSecret = isSecret
    }

    /// Basic authentication (RFC 7617).
    package static func basic(user: String, password: String) -> HTTPHeader {
        let pair = Base64.encode(Array("\(user):\(password)".utf8))
        return HTTPHeader("Authorization", "Basic \(pair)", isSecret: true)
    }

    /// Letters, digits and dashes.
    static func isName(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                (48...57).contains(byte) || (97...122).contains(byte | 0x20)
                    || byte == UInt8(ascii: "-")
            }
    }
}

/// What came back, or why nothing did.
package enum HTTPOutcome: Equatable, Sendable {
    case response(HTTPResponse)
    /// No answer: the network, the server or the certificate.
    case failure(reason: String)
}

package struct HTTPResponse: Equatable, Sendable {
    package var status: Int
    /// Names in lower case.
    package var headers: [String: String]
    /// The first kilobytes.
    package var body: [UInt8]

    package init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
