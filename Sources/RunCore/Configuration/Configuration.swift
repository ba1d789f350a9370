/// What the user set, checked; what was not set has its default.
package struct Configuration: Equatable, Sendable {
    /// Why a value was refused: what was expected.
    package struct Refusal: Error, Equatable, Sendable, CustomStringConvertible {
        package var reason: String
        /// What to do about it, if that is known.
        package var hint: String?

        package var description: String { reason }
    }

    private var given: [String: String] = [:]

    package init() {}

    /// Sets `section.name`, or a name without a section.
    /// - Throws: `Refusal` for an unknown key, or a value that the key can't have.
    package mutating func set(_ name: String, to text: String) throws(Refusal) {
        guard let key = ConfigurationKey.named(name) else {
            throw Refusal(
                reason: "unknown key \(name)",
                hint: Self.nearest(to: name).map { "did you mean \($0)?" })
        }
        given[name] = try key.checked(text)
    }

    /// The value as text: given, else standard; nil if neither.
    package func text(_ name: String) -> String? {
        if let value = given[name] { return value.isEmpty ? nil : value }
        let standard = ConfigurationKey.named(name)?.standard ?? ""
        return standard.isEmpty ? nil : standard
    }

    /// The names of all that the user set, in no order.
    var givenNames: some Collection<String> { given.keys }

    /// Whether the user set it.
    package func isGiven(_ name: String) -> Bool { given[name] != nil }

    package func number(_ name: String) -> Double? { text(name).flatMap { Double($0) } }

    package func flag(_ name: String) -> Bool { text(name) == "yes" }

    /// The engine's limits as the user set them.
    package var engineSettings: EngineSettings {
        var settings = EngineSettings()
        for setting in EngineSetting.all {
            if let text = given[setting.name] { _ = setting.write(&settings, text) }
        }
        return settings
    }

    /// Values that have a kind of their own.
    package enum Resume: String, Sendable {
        case auto
        case ask
        case never
    }

    package var resume: Resume { text("resume").flatMap { Resume(rawValue: $0) } ?? .auto }

    /// The key that was probably meant: at most three slips away, or right but for its section.
    static func nearest(to name: String) -> String? {
        let sameEnd = ConfigurationKey.all.filter { $0.shortName == name }
        if sameEnd.count == 1 { return sameEnd[0].name }
        let best = ConfigurationKey.all
            .map { (slips: editDistance(name, $0.name), name: $0.name) }
            .min { $0.slips < $1.slips }
        return best.flatMap { $0.slips <= 3 ? $0.name : nil }
    }

    /// Insertions, deletions and replacements between two words (Levenshtein).
    private static func editDistance(_ a: String, _ b: String) -> Int {
        let b = Array(b.utf8)
        var row = Array(0...b.count)
        for (i, byte) in a.utf8.prefix(64).enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for j in b.indices {
                let replaced = diagonal + (byte == b[j] ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(replaced, row[j] + 1, diagonal + 1)
            }
        }
        return row[b.count]
    }
}

extension ConfigurationKey {
    /// The value in the form in which it is kept.
    /// - Throws: `Configuration.Refusal` that says what was expected.
    func checked(_ text: String) throws(Configuration.Refusal) -> String {
        // An empty value means "not set", where that is possible.
        if text.isEmpty && standard.isEmpty { return "" }
        switch kind {
        case .text:
            if text.isEmpty { throw refusal(text, "some text") }
            return text
        case .path:
            guard text.hasPrefix("/") else { throw refusal(text, "a path that begins with /") }
            return text
        case .choice(let words):
            guard words.contains(text) else {
                throw refusal(text, words.joined(separator: " or "))
            }
            return text
        case .flag:
            switch text {
            case "yes", "true", "on", "1": return "yes"
            case "no", "false", "off", "0": return "no"
            default: throw refusal(text, "yes or no")
            }
        case .engine(let expected):
            var settings = EngineSettings()
            guard EngineSetting.named(name)?.write(&settings, text) ?? false else {
                throw refusal(text, expected)
            }
            return text
        case .number(let from, let to, let unit):
            guard let value = Double(Self.withoutUnit(text, unit)), value >= from, value <= to
            else {
                let tail = unit.isEmpty ? "" : " \(unit)"
                throw refusal(text, "a number from \(plain(from)) to \(plain(to))\(tail)")
            }
            return plain(value)
        }
    }

    private func refusal(_ text: String, _ expected: String) -> Configuration.Refusal {
        let found = text.isEmpty ? "nothing" : "“\(text)”"
        return Configuration.Refusal(reason: "\(name): expected \(expected), found \(found)")
    }

    /// `5 s` and `5s` are as good as `5`.
    private static func withoutUnit(_ text: String, _ unit: String) -> String {
        guard !unit.isEmpty, text.hasSuffix(unit) else { return text }
        var number = text.dropLast(unit.count)
        while number.last == " " { number.removeLast() }
        return String(number)
    }
}

/// A number without a useless `.0`.
private func plain(_ value: Double) -> String {
    Int64(exactly: value).map { "\($0)" } ?? "\(value)"
}
