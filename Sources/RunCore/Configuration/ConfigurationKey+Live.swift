extension ConfigurationKey {
    /// A key of `[live.NAME]`, where the user chooses NAME; nil if the last part is not known.
    static func ofLive(_ name: String) -> ConfigurationKey? {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "live", !parts[1].isEmpty,
            let key = live.first(where: { $0.name == parts[2] })
        else { return nil }
        return ConfigurationKey(
            name: name, kind: key.kind, standard: key.standard, meaning: key.meaning)
    }

    /// The keys of every `[live.NAME]`, by their last part.
    package static let live: [ConfigurationKey] = [
        ConfigurationKey(
            name: "service", kind: .choice(["owntracks-mqtt", "owntracks-http", "traccar"]),
            standard: "", meaning: "who listens, and how"),
        ConfigurationKey(
            name: "server", kind: .text, standard: "",
            meaning: "host[:port] of the MQTT broker, for owntracks-mqtt"),
        ConfigurationKey(
            name: "url", kind: .text, standard: "",
            meaning: "where positions are posted, for owntracks-http and traccar"),
        ConfigurationKey(
            name: "user", kind: .text, standard: "", meaning: "who runs (default: rund)"),
        ConfigurationKey(
            name: "device", kind: .text, standard: "",
            meaning: "the name of this recorder (default: run); Traccar's device identifier"),
        ConfigurationKey(
            name: "topic", kind: .text, standard: "",
            meaning: "the MQTT topic (default: owntracks/USER/DEVICE)"),
        ConfigurationKey(
            name: "secret-file", kind: .path, standard: "",
            meaning: "the file with the password, which nobody else may read"),
        ConfigurationKey(
            name: "credential", kind: .text, standard: "",
            meaning: "the name of a systemd credential with the password"),
        ConfigurationKey(
            name: "tls", kind: .flag, standard: "", meaning: "MQTT over TLS (default: no)"),
        ConfigurationKey(
            name: "ca-file", kind: .path, standard: "",
            meaning: "certificates to trust instead of the system's"),
        ConfigurationKey(
            name: "interval", kind: .number(from: 1, to: 3_600, unit: "s"), standard: "",
            meaning: "seconds from one position to the next (default: 10)"),
    ]
}

extension Configuration {
    /// The names NAME of all sections `[live.NAME]`, sorted.
    package var liveNames: [String] {
        var names: Set<String> = []
        for key in givenNames {
            let parts = key.split(separator: ".", maxSplits: 2)
            if parts.count == 3, parts[0] == "live" { names.insert(String(parts[1])) }
        }
        return names.sorted()
    }
}
