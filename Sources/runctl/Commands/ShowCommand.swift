internal import RunCore
internal import RunStore

/// `runctl show`: everything about one run.
struct ShowCommand: Subcommand, Equatable {
    var run: String
    /// Metres; nil: the long unit.
    var split: Double?
    var json: Bool
    var units: Units?
    var folder: String?

    static let syntax = Syntax(
        name: "show",
        usage: """
            usage: runctl show [OPTION …] [RUN]

            Shows a recorded run (default: the last one): totals, the spans with their sources,
            laps and splits, as the engine makes them of what the sensors said.
            RUN is a number, last, yesterday, or a part of the note that only one run has.

              --split LENGTH   length of a split, such as 1km, 400m or 1mi (default: 1 km, or mile)
              --json           print one JSON object
              --units UNITS    metric, imperial or nautical (default: $RUND_UNITS, else metric)
              --state-dir DIR  the folder of the database, if rund was given another

            """,
        options: [.value("split", nil, "LENGTH"), .json, .units, .stateDirectory],
        operands: 0...1)

    init(_ arguments: Arguments) throws(UsageError) {
        run = arguments.operands.first ?? "last"
        json = arguments.flag("json")
        units = try arguments.units()
        split = try arguments.length("split", units: units ?? .metric)
        if let split, split < 1 { throw UsageError("--split: expected a length of 1m or more") }
        folder = arguments.value("state-dir")
    }

    func run(_ context: Context) throws(Failure) -> ExitStatus {
        let units = try context.units(units)
        let library = try Library(context, folder: folder)
        let record = try library.run(run)
        let report = try library.replay(record.number, context)
        let splits = report.splits(every: split ?? units.longMetres)
        if json {
            context.out.writeLine(ShowCommand.json(record, report, splits).text)
        } else {
            RunText(record, report, splits, units).lines.forEach(context.out.writeLine)
        }
        return .success
    }

    /// The object of `replay --json`, with the run's number and its splits.
    static func json(_ record: RunRecord, _ report: ReplayReport, _ splits: [Split]) -> JSONValue {
        var object: JSONObject = [
            "number": .integer(record.number), "activity": record.activity.map { .string($0) },
            "indoor": .bool(record.indoor), "note": record.note.map { .string($0) },
            "corrected": record.corrected.map { .number($0) },
            "deviceDistance": report.summary.start?.deviceDistance.map { .number($0) },
            "heart": report.heart.map { heart in
                .object([
                    "average": .number(heart.average), "highest": .integer(Int64(heart.highest)),
                ])
            },
        ]
        let offset = record.startOffset.map { UTCOffset(seconds: $0) }
        // Our own text parses; if it ever did not, the parts above are still true.
        let replayed = try? JSONValue(parsing: report.json(utcOffset: offset))
        for (name, value) in replayed?.object?.members ?? [] { object[name] = value }
        object["splits"] = .array(
            splits.map { split in
                let object: JSONObject = [
                    "from": .number(split.from), "to": .number(split.to),
                    "active": .number(split.active), "distance": .number(split.distance),
                ]
                return .object(object)
            })
        return .object(object)
    }
}
