internal import POSIX
internal import RunCore
internal import RunStore

/// `runctl edit`: changes what a person wrote about a run.
struct EditCommand: Subcommand, Equatable {
    var run: String
    var note: String
    var folder: String?

    static let syntax = Syntax(
        name: "edit",
        usage: """
            usage: runctl edit --note TEXT [OPTION …] RUN

            Changes the note of a run; what was measured stays as it is.
            RUN is a number, last, yesterday, or a part of the note that only one run has.

              --note TEXT      the new note; an empty one removes it
              --state-dir DIR  the folder of the database, if rund was given another

            """,
        options: [.value("note", nil, "TEXT"), .stateDirectory], operands: 1...1)

    init(_ arguments: Arguments) throws(UsageError) {
        run = arguments.operands[0]
        guard let note = arguments.value("note") else {
            throw UsageError("edit: nothing to change", hints: ["--note TEXT sets the note"])
        }
        self.note = note
        folder = arguments.value("state-dir")
    }

    func run(_ context: Context) throws(Failure) -> ExitStatus {
        let library = try Library(context, folder: folder)
        let run = try library.run(run)
        let editor = try library.editor()
        try Library.attempt { () throws(StoreError) in
            try editor.setNote(of: run.number, note.isEmpty ? nil : note)
        }
        context.out.writeLine("run \(run.number) changed")
        return .success
    }
}

/// `runctl delete`: moves runs to the trash.
struct DeleteCommand: Subcommand, Equatable {
    var runs: [String]
    var folder: String?

    static let syntax = Syntax(
        name: "delete",
        usage: """
            usage: runctl delete [OPTION …] RUN …

            Moves runs to the trash. For 30 days runctl restore brings them back.
            RUN is a number, last, yesterday, or a part of the note that only one run has.

              --state-dir DIR  the folder of the database, if rund was given another

            """,
        options: [.stateDirectory], operands: 1...Int.max)

    init(_ arguments: Arguments) throws(UsageError) {
        runs = arguments.operands
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
            context.out.writeLine(
                "run \(run.number) is in the trash; runctl restore \(run.number) brings it back")
        }
        return .success
    }
}

/// `runctl restore`: takes runs back from the trash.
struct RestoreCommand: Subcommand, Equatable {
    var numbers: [Int64]
    var folder: String?

    static let syntax = Syntax(
        name: "restore",
        usage: """
            usage: runctl restore [OPTION …] NUMBER …

            Takes runs back from the trash. runctl list --trash shows what is in it.

              --state-dir DIR  the folder of the database, if rund was given another

            """,
        options: [.stateDirectory], operands: 1...Int.max)

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
        folder = arguments.value("state-dir")
    }

    func run(_ context: Context) throws(Failure) -> ExitStatus {
        let editor = try Library(context, folder: folder).editor()
        for number in numbers {
            try Library.attempt { () throws(StoreError) in try editor.restore(number) }
            context.out.writeLine("run \(number) is back")
        }
        return .success
    }
}
