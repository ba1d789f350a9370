internal import RunCore

/// `runctl status`: what rund does at this moment.
struct StatusCommand: Subcommand, Equatable {
    var json: Bool
    var verbose: Bool
    var units: Units?

    static let syntax = Syntax(
        name: "status",
        usage: """
            usage: runctl status [OPTION …]

            Shows what rund does now: the run, its source of distance, the sensors, the alarm.

              -v, --verbose  show every sensor, and why fixes were not used
              --json         print one JSON object
              --units UNITS  metric, imperial or nautical (default: $RUND_UNITS, else metric)

            """,
        options: [.flag("verbose", "v"), .json, .units])

    init(_ arguments: Arguments) throws(UsageError) {
        json = arguments.flag("json")
        verbose = arguments.flag("verbose")
        units = try arguments.units()
    }

    func run(_ context: Context) throws(Failure) -> ExitStatus {
        let units = try context.units(units)
        let status = try RecorderLink(context).status()
        if json {
            context.out.writeLine(JSONValue.object(status.json).text)
        } else {
            StatusText(status, units, verbose: verbose).lines.forEach(context.out.writeLine)
        }
        return .success
    }
}
