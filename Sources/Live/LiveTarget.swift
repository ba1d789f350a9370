package import RunCore
package import Uploads

/// Who watches a run, as the configuration describes it.
package struct LiveTarget: Equatable, Sendable {
    package enum Service: Equatable, Sendable {
        case mqtt(MQTTSettings)
        /// One POST for each position.
        case ownTracks(url: String)
        case traccar(url: String)
    }

    package let name: String
    package let service: Service
    package let user: String
    package let device: String
    package let secret: UploadTarget.SecretPlace?
    package let authorities: String?
    /// Seconds from one position to the next.
    package let interval: Double

    package var topic: String {
        if case .mqtt(let settings) = service { return settings.topic }
        return "owntracks/\(user)/\(device)"
    }

    /// - Throws: what is missing or cannot be.
    package init(_ name: String, _ configuration: Configuration) throws(UploadError) {
        guard configuration.liveNames.contains(name) else {
            let known = configuration.liveNames.joined(separator: ", ")
            throw UploadError(
                .settings, "no live service named \(name) is configured",
                hint: known.isEmpty
                    ? "a section [live.\(name)] in rund.conf makes one" : "there is \(known)")
        }
        func value(_ key: String) -> String? { configuration.text("live.\(name).\(key)") }
        self.name = name
        user = value("user") ?? "rund"
        device = value("device") ?? "run"
        secret =
            value("secret-file").map { .file($0) } ?? value("credential").map { .credential($0) }
        authorities = value("ca-file")
        interval = value("interval").flatMap { Double($0) } ?? 10
        let hasTLS = value("tls") == "yes"
        switch value("service") {
        case "owntracks-http": service = .ownTracks(url: try LiveTarget.url(name, value("url")))
        case "traccar": service = .traccar(url: try LiveTarget.url(name, value("url")))
        case "owntracks-mqtt":
            service = .mqtt(
                try LiveTarget.broker(
                    name, value("server"), hasTLS: hasTLS,
                    topic: value("topic") ?? "owntracks/\(user)/\(device)"))
        default:
            throw UploadError(
                .settings,
                "live.\(name).service: expected owntracks-mqtt, owntracks-http or traccar")
        }
    }

    private static func url(_ name: String, _ text: String?) throws(UploadError) -> String {
        guard let text else { throw UploadError(.settings, "live.\(name) has no url") }
        do {
            return try URLTemplate(text).expanded(with: [:])
        } catch {
            throw UploadError(.settings, "live.\(name).url: \(error.reason)")
        }
    }

    private static func broker(
        _ name: String, _ server: String?, hasTLS: Bool, topic: String
    ) throws(UploadError) -> MQTTSettings {
        guard let server, !server.isEmpty else {
            throw UploadError(.settings, "live.\(name).server: expected host[:port] of the broker")
        }
        guard !topic.isEmpty, !topic.contains("#"), !topic.contains("+"), !topic.contains("\0")
        else {
            throw UploadError(.settings, "live.\(name).topic: expected a topic without # and +")
        }
        let colon = server.lastIndex(of: ":")
        // An IPv6 address has colons of its own and stands in brackets.
        let isPort = colon.map { !server[$0...].contains("]") } ?? false
        guard let colon, isPort else {
            return MQTTSettings(
                host: bare(server), port: hasTLS ? 8883 : 1883, hasTLS: hasTLS, topic: topic)
        }
        guard let port = Int32(server[server.index(after: colon)...]), (1...65_535).contains(port)
        else { throw UploadError(.settings, "live.\(name).server: expected a port after :") }
        return MQTTSettings(
            host: bare(String(server[..<colon])), port: port, hasTLS: hasTLS, topic: topic)
    }

    private static func bare(_ host: String) -> String {
        host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    }
}

/// Where an MQTT broker is and what is published to it.
package struct MQTTSettings: Equatable, Sendable {
    package var host: String
    package var port: Int32
    package var hasTLS: Bool
    package var topic: String

    package init(host: String, port: Int32, hasTLS: Bool, topic: String) {
        self.host = host
        self.port = port
        self.hasTLS = hasTLS
        self.topic = topic
    }
}
