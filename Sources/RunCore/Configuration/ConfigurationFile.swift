extension ConfigurationKey {
    /// The `rund.conf` that is shipped: every key with its meaning and default, commented out.
    package static var sampleFile: String {
        var text = """
            # Settings of rund. A line that begins with # is a comment; what is not set has its default.

            """
        var section = ""
        for key in bySection {
            if key.section != section {
                section = key.section
                text += "\n[\(section)]\n"
            }
            text += "\n# \(key.meaning)\n"
            text += "# \(key.values)\n"
            text += "#\(key.shortName) = \(key.standard)\n"
        }
        text += named("upload", "a service that runs are sent to by runctl upload NAME", upload)
        text += named("live", "who is told where the run is by runctl live NAME", live)
        return text
    }

    /// Sections whose names the user chooses.
    private static func named(
        _ section: String, _ meaning: String, _ keys: [ConfigurationKey]
    ) -> String {
        var text = "\n# [\(section).NAME]: \(meaning)\n"
        for key in keys { text += "#   \(key.name): \(key.meaning)\n" }
        return text
    }

    /// What may be written, for a person.
    package var values: String {
        switch kind {
        case .text: return "text"
        case .path: return "a path"
        case .choice(let words): return words.joined(separator: " | ")
        case .flag: return "yes | no"
        case .engine(let expected): return expected
        case .number(let from, let to, let unit):
            let range = "\(number(from)) … \(number(to))"
            return unit.isEmpty ? range : "\(range) \(unit)"
        }
    }

    private func number(_ value: Double) -> String {
        Int64(exactly: value).map { "\($0)" } ?? "\(value)"
    }
}
