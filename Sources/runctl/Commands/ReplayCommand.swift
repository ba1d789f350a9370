internal import RunCore
internal import Settings

/// `runctl replay`: what the engine makes of a sensor log.
struct ReplayCommand: Subcommand, Equatable {
    var file: String
    var json: Bool
    /// nil: as the log says.
    var gps: EngineSettings.GPSMode?
    /// Metres a step; nil: learnt.
    var stepLength: Double?
    /// Seconds without an adequate fix until gps counts as lost; nil: the engine's own.
    var timeout: Double?
    /// Metres.
    var height: Double?

    static let syntax = Syntax(
        name: "replay",
        usage: """
            usage: runctl replay [OPTION …] FILE

            Prints the run that the engine makes of a sensor log, as `runctl export --format log`
            writes it. Needs neither rund nor its database. FILE may be - for standard input.

              --json                 print one JSON object
              --gps filtered|chord   how gps distance is measured (default: filtered);
                                     chord sums the straight lines between fixes
              --step-length METRES   use this step length and learn none
              --timeout SECONDS      gps is lost after this long without a good fix (default: 20)
              --height METRES        the runner's height, for a first guess of the step length

            A damaged line is named on standard error and left out.
            exit status: 0 every line was used, 1 lines were left out, 65 no usable line,
            74 FILE cannot be read

            """,
        options: [
            .json, .value("gps", nil, "filtered|chord"), .value("step-length", nil, "METRES"),
            .value("timeout", nil, "SECONDS"), .value("height", nil, "METRES"),
        ],
        operands: 1...1)

    init(_ arguments: Arguments) throws(UsageError) {
        file = arguments.operands[0]
        json = arguments.flag("json")
        gps = try arguments.choice("gps", of: EngineSettings.GPSMode.allCases.map(\.rawValue))
            .flatMap { EngineSettings.GPSMode(rawValue: $0) }
        stepLength = try arguments.number("step-length", in: 0.01...10)
        timeout = try arguments.number("timeout", in: 0.1...86_400)
        height = try arguments.number("height", in: 0.5...2.5)
    }

    func run(_ context: Context) throws(Failure) -> ExitStatus {
        let input = InputFile(file)
        var replay = Replay(options: options)
        try input.forEachPiece { replay.feed($0) }
        let report = replay.finish()
        for problem in report.problems {
            context.warn("\(input.name):\(problem.line): \(problem.reason); the line is left out")
        }
        let untold = report.problemCount - report.problems.count
        if untold > 0 { context.warn("\(input.name): \(untold) more lines are left out") }
        guard report.summary.begin != nil else {
            throw Failure(
                .data, "\(input.name): no run in it: a log begins with a line of type start")
        }
        if json {
            context.out.writeLine(report.json(utcOffset: offset(report)))
        } else {
            context.out.writeLine(report.text())
        }
        return report.problemCount > 0 ? .negative : .success
    }

    /// The offset of the zone that the log names, as the system knows it.
    private func offset(_ report: ReplayReport) -> UTCOffset? {
        guard let start = report.summary.start, let wall = start.wall, let zone = start.zone else {
            return nil
        }
        return SystemZone.named(zone)?.offset(at: wall)
    }

    private var options: ReplayOptions {
        var options = ReplayOptions()
        options.gpsMode = gps
        options.stepLength = stepLength
        options.timeout = timeout
        options.height = height
        return options
    }
}
