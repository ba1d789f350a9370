internal import RunCore
internal import Settings

/// `runctl config`: the settings in force, and where each comes from.
struct ConfigCommand: Subcommand, Equatable {
    var key: String?
    var json: Bool
    var sample: Bool
    var file: String?
    /// Tell rund to take them.
    var apply: Bool

    static let syntax = Syntax(
        name: "config",
        usage: """
            usage: runctl config [OPTION …] [KEY]

            Shows the settings that rund would start with, and where each comes from.
            With KEY, such as alert.file, prints the value of that one alone.

              --apply        let rund read its settings anew: at once, or when the run has ended;
                             settings with a fault change nothing
              --config FILE  the configuration file, if rund was given another
              --sample       print a configuration file with every key, its meaning and default
              --json         print one JSON object

            exit status: 0 done, 1 KEY is not set and has no default or rund refused, 78 a file has a fault

            """,
        options: [.flag("apply"), .value("config", nil, "FILE"), .flag("sample"), .json],
        operands: 0...1)

    init(_ arguments: Arguments) throws(UsageError) {
        key = arguments.operands.first
        json = arguments.flag("json")
        sample = arguments.flag("sample")
        file = arguments.value("config")
        apply = arguments.flag("apply")
        if apply, key != nil || sample || file != nil {
            throw UsageError("--apply takes neither KEY nor --sample nor --config")
        }
        if let key, ConfigurationKey.named(key) == nil {
            throw UsageError(
                "unknown key \(key)",
                suggestion: Suggestion.nearest(to: key, among: ConfigurationKey.all.map(\.name)))
        }
    }

    func run(_ context: Context) throws(Failure) -> ExitStatus {
        if apply { return try tellRecorder(context) }
        if sample {
            context.out.write(ConfigurationKey.sampleFile)
            return .success
        }
        let settings = try EffectiveSettings(file: file)
        if let key {
            guard let value = settings.configuration.text(key) else { return .negative }
            context.out.writeLine(value)
        } else if json {
            context.out.writeLine(settings.json.text)
        } else {
            settings.table.lines.forEach(context.out.writeLine)
        }
        return .success
    }

    private func tellRecorder(_ context: Context) throws(Failure) -> ExitStatus {
        let reply = try RecorderLink(context).call("Reload")
        let isApplied = reply["applied"]?.bool ?? false
        context.out.writeLine(
            json
                ? JSONValue.object(reply).text
                : isApplied
                    ? "the settings are in force"
                    : "the settings come into force when the run has ended")
        return .success
    }
}

/// The settings in force and the file that said each.
struct EffectiveSettings {
    private(set) var configuration = Configuration()
    private var origins: [String: String] = [:]

    /// - Throws: `Failure` with `configuration` that names file, line and key.
    init(file: String?) throws(Failure) {
        let locations = Locations.current(Locations.Options(configurationFile: file))
        for path in locations.configurationFiles {
            var alone = Configuration()
            do throws(SettingsError) {
                try SettingsFile.read(path, into: &alone)
                try SettingsFile.read(path, into: &configuration)
            } catch {
                throw Failure(
                    .configuration, error.description, hints: error.hint.map { [$0] } ?? [])
            }
            for key in ConfigurationKey.all where alone.isGiven(key.name) {
                origins[key.name] = path
            }
        }
    }

    var table: Table {
        var table = Table([("key", .left), ("value", .left), ("from", .left)])
        for key in ConfigurationKey.bySection {
            table.add([
                key.name, configuration.text(key.name) ?? "–", origins[key.name] ?? "default",
            ])
        }
        return table
    }

    var json: JSONValue {
        var object = JSONObject()
        for key in ConfigurationKey.bySection {
            let entry: JSONObject = [
                "value": configuration.text(key.name).map { .string($0) } ?? .null,
                "from": origins[key.name].map { .string($0) } ?? .string("default"),
            ]
            object[key.name] = .object(entry)
        }
        return .object(object)
    }
}
