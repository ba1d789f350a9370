internal import RunCore
internal import RunStore

/// `runctl list`: the recorded runs, or their totals.
struct ListCommand: Subcommand, Equatable {
    var json: Bool
    var since: Int?
    var until: Int?
    var activity: String?
    /// Metres.
    var shortest: Double?
    var longest: Double?
    var limit: Int?
    var totals: Period?
    var trash: Bool
    var units: Units?
    var folder: String?

    static let syntax = Syntax(
        name: "list",
        usage: """
            usage: runctl list [OPTION …]

            Lists the recorded runs, the newest first.

              --since DAY        runs that began on that day or later; a DAY is 2026-06-01,
                                 a month 2026-06, a year 2026, today or yesterday
              --until DAY        runs that began on that day or earlier
              --activity WORD    runs of that activity
              --min LENGTH       runs at least that long, such as 5km, 800m or 3mi
              --max LENGTH       runs at most that long
              -n, --limit COUNT  at most so many
              --totals PERIOD    totals for each week, month or year instead of the runs
              --trash            deleted runs, which runctl restore brings back
              --json             print one JSON object
              --units UNITS      metric, imperial or nautical (default: $RUND_UNITS, else metric)
              --state-dir DIR    the folder of the database, if rund was given another

            """,
        options: [
            .value("since", nil, "DAY"), .value("until", nil, "DAY"),
            .value("activity", nil, "WORD"), .value("min", nil, "LENGTH"),
            .value("max", nil, "LENGTH"), .value("limit", "n", "COUNT"),
            .value("totals", nil, "PERIOD"), .flag("trash"), .json, .units, .stateDirectory,
        ])

    init(_ arguments: Arguments) throws(UsageError) {
        let today = LocalTime.now().day
        json = arguments.flag("json")
        since = try arguments.days("since", today: today)?.lowerBound
        until = try arguments.days("until", today: today)?.upperBound
        activity = arguments.value("activity")
        units = try arguments.units()
        shortest = try arguments.length("min", units: units ?? .metric)
        longest = try arguments.length("max", units: units ?? .metric)
        limit = try arguments.count("limit")
        totals = try arguments.choice("totals", of: Period.allCases.map(\.rawValue))
            .flatMap { Period(rawValue: $0) }
        trash = arguments.flag("trash")
        folder = arguments.value("state-dir")
    }

    func run(_ context: Context) throws(Failure) -> ExitStatus {
        let units = try context.units(units)
        let library = try Library(context, folder: folder)
        var runs = try library.runs(trash ? .trashed : .kept).filter(includes)
        if let limit { runs = Array(runs.prefix(limit)) }
        if let totals {
            let sums = PeriodTotals.of(runs, by: totals)
            if json {
                context.out.writeLine(sums.json.text)
            } else {
                sums.table(units).lines.forEach(context.out.writeLine)
            }
        } else if json {
            let list: JSONObject = ["runs": .array(runs.map { .object($0.json) })]
            context.out.writeLine(JSONValue.object(list).text)
        } else {
            ListCommand.table(runs, units).lines.forEach(context.out.writeLine)
            if runs.contains(where: { $0.corrected != nil }) {
                context.out.writeLine("* corrected; runctl show tells what was measured")
            }
        }
        return .success
    }

    private func includes(_ run: RunRecord) -> Bool {
        if since != nil || until != nil {
            guard let day = run.local?.day else { return false }
            if day < since ?? .min || day > until ?? .max { return false }
        }
        if let activity, run.activity != activity { return false }
        let distance = run.counted ?? 0
        return distance >= shortest ?? 0 && distance <= longest ?? .infinity
    }

    static func table(_ runs: [RunRecord], _ units: Units) -> Table {
        var table = Table([
            ("run", .right), ("start", .left), ("activity", .left), ("distance", .right),
            ("time", .right), ("pace", .right), ("state", .left), ("note", .left),
        ])
        for run in runs {
            let totals = run.totals
            let speed = totals.map { (run.counted ?? 0) / $0.active.seconds }
            table.add([
                String(run.number), run.local.map { "\($0.date) \($0.clock)" } ?? "–",
                Text.safe(run.activity ?? ""),
                (run.counted.map { units.distance($0) } ?? "–")
                    + (run.corrected == nil ? "" : "*"),
                totals.map { Stopwatch.clock($0.active.seconds) } ?? "–",
                speed.map { units.pace($0) } ?? "–",
                run.state == .active ? "recording" : run.state == .interrupted ? "cut off" : "",
                Text.cut(Text.safe(run.note ?? ""), 40),
            ])
        }
        return table
    }
}

extension RunRecord {
    /// Metres that count for lists and totals: what the person corrected, else what was measured.
    var counted: Double? { corrected ?? totals?.distance }

    /// The run as `list --json` tells it: metres, seconds, RFC 3339; absent means unknown.
    var json: JSONObject {
        [
            "number": .integer(number), "state": .string(state.rawValue),
            "start": startWall.map {
                .string(
                    $0.rfc3339(offset: UTCOffset(seconds: startOffset ?? 0), fraction: .shortest))
            },
            "zone": zone.map { .string($0) }, "activity": activity.map { .string($0) },
            "indoor": .bool(indoor), "note": note.map { .string($0) },
            "elapsed": totals.map { .number($0.elapsed.seconds) },
            "active": totals.map { .number($0.active.seconds) },
            "distance": totals.map { .number($0.distance) },
            "corrected": corrected.map { .number($0) },
            "estimated": totals.map { .number($0.estimated) },
            "steps": totals.map { .integer($0.steps) },
            "ascent": totals?.ascent.map { .number($0) },
            "descent": totals?.descent.map { .number($0) },
        ]
    }
}
