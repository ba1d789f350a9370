/// One thing that a user can set. The list `all` is the only place where a key is described: the
/// parser, `runctl config` and the shipped `rund.conf` are made from it.
package struct ConfigurationKey: Equatable, Sendable {
    /// What a value may be.
    package enum Kind: Equatable, Sendable {
        /// Any text.
        case text
        /// A path that begins with `/`.
        case path
        /// A number from … to, in `unit` (empty: a plain number).
        case number(from: Double, to: Double, unit: String)
        case choice([String])
        /// `yes` or `no`.
        case flag
        /// What the distance engine takes, in its own words.
        case engine(expected: String)
    }

    /// Section and name, such as `alert.file`; a name without a dot stands before any section.
    package var name: String
    package var kind: Kind
    /// What holds when the key is not set; empty: nothing is set.
    package var standard: String
    /// What it does, in one sentence.
    package var meaning: String

    /// The section of the file; empty for none.
    package var section: String {
        name.firstIndex(of: ".").map { String(name[..<$0]) } ?? ""
    }

    /// The name within its section.
    package var shortName: String {
        name.firstIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? name
    }

    /// The keys in the order of the shipped file: sections stay together.
    package static var bySection: [ConfigurationKey] {
        var sections: [String] = []
        for key in all where !sections.contains(key.section) { sections.append(key.section) }
        return sections.flatMap { section in all.filter { $0.section == section } }
    }

    package static func named(_ name: String) -> ConfigurationKey? {
        all.first { $0.name == name } ?? ofUpload(name) ?? ofLive(name)
    }

    package static let all: [ConfigurationKey] =
        [
            ConfigurationKey(
                name: "resume", kind: .choice(["auto", "ask", "never"]), standard: "auto",
                meaning: "what becomes of a run that was cut off less than two hours ago"),
            ConfigurationKey(
                name: "zone", kind: .text, standard: "",
                meaning: "the time zone, such as Asia/Kolkata, of a system that has none itself"),
        ] + alert + gpsd + steps + store + engine

    private static let alert = [
        ConfigurationKey(
            name: "alert.file", kind: .path, standard: "",
            meaning: "the sound, an AIFF file of at most 35 s; not set: the one that came with rund"
        ),
        ConfigurationKey(
            name: "alert.on-bad-file", kind: .choice(["refuse", "builtin"]), standard: "refuse",
            meaning: "whether to start with a built-in sound when the file cannot be used"),
        ConfigurationKey(
            name: "alert.device", kind: .text, standard: "",
            meaning: "the ALSA device, such as plughw:CARD=Device; not set: the default one"),
        ConfigurationKey(
            name: "alert.lead-in", kind: .number(from: 0, to: 5, unit: "s"), standard: "",
            meaning: "silence before the sound, for devices that wake slowly; not set: 1.5 s for "
                + "HDMI, else 0.6 s"),
        ConfigurationKey(
            name: "alert.repeat", kind: .choice(["escalate", "once"]), standard: "escalate",
            meaning: "whether the alert comes again until somebody acts: after 30 s, 2 min, then "
                + "every 5 min, six times in all"),
        ConfigurationKey(
            name: "alert.min-volume", kind: .number(from: 0, to: 100, unit: "%"), standard: "",
            meaning: "raise the mixer to this for the length of the alert; not set: leave it"),
        ConfigurationKey(
            name: "alert.command", kind: .text, standard: "",
            meaning: "a command that is run beside the sound, with the reason as its argument"),
        ConfigurationKey(
            name: "alert.hang", kind: .number(from: 0, to: 600, unit: "s"), standard: "15",
            meaning: "silence of the recorder after which it is asked whether it hangs; 0: never"),
        ConfigurationKey(
            name: "alert.hold-device", kind: .flag, standard: "no",
            meaning: "keep the sound device open during a run"),
    ]

    private static let gpsd = [
        ConfigurationKey(
            name: "gpsd.server", kind: .text, standard: "localhost:2947",
            meaning: "where gpsd is: host[:port[:device]]")
    ]

    /// The engine describes its own limits.
    private static let engine = EngineSetting.all.map { setting in
        ConfigurationKey(
            name: setting.name, kind: .engine(expected: setting.expected),
            standard: setting.read(EngineSettings()), meaning: setting.summary)
    }

    private static let steps = [
        ConfigurationKey(
            name: "steps.sysfs-root", kind: .path, standard: "/sys/bus/iio/devices",
            meaning: "the folder in which step counters are looked for")
    ]

    private static let store = [
        ConfigurationKey(
            name: "store.sync-seconds", kind: .number(from: 1, to: 300, unit: "s"), standard: "5",
            meaning: "most seconds of a run that a power cut may cost")
    ]
}
