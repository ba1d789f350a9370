internal import RunCore

/// `runctl pause`: nothing counts until `runctl resume`.
struct PauseCommand: Subcommand, Equatable {
    var json: Bool

    static let syntax = Syntax(
        name: "pause",
        usage: """
            usage: runctl pause [OPTION …]

            Pauses the run: no distance and no steps count until runctl resume. The alarm stays armed.

              --json  print one JSON object

            """,
        options: [.json])

    init(_ arguments: Arguments) throws(UsageError) { json = arguments.flag("json") }

    func run(_ context: Context) throws(Failure) -> ExitStatus {
        _ = try RecorderLink(context).call("Pause")
        context.out.writeLine(json ? JSONValue.object(["state": .string("paused")]).text : "paused")
        return .success
    }
}

/// `runctl resume`: goes on after a pause.
struct ResumeCommand: Subcommand, Equatable {
    var json: Bool

    static let syntax = Syntax(
        name: "resume",
        usage: """
            usage: runctl resume [OPTION …]

            Goes on with a paused run.

              --json  print one JSON object

            """,
        options: [.json])

    init(_ arguments: Arguments) throws(UsageError) { json = arguments.flag("json") }

    func run(_ context: Context) throws(Failure) -> ExitStatus {
        _ = try RecorderLink(context).call("Resume")
        context.out.writeLine(
            json ? JSONValue.object(["state": .string("recording")]).text : "resumed")
        return .success
    }
}
