internal import RunCore

/// `runctl mark`: marks a moment and its place.
struct MarkCommand: Subcommand, Equatable {
    var text: String?
    /// As it was given; nil: now.
    var moment: MarkMoment?
    var json: Bool
    var units: Units?

    static let syntax = Syntax(
        name: "mark",
        usage: """
            usage: runctl mark [OPTION …] [TEXT …]

            Marks this moment and place by the next number, P-1, P-2, …, and by TEXT. In a run the
            answer tells how far along it that is, and how far and in which direction from the mark
            before. Without a run the mark is kept by itself; runctl marks shows both kinds.

              --at TIME      mark an earlier moment: 10:42, 10:42:30, -90s, -5m, or
                             2026-06-01T10:42:30+02:00
              --json         print one JSON object
              --units UNITS  metric, imperial or nautical (default: $RUND_UNITS, else metric)

            """,
        options: [.value("at", nil, "TIME"), .json, .units], operands: 0...Int.max)

    init(_ arguments: Arguments) throws(UsageError) {
        let text = arguments.operands.joined(separator: " ")
        self.text = text.isEmpty ? nil : text
        json = arguments.flag("json")
        units = try arguments.units()
        guard let word = arguments.value("at") else { return }
        guard let moment = MarkMoment(word) else {
            throw UsageError(
                "--at: expected a time such as 10:42, 10:42:30 or -90s, got \"\(word)\"")
        }
        self.moment = moment
    }

    func run(_ context: Context) throws(Failure) -> ExitStatus {
        let units = try context.units(units)
        var parameters: JSONObject = ["text": text.map { .string($0) }]
        switch moment?.resolved(now: LocalTime.now(), offset: LocalTime.offset()) {
        case nil: break
        case .ago(let seconds): parameters["ago"] = .number(seconds)
        case .at(let time): parameters["at"] = .string(time)
        }
        let reply = try RecorderLink(context).call("Mark", parameters)
        if json {
            context.out.writeLine(JSONValue.object(reply).text)
        } else {
            let mark = reply["mark"]?.object.flatMap { ControlMark(json: $0) }
            let name = reply["name"]?.string ?? text ?? ""
            context.out.writeLine(
                mark.map { MarkText.sentence($0, units) } ?? "marked \(Text.safe(name))")
        }
        return .success
    }
}

/// `runctl segment`: begins or ends a stretch that has a name.
struct SegmentCommand: Subcommand, Equatable {
    var isStart: Bool
    var name: String?
    var json: Bool
    var units: Units?

    static let syntax = Syntax(
        name: "segment",
        usage: """
            usage: runctl segment [OPTION …] start NAME
                   runctl segment [OPTION …] end [NAME]

            Begins and ends a stretch of the run that has its own distance and time, such as
            "on effort". Stretches may lie in one another, and one name may come many times.
            Without NAME the stretch that was begun last ends.

              --json         print one JSON object
              --units UNITS  metric, imperial or nautical (default: $RUND_UNITS, else metric)

            """,
        options: [.json, .units], operands: 1...Int.max)

    init(_ arguments: Arguments) throws(UsageError) {
        json = arguments.flag("json")
        units = try arguments.units()
        let name = arguments.operands.dropFirst().joined(separator: " ")
        self.name = name.isEmpty ? nil : name
        switch arguments.operands[0] {
        case "start": isStart = true
        case "end": isStart = false
        case let word:
            throw UsageError(
                "segment: expected start or end, got \"\(word)\"",
                suggestion: Suggestion.nearest(to: word, among: ["start", "end"]))
        }
        if isStart, self.name == nil { throw UsageError("segment start needs a NAME") }
    }

    func run(_ context: Context) throws(Failure) -> ExitStatus {
        let units = try context.units(units)
        let reply = try RecorderLink(context).call(
            isStart ? "SegmentStart" : "SegmentEnd", ["name": name.map { .string($0) }])
        if json {
            context.out.writeLine(JSONValue.object(reply).text)
        } else if isStart {
            context.out.writeLine("segment \(Text.safe(name ?? "")) begins")
        } else if let segment = reply["segment"]?.object.flatMap({ ControlSegment(json: $0) }) {
            context.out.writeLine(MarkText.sentence(segment, units))
        }
        return .success
    }
}
