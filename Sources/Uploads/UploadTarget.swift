package import RunCore
package import RunFormats

/// A service that runs are sent to, as the configuration and its preset describe it.
package struct UploadTarget: Sendable {
    package enum Method: String, Sendable {
        case post = "POST"
        case put = "PUT"
    }

    package enum Body: Equatable, Sendable {
        case file
        /// The file stands in a form, in this field.
        case form(field: String)
    }

    /// How the secret is shown to the service.
    package enum Authentication: Equatable, Sendable {
        case none
        case basic
        case bearer
        /// In a header of this name.
        case header(String)
    }

    /// Where the secret is; never the secret itself.
    package enum SecretPlace: Equatable, Sendable {
        case file(String)
        case credential(String)
    }

    package let name: String
    package let url: URLTemplate
    package let method: Method
    package let body: Body
    package let format: Format
    package let fields: [(name: String, value: String)]
    package let user: String?
    package let authentication: Authentication
    package let secret: SecretPlace?
    package let authorities: String?
    /// Seconds.
    package let timeout: Double

    /// - Parameters:
    ///   - configuration: what the user set.
    ///   - preset: gives the configuration of a preset by its name, in a section of the same name.
    /// - Throws: what is missing or cannot be.
    package init(
        _ name: String, _ configuration: Configuration,
        preset: (String) throws(UploadError) -> (section: String, Configuration)?
    ) throws(UploadError) {
        guard configuration.uploadNames.contains(name) else {
            let known = configuration.uploadNames.joined(separator: ", ")
            throw UploadError(
                .settings, "no upload named \(name) is configured",
                hint: known.isEmpty
                    ? "a section [upload.\(name)] in rund.conf makes one" : "there is \(known)")
        }
        let base = try configuration.text("upload.\(name).preset").flatMap {
            word throws(UploadError) in try preset(word)
        }
        func value(_ key: String) -> String? {
            configuration.text("upload.\(name).\(key)")
                ?? base.flatMap { $0.1.text("upload.\($0.section).\(key)") }
        }
        self.name = name
        url = try UploadTarget.url(name, value)
        method = value("method").flatMap { Method(rawValue: $0) } ?? .post
        body = value("body") == "form" ? .form(field: value("field") ?? "file") : .file
        let word = value("format") ?? "gpx"
        guard let format = Format.named(word), format.makeWriter != nil else {
            throw UploadError(.settings, "upload.\(name).format: \(word) is no format to write")
        }
        self.format = format
        let own = configuration.formFields(of: name)
        let given = base.map { $0.1.formFields(of: $0.section) } ?? []
        fields = given.filter { field in !own.contains { $0.name == field.name } } + own
        user = value("user")
        authentication = try UploadTarget.authentication(name, value)
        secret =
            value("secret-file").map { .file($0) } ?? value("credential").map { .credential($0) }
        authorities = value("ca-file")
        timeout = value("timeout").flatMap { Double($0) } ?? 300
        guard authentication == .none || secret != nil else {
            throw UploadError(
                .settings, "upload.\(name) has no secret for its auth",
                hint: "set secret-file, or credential under systemd")
        }
        guard authentication != .basic || user != nil else {
            throw UploadError(.settings, "upload.\(name).user: expected a name, for auth = basic")
        }
    }

    private static func url(
        _ name: String, _ value: (String) -> String?
    ) throws(UploadError) -> URLTemplate {
        var text = value("url")
        if text == nil, let server = value("server") {
            let path = value("path") ?? ""
            text = (server.hasSuffix("/") ? String(server.dropLast()) : server) + path
        }
        guard let text else {
            throw UploadError(
                .settings, "upload.\(name) has no url", hint: "set url, or server with a preset")
        }
        do {
            return try URLTemplate(text)
        } catch {
            throw UploadError(.settings, "upload.\(name).url: \(error.reason)")
        }
    }

    private static func authentication(
        _ name: String, _ value: (String) -> String?
    ) throws(UploadError) -> Authentication {
        switch value("auth") {
        case "basic": return .basic
        case "bearer": return .bearer
        case "header":
            guard let header = value("header"), HTTPHeader.isName(header) else {
                throw UploadError(.settings, "upload.\(name).header: expected a header's name")
            }
            return .header(header)
        default: return .none
        }
    }
}

/// Why a run could not be sent.
package struct UploadError: Error, Equatable, Sendable, CustomStringConvertible {
    package enum Kind: Sendable {
        /// The configuration has to be mended.
        case settings
        /// The run has nothing that could be sent.
        case data
    }

    package let kind: Kind
    package let reason: String
    package let hint: String?

    package init(_ kind: Kind, _ reason: String, hint: String? = nil) {
        self.kind = kind
        self.reason = reason
        self.hint = hint
    }

    package var description: String { reason }
}
