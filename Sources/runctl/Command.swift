/// One thing that `runctl` can be asked to do.
protocol Subcommand: Sendable {
    static var syntax: Syntax { get }

    /// - Throws: `UsageError` if the words make no sense together.
    init(_ arguments: Arguments) throws(UsageError)

    /// - Throws: `Failure` with the exit status that says why.
    func run(_ context: Context) throws(Failure) -> ExitStatus
}

/// A command line, understood.
enum Command {
    /// Print this text and succeed.
    case help(String)
    case version
    case run(any Subcommand)

    /// Every command, in the order of the usage text.
    static let all: [any Subcommand.Type] = [
        StartCommand.self, StopCommand.self, PauseCommand.self, ResumeCommand.self, LapCommand.self,
        MarkCommand.self, SegmentCommand.self, StatusCommand.self, WatchCommand.self,
        ContinueCommand.self,
        ListCommand.self, ShowCommand.self, MarksCommand.self, ExportCommand.self,
        ReportCommand.self,
        EditCommand.self,
        DeleteCommand.self, RestoreCommand.self, ImportCommand.self,
        UploadCommand.self, UploadsCommand.self, LiveCommand.self,
        ReplayCommand.self, ConvertCommand.self,
        AlertCommand.self, AcknowledgeCommand.self, SensorsCommand.self, CalibrateCommand.self,
        SetupCommand.self, DoctorCommand.self,
        ConfigCommand.self, CheckCommand.self, BackupCommand.self, RecoverCommand.self,
        CompletionCommand.self,
    ]

    /// Understands the words after the program's name. Touches nothing outside.
    static func parse(_ words: [String]) throws(UsageError) -> Command {
        guard let first = words.first else {
            throw UsageError("what shall it do?", hints: ["runctl --help lists the commands"])
        }
        switch first {
        case "--help", "-h": return .help(Usage.program)
        case "--version", "-V": return .version
        case "help":
            guard words.count > 1 else { return .help(Usage.program) }
            if words[1] == "json" { return .help(JSONShapes.text) }
            return .help(try find(words[1]).syntax.usage)
        default: break
        }
        let command = try find(first)
        let rest = Array(words.dropFirst())
        let options = rest.prefix { $0 != "--" }
        if options.contains("--help") || options.contains("-h") {
            return .help(command.syntax.usage)
        }
        return .run(try command.init(Arguments(rest, syntax: command.syntax)))
    }

    private static func find(_ name: String) throws(UsageError) -> any Subcommand.Type {
        if let command = all.first(where: { $0.syntax.name == name }) { return command }
        let names = all.map { $0.syntax.name }
        let what = name.hasPrefix("-") ? "option" : "command"
        throw UsageError(
            "unknown \(what) \(name)",
            hints: Suggestion.nearest(to: name, among: names).map { ["did you mean \($0)?"] }
                ?? ["runctl --help lists the commands"])
    }
}
