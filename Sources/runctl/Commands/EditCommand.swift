internal import RunCore
internal import RunStore

/// `runctl edit`: changes what a person says of a run.
struct EditCommand: Subcommand, Equatable {
    /// A change of a value that may be taken away.
    enum Change<Value: Equatable & Sendable>: Equatable, Sendable {
        case keep
        case remove
        case set(Value)
    }

    var run: String
    var note: Change<String>
    var activity: Change<String>
    /// Metres.
    var distance: Change<Double>
    var json: Bool
    var units: Units?
    var folder: String?

    static let syntax = Syntax(
        name: "edit",
        usage: """
            usage: runctl edit [OPTION …] RUN

            Changes what a person says of a run. What was measured stays as it is, and is shown
            beside a corrected distance.
            RUN is a number, last, yesterday, or a part of the note that only one run has.

              --note TEXT        the new note; an empty one removes it
              --activity WORD    run, walk, hike or another word; an empty one removes it
              --distance LENGTH  how long it was in truth, such as 5km, 800m or 3mi;
                                 measured takes the correction back
              --json             print the run as one JSON object
              --units UNITS      metric, imperial or nautical (default: $RUND_UNITS, else metric)
              --state-dir DIR    the folder of the database, if rund was given another

            """,
        options: [
            .value("note", nil, "TEXT"), .value("activity", nil, "WORD"),
            .value("distance", nil, "LENGTH"), .json, .units, .stateDirectory,
        ], operands: 1...1)

    init(_ arguments: Arguments) throws(UsageError) {
        run = arguments.operands[0]
        note = EditCommand.text(arguments.value("note"))
        activity = EditCommand.text(arguments.value("activity"))
        units = try arguments.units()
        json = arguments.flag("json")
        folder = arguments.value("state-dir")
        distance = .keep
        if arguments.value("distance") == "measured" {
            distance = .remove
        } else if let metres = try arguments.length("distance", units: units ?? .metric) {
            distance = .set(metres)
        }
        if note == .keep, activity == .keep, distance == .keep {
            throw UsageError(
                "edit: nothing to change",
                hints: ["--note, --activity or --distance says what"])
        }
    }

    private static func text(_ value: String?) -> Change<String> {
        guard let value else { return .keep }
        return value.isEmpty ? .remove : .set(value)
    }

    func run(_ context: Context) throws(Failure) -> ExitStatus {
        let units = try context.units(units)
        let library = try Library(context, folder: folder)
        let number = try library.run(run).number
        let editor = try library.editor()
        let record = try Library.attempt { () throws(StoreError) in
            try apply(to: number, editor)
            return try editor.reader.run(number)
        }
        if json {
            context.out.writeLine(JSONValue.object(record.json).text)
        } else {
            context.out.writeLine("run \(number) changed\(described(record, units))")
        }
        return .success
    }

    private func apply(to run: RunNumber, _ editor: RunEditor) throws(StoreError) {
        switch note {
        case .keep: break
        case .remove: try editor.setNote(of: run, nil)
        case .set(let text): try editor.setNote(of: run, text)
        }
        switch activity {
        case .keep: break
        case .remove: try editor.setActivity(of: run, nil)
        case .set(let word): try editor.setActivity(of: run, word)
        }
        switch distance {
        case .keep: break
        case .remove: try editor.setCorrectedDistance(of: run, nil)
        case .set(let metres): try editor.setCorrectedDistance(of: run, metres)
        }
    }

    private func described(_ record: RunRecord, _ units: Units) -> String {
        guard distance != .keep else { return "" }
        let measured = record.totals.map { units.distance($0.distance) } ?? "nothing"
        guard let corrected = record.corrected else { return ": \(measured), as measured" }
        return ": \(units.distance(corrected)), measured \(measured)"
    }
}
