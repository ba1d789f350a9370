internal import RunCore

/// `runctl start`: begins a run.
struct StartCommand: Subcommand, Equatable {
    var activity: String?
    var indoor: Bool
    var note: String?
    var json: Bool

    static let syntax = Syntax(
        name: "start",
        usage: """
            usage: runctl start [OPTION …]

            Begins a run. Answers when it is on disk and the alarm is armed.

              --activity WORD  run, walk, hike or another word (default: run)
              --indoor         gps does not count for distance, only steps do
              --note TEXT      a few words to know the run by
              --json           print one JSON object

            """,
        options: [
            .value("activity", nil, "WORD"), .flag("indoor"), .value("note", nil, "TEXT"), .json,
        ])

    init(_ arguments: Arguments) throws(UsageError) {
        activity = arguments.value("activity")
        indoor = arguments.flag("indoor")
        note = arguments.value("note")
        json = arguments.flag("json")
        if activity == "" { throw UsageError("--activity: expected a word") }
    }

    func run(_ context: Context) throws(Failure) -> ExitStatus {
        let parameters: JSONObject = [
            "activity": activity.map { .string($0) }, "indoor": indoor ? .bool(true) : nil,
            "note": note.map { .string($0) },
        ]
        let reply = try RecorderLink(context).call("Start", parameters, within: 10)
        return Begun.tell(reply, json: json, verb: "started", context)
    }
}

/// `runctl continue`: reopens a run that was stopped by mistake.
struct ContinueCommand: Subcommand, Equatable {
    var run: String
    var json: Bool
    var folder: String?

    static let syntax = Syntax(
        name: "continue",
        usage: """
            usage: runctl continue [OPTION …] [RUN]

            Goes on with a run that was stopped by mistake (default: the last one). The time since
            then counts as an outage: steps fill it where they were counted.
            RUN is a number, last, yesterday, or a part of the note that only one run has.

              --json           print one JSON object
              --state-dir DIR  the folder of the database, if rund was given another

            """,
        options: [.json, .stateDirectory], operands: 0...1)

    init(_ arguments: Arguments) throws(UsageError) {
        run = arguments.operands.first ?? "last"
        json = arguments.flag("json")
        folder = arguments.value("state-dir")
    }

    func run(_ context: Context) throws(Failure) -> ExitStatus {
        let link = try RecorderLink(context)
        var parameters = JSONObject()
        if run != "last" {
            let number = try Library(context, folder: folder).run(run).number
            parameters["run"] = .integer(number)
        }
        let reply = try link.call("Continue", parameters, within: 10)
        return Begun.tell(reply, json: json, verb: "goes on", context)
    }
}

/// What `start` and `continue` say.
private enum Begun {
    static func tell(
        _ reply: JSONObject, json: Bool, verb: String, _ context: Context
    ) -> ExitStatus {
        let alarm = reply["alarm"]?.object.flatMap { ControlAlarm(json: $0) }
        if json {
            context.out.writeLine(JSONValue.object(reply).text)
        } else {
            let number = reply["run"]?.integer.map { "run \($0)" } ?? "the run"
            let armed = alarm?.state == "armed" ? ", the alarm is armed" : ""
            context.out.writeLine("\(number) \(verb)\(armed)")
        }
        if let alarm, alarm.state != "armed" {
            context.warn(StatusText.alarm(alarm))
        }
        for notice in (reply["notices"]?.array ?? []).compactMap(\.string) {
            context.warn(Text.safe(notice))
        }
        return .success
    }
}

/// `runctl stop`: ends the run.
struct StopCommand: Subcommand, Equatable {
    var json: Bool
    var units: Units?

    static let syntax = Syntax(
        name: "stop",
        usage: """
            usage: runctl stop [OPTION …]

            Ends the run. Answers when it is on disk and the alarm is off.

              --json         print one JSON object
              --units UNITS  metric, imperial or nautical (default: $RUND_UNITS, else metric)

            """,
        options: [.json, .units])

    init(_ arguments: Arguments) throws(UsageError) {
        json = arguments.flag("json")
        units = try arguments.units()
    }

    func run(_ context: Context) throws(Failure) -> ExitStatus {
        let units = try context.units(units)
        let reply = try RecorderLink(context).call("Stop", within: 20)
        if json {
            context.out.writeLine(JSONValue.object(reply).text)
        } else if let run = reply["run"]?.object.flatMap({ ControlRun(json: $0) }) {
            context.out.writeLine(StatusText.ended(run, units))
        }
        return .success
    }
}

/// `runctl lap`: ends the present lap.
struct LapCommand: Subcommand, Equatable {
    var json: Bool
    var units: Units?

    static let syntax = Syntax(
        name: "lap",
        usage: """
            usage: runctl lap [OPTION …]

            Ends the present lap, begins the next, and shows the one that ended.

              --json         print one JSON object
              --units UNITS  metric, imperial or nautical (default: $RUND_UNITS, else metric)

            """,
        options: [.json, .units])

    init(_ arguments: Arguments) throws(UsageError) {
        json = arguments.flag("json")
        units = try arguments.units()
    }

    func run(_ context: Context) throws(Failure) -> ExitStatus {
        let units = try context.units(units)
        let reply = try RecorderLink(context).call("Lap")
        if json {
            context.out.writeLine(JSONValue.object(reply).text)
        } else if let lap = reply["lap"]?.object.flatMap({ ControlLap(json: $0) }) {
            context.out.writeLine(StatusText.lap(lap, units))
        }
        return .success
    }
}
