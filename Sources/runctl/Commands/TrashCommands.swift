internal import POSIX
internal import RunCore
internal import RunStore

/// `runctl delete`: moves runs to the trash.
struct DeleteCommand: Subcommand, Equatable {
    var runs: [String]
    var json: Bool
    var folder: String?

    static let syntax = Syntax(
        name: "delete",
        usage: """
            usage: runctl delete [OPTION …] RUN …

            Moves runs to the trash. For 30 days runctl restore brings them back.
            RUN is a number, last, yesterday, or a part of the note that only one run has.

              --json           print one JSON object
              --state-dir DIR  the folder of the database, if rund was given another

            """,
        options: [.json, .stateDirectory], operands: 1...Int.max)

    init(_ arguments: Arguments) throws(UsageError) {
        runs = arguments.operands
        json = arguments.flag("json")
        folder = arguments.value("state-dir")
    }

    func run(_ context: Context) throws(Failure) -> ExitStatus {
        let library = try Library(context, folder: folder)
        // All words are understood before the first run goes.
        var found: [RunRecord] = []
        for word in runs { found.append(try library.run(word)) }
        let editor = try library.editor()
        let now = WallTime(microseconds: Clock.wallMicroseconds())
        for run in found {
            try Library.attempt { () throws(StoreError) in try editor.trash(run.number, now: now) }
            if json { continue }
            context.out.writeLine(
                "run \(run.number) is in the trash; runctl restore \(run.number) brings it back")
        }
        if json { RunNumbers.write("deleted", found.map(\.number), context) }
        return .success
    }
}

/// `runctl restore`: takes runs back from the trash.
struct RestoreCommand: Subcommand, Equatable {
    var numbers: [Int64]
    var json: Bool
    var folder: String?

    static let syntax = Syntax(
        name: "restore",
        usage: """
            usage: runctl restore [OPTION …] NUMBER …

            Takes runs back from the trash. runctl list --trash shows what is in it.

              --json           print one JSON object
              --state-dir DIR  the folder of the database, if rund was given another

            """,
        options: [.json, .stateDirectory], operands: 1...Int.max)

    init(_ arguments: Arguments) throws(UsageError) {
        var numbers: [Int64] = []
        for word in arguments.operands {
            guard let number = Int64(word), number > 0 else {
                throw UsageError(
                    "restore: expected the number of a run, got \"\(word)\"",
                    hints: ["runctl list --trash shows them"])
            }
            numbers.append(number)
        }
        self.numbers = numbers
        json = arguments.flag("json")
        folder = arguments.value("state-dir")
    }

    func run(_ context: Context) throws(Failure) -> ExitStatus {
        let editor = try Library(context, folder: folder).editor()
        for number in numbers {
            try Library.attempt { () throws(StoreError) in try editor.restore(number) }
            if !json { context.out.writeLine("run \(number) is back") }
        }
        if json { RunNumbers.write("restored", numbers, context) }
        return .success
    }
}

/// The runs that something was done to, as JSON.
enum RunNumbers {
    static func write(_ what: String, _ numbers: [RunNumber], _ context: Context) {
        var object = JSONObject()
        object[what] = .array(numbers.map { .integer($0) })
        context.out.writeLine(JSONValue.object(object).text)
    }
}
