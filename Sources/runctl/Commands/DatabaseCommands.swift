internal import RunCore
internal import RunStore

/// `runctl check`: compares what is stored of the runs with what their events say.
struct CheckCommand: Subcommand, Equatable {
    var runs: [String]
    var rebuild: Bool
    var json: Bool
    var folder: String?

    static let syntax = Syntax(
        name: "check",
        usage: """
            usage: runctl check [OPTION …] [RUN …]

            Checks the database, and recomputes runs (default: all) from what the sensors said.
            RUN is a number, last, yesterday, or a part of the note that only one run has.

              --rebuild        store what was recomputed where it differs
              --json           print one JSON object
              --state-dir DIR  the folder of the database, if rund was given another

            exit status: 0 all is sound, 1 something differs, 65 the database is damaged

            """,
        options: [.flag("rebuild"), .json, .stateDirectory], operands: 0...Int.max)

    init(_ arguments: Arguments) throws(UsageError) {
        runs = arguments.operands
        rebuild = arguments.flag("rebuild")
        json = arguments.flag("json")
        folder = arguments.value("state-dir")
    }

    func run(_ context: Context) throws(Failure) -> ExitStatus {
        let library = try Library(context, folder: folder)
        try Library.attempt { () throws(StoreError) in try library.reader.checkFile() }
        var numbers: [RunNumber] = []
        for word in runs { numbers.append(try library.run(word).number) }
        if runs.isEmpty { numbers = try library.runs(.all).reversed().map(\.number) }
        let editor = rebuild ? try library.editor() : nil
        var results: [JSONValue] = []
        var unsound = 0
        for number in numbers {
            let check = try Library.attempt { () throws(StoreError) in
                try library.reader.check(number)
            }
            let isRepaired = editor != nil && !check.differences.isEmpty
            if isRepaired {
                try Library.attempt { () throws(StoreError) in
                    try editor?.setTotals(check.computed, of: number)
                }
            }
            if !check.problems.isEmpty || !check.differences.isEmpty && !isRepaired { unsound += 1 }
            results.append(.object(CheckCommand.json(check)))
            if !json { CheckCommand.tell(check, isRepaired, context) }
        }
        if json {
            context.out.writeLine(JSONValue.object(["runs": .array(results)]).text)
        } else {
            context.out.writeLine(
                "\(numbers.count) runs checked, \(unsound == 0 ? "all sound" : "\(unsound) not sound")"
            )
        }
        return unsound == 0 ? .success : .negative
    }

    private static func tell(_ check: RunCheck, _ isRepaired: Bool, _ context: Context) {
        for problem in check.problems {
            context.out.writeLine("run \(check.run): event \(problem.line): \(problem.reason)")
        }
        if check.missing > 0 {
            context.out.writeLine("run \(check.run): \(check.missing) events are missing")
        }
        for difference in check.differences {
            context.out.writeLine(
                "run \(check.run): \(difference.name): stored \(difference.stored), its events give"
                    + " \(difference.computed)\(isRepaired ? "; put right" : "")")
        }
    }

    private static func json(_ check: RunCheck) -> JSONObject {
        let differences = check.differences.map { difference in
            let object: JSONObject = [
                "name": .string(difference.name), "stored": .string(difference.stored),
                "computed": .string(difference.computed),
            ]
            return JSONValue.object(object)
        }
        let problems = check.problems.map { problem in
            let object: JSONObject = [
                "event": .integer(Int64(problem.line)), "reason": .string(problem.reason),
            ]
            return JSONValue.object(object)
        }
        return [
            "number": .integer(check.run), "sound": .bool(check.isSound),
            "events": .integer(Int64(check.events)), "missing": .integer(check.missing),
            "problems": .array(problems), "differences": .array(differences),
        ]
    }
}

/// `runctl backup`: a consistent copy of the database.
struct BackupCommand: Subcommand, Equatable {
    var file: String
    var json: Bool
    var folder: String?

    static let syntax = Syntax(
        name: "backup",
        usage: """
            usage: runctl backup [OPTION …] FILE

            Writes a consistent copy of the database, also while a run is recorded.
            FILE must not exist; it appears when it is complete.

              --json           print one JSON object
              --state-dir DIR  the folder of the database, if rund was given another

            """,
        options: [.json, .stateDirectory], operands: 1...1)

    init(_ arguments: Arguments) throws(UsageError) {
        file = arguments.operands[0]
        json = arguments.flag("json")
        folder = arguments.value("state-dir")
    }

    func run(_ context: Context) throws(Failure) -> ExitStatus {
        let library = try Library(context, folder: folder)
        var bar = ProgressBar(context)
        defer { bar.clear() }
        try Library.attempt { () throws(StoreError) in
            try library.reader.backup(to: file) { progress in
                bar.show(progress.pagesDone, of: progress.pagesInAll, "pages")
            }
        }
        bar.clear()
        context.out.writeLine(
            json
                ? JSONValue.object(["file": .string(file)]).text
                : "backed up to \(file)")
        return .success
    }
}

/// `runctl recover`: copies what can be read from a damaged database.
struct RecoverCommand: Subcommand, Equatable {
    var file: String
    var target: String
    var json: Bool

    static let syntax = Syntax(
        name: "recover",
        usage: """
            usage: runctl recover [OPTION …] FILE

            Copies what can be read from a damaged database into a new one. FILE is not changed.

              -o, --output NEW  the new database (default: FILE.recovered); must not exist
              --json            print one JSON object

            exit status: 0 everything could be read, 1 a part is lost, 65 nothing could be read

            """,
        options: [.value("output", "o", "NEW"), .json], operands: 1...1)

    init(_ arguments: Arguments) throws(UsageError) {
        file = arguments.operands[0]
        target = arguments.value("output") ?? file + ".recovered"
        json = arguments.flag("json")
    }

    func run(_ context: Context) throws(Failure) -> ExitStatus {
        let report = try Library.attempt { () throws(StoreError) in
            try Recovery.run(from: file, to: target)
        }
        guard report.runs > 0 || report.events > 0 else {
            throw Failure(.data, "nothing could be read from \(file)")
        }
        if json {
            let object: JSONObject = [
                "file": .string(target), "runs": .integer(Int64(report.runs)),
                "events": .integer(Int64(report.events)), "gaps": .integer(Int64(report.gaps)),
            ]
            context.out.writeLine(JSONValue.object(object).text)
        } else {
            context.out.writeLine(
                "\(report.runs) runs with \(report.events) events recovered to \(target)")
        }
        if report.gaps > 0 { context.warn("\(report.gaps) places could not be read") }
        return report.gaps == 0 ? .success : .negative
    }
}
