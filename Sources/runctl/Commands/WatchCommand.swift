internal import POSIX
internal import RunCore

/// `runctl watch`: the run as it goes on.
struct WatchCommand: Subcommand, Equatable {
    var json: Bool
    var units: Units?

    static let syntax = Syntax(
        name: "watch",
        usage: """
            usage: runctl watch [OPTION …]

            Shows the run as it goes on, on the whole screen, until q is pressed.
            Where the output is no terminal, prints a line whenever something changes.

              --json         print one JSON object a line whenever something changes
              --units UNITS  metric, imperial or nautical (default: $RUND_UNITS, else metric)

            keys: l lap, m mark, p pause or resume, s stop, a silence an alert, q quit

            """,
        options: [.json, .units])

    init(_ arguments: Arguments) throws(UsageError) {
        json = arguments.flag("json")
        units = try arguments.units()
    }

    func run(_ context: Context) throws(Failure) -> ExitStatus {
        let units = try context.units(units)
        guard !json, context.isTerminal, let terminal = try? Terminal() else {
            return try follow(context, units)
        }
        Watcher(context, terminal, units).run()
        return .success
    }

    /// A line for each change, until rund ends or nobody reads any more.
    private func follow(_ context: Context, _ units: Units) throws(Failure) -> ExitStatus {
        let link = try RecorderLink(context)
        try link.subscribe()
        while !context.out.isClosed {
            guard let status = try link.next(within: 3_600) else { continue }
            context.out.writeLine(
                json ? JSONValue.object(status.json).text : WatchCommand.line(status, units))
            context.out.flush()
        }
        return .success
    }

    /// The state on one line.
    static func line(_ status: ControlStatus, _ units: Units) -> String {
        guard let run = status.run, status.state != "idle" else { return "no run is active" }
        let pace = run.speed.map { units.pace($0) } ?? "–"
        return "\(status.state) \(Stopwatch.clock(run.active)) \(units.distance(run.distance))"
            + " \(pace) \(run.source.name)"
    }
}
