extension ConfigurationKey {
    /// A key of `[upload.NAME]`, where the user chooses NAME; nil if the last part is not known.
    ///
    /// - Parameter name: such as `upload.home.url` or `upload.home.form.description`.
    static func ofUpload(_ name: String) -> ConfigurationKey? {
        let parts = name.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "upload", !parts[1].isEmpty else { return nil }
        if parts[2].hasPrefix("form."), parts[2].utf8.count > 5 {
            return ConfigurationKey(
                name: name, kind: .text, standard: "",
                meaning: "a field of the form that is sent beside the file")
        }
        guard let key = upload.first(where: { $0.name == parts[2] }) else { return nil }
        return ConfigurationKey(
            name: name, kind: key.kind, standard: key.standard, meaning: key.meaning)
    }

    /// The keys of every `[upload.NAME]`, by their last part.
    package static let upload: [ConfigurationKey] = [
        ConfigurationKey(
            name: "preset", kind: .text, standard: "",
            meaning: "a service that is known: a file in the folder presets, or a path"),
        ConfigurationKey(
            name: "server", kind: .text, standard: "",
            meaning: "where the preset's service runs, such as https://fit.example.org"),
        ConfigurationKey(
            name: "path", kind: .text, standard: "",
            meaning: "what follows the server in the URL; {placeholders} are replaced"),
        ConfigurationKey(
            name: "url", kind: .text, standard: "",
            meaning: "the whole URL instead of server and path"),
        ConfigurationKey(
            name: "method", kind: .choice(["POST", "PUT"]), standard: "",
            meaning: "how the file is sent (default: POST)"),
        ConfigurationKey(
            name: "body", kind: .choice(["file", "form"]), standard: "",
            meaning: "the file itself, or a form with the file in it (default: file)"),
        ConfigurationKey(
            name: "field", kind: .text, standard: "",
            meaning: "the form's field that holds the file (default: file)"),
        ConfigurationKey(
            name: "format", kind: .text, standard: "",
            meaning: "the format of the file (default: gpx)"),
        ConfigurationKey(
            name: "user", kind: .text, standard: "", meaning: "who sends it"),
        ConfigurationKey(
            name: "auth", kind: .choice(["none", "basic", "bearer", "header"]), standard: "",
            meaning: "how the secret is shown to the service (default: none)"),
        ConfigurationKey(
            name: "header", kind: .text, standard: "",
            meaning: "the header that carries the secret, with auth = header"),
        ConfigurationKey(
            name: "secret-file", kind: .path, standard: "",
            meaning: "the file with the password or token, which nobody else may read"),
        ConfigurationKey(
            name: "credential", kind: .text, standard: "",
            meaning: "the name of a systemd credential with the password or token"),
        ConfigurationKey(
            name: "ca-file", kind: .path, standard: "",
            meaning: "certificates to trust instead of the system's"),
        ConfigurationKey(
            name: "timeout", kind: .number(from: 1, to: 3_600, unit: "s"), standard: "",
            meaning: "the longest time for one run (default: 300 s)"),
    ]
}

extension Configuration {
    /// The names NAME of all sections `[upload.NAME]`, sorted.
    package var uploadNames: [String] {
        var names: Set<String> = []
        for key in givenNames {
            let parts = key.split(separator: ".", maxSplits: 2)
            if parts.count == 3, parts[0] == "upload" { names.insert(String(parts[1])) }
        }
        return names.sorted()
    }

    /// The fields `form.…` of one upload.
    package func formFields(of upload: String) -> [(name: String, value: String)] {
        let prefix = "upload.\(upload).form."
        return givenNames.filter { $0.hasPrefix(prefix) }.sorted().compactMap { key in
            text(key).map { (String(key.dropFirst(prefix.count)), $0) }
        }
    }
}
