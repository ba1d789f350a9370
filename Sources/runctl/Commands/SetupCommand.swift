private import Glibc
internal import POSIX
internal import RunCore

/// `runctl setup`: from a machine with rund installed to one that records, and that is heard.
struct SetupCommand: Subcommand, Equatable {
    var isSilent: Bool
    var isDry: Bool
    var isUndo: Bool
    var root: String
    var person: String?
    var json: Bool

    static let syntax = Syntax(
        name: "setup",
        usage: """
            usage: runctl setup [--yes | --dry-run] [--root DIR] [--user NAME] [--json]
                   runctl setup --undo [--root DIR]

            Makes a recorder of this machine: finds the GPS receiver, the sound card, step counters and
            Bluetooth, asks what only you know, shows every change before it is made, makes it, plays
            the alert, and ends with runctl alert drill. It sets gpsd's receiver, frees the serial line
            of a Raspberry Pi, lets you use runctl, and starts the services; run it as root.

              --dry-run    show what would change, and change nothing
              --json       print one JSON object, with --yes or --dry-run
              --root DIR   work on the files of a system that is mounted there, such as an SD card's;
                           commands are shown and left out
              --undo       take back what setup changed, as far as nobody changed it since
              --user NAME  who is to use runctl (default: the person who called sudo)
              -y, --yes    ask nothing, take the best guesses

            exit status: 0 done, 1 something could not be done or was not heard

            """,
        options: [
            .flag("dry-run"), .json, .value("root", nil, "DIR"), .flag("undo"),
            .value("user", nil, "NAME"), .flag("yes", "y"),
        ])

    init(_ arguments: Arguments) throws(UsageError) {
        isSilent = arguments.flag("yes")
        isDry = arguments.flag("dry-run")
        isUndo = arguments.flag("undo")
        root = arguments.value("root") ?? "/"
        person = arguments.value("user")
        json = arguments.flag("json")
        if isDry, isSilent || isUndo {
            throw UsageError("--dry-run goes with neither --yes nor --undo")
        }
        if json, !isSilent, !isDry { throw UsageError("--json goes with --yes or --dry-run") }
        if let person, !person.allSatisfy({ $0.isLetter || $0.isNumber || "._-".contains($0) }) {
            throw UsageError("--user: expected a user's name, got \"\(person)\"")
        }
    }

    func run(_ context: Context) throws(Failure) -> ExitStatus {
        let machine = Machine(root: root)
        guard machine.exists("/") else {
            throw Failure(.inputOutput, "\(root) is no folder", hints: ["mount the system there"])
        }
        if !isDry { try checkRights(machine) }
        if isUndo { return try takeBack(machine, context) }
        guard isDry || isSilent || Interview.isPossible(context) else {
            throw Failure(
                .usage, "there is nobody to ask",
                hints: ["runctl setup --yes takes the best guesses, --dry-run shows them"])
        }
        let caller = context.environment["SUDO_USER"].flatMap { $0 == "root" ? nil : $0 }
        let facts = SetupFacts(machine, person: person ?? caller)
        let interview = Interview(context, isSilent: isSilent || isDry)
        if !json {
            context.out.writeLine("found:")
            facts.lines.forEach(context.out.writeLine)
        }
        let plan = SetupPlan(machine, facts, wishes(facts, interview))
        if json {
            context.out.writeLine(SetupCommand.json(facts, plan).text)
        } else {
            show(plan, context)
        }
        if isDry { return .success }
        guard plan.changes.isEmpty || interview.confirm("make these changes?") else {
            return .negative
        }
        try make(plan, machine, context)
        return machine.isThisOne ? try prove(facts, interview, context) : .success
    }

    private func checkRights(_ machine: Machine) throws(Failure) {
        guard machine.isThisOne, geteuid() != 0 else { return }
        throw Failure(
            .negative, "setup changes files that are root's",
            hints: ["sudo runctl setup", "runctl setup --dry-run shows what it would change"])
    }

    // MARK: - Steps

    private func wishes(_ facts: SetupFacts, _ interview: Interview) -> SetupPlan.Wishes {
        var wishes = SetupPlan.Wishes(facts)
        if facts.receivers.count > 1 {
            let choice = interview.choose(
                "which is the GPS receiver?",
                facts.receivers.map { $0.path + ($0.speaks.map { ", speaks \($0)" } ?? "") },
                standard: facts.receivers.firstIndex { $0.path == wishes.receiver })
            wishes.receiver = choice.map { facts.receivers[$0].path }
        }
        if facts.cards.count > 1 {
            let choice = interview.choose(
                "which card shall sound the alert?",
                facts.cards.map { "\($0.id), \($0.name)" },
                standard: facts.cards.firstIndex { $0.id == wishes.card })
            wishes.card = choice.map { facts.cards[$0].id }
        }
        wishes.height = interview.length(
            "your height in metres, for the first step length (empty: learn it):", in: 1...2.6)
        return wishes
    }

    private func show(_ plan: SetupPlan, _ context: Context) {
        let changes = plan.changes
        context.out.writeLine(changes.isEmpty ? "nothing has to be changed" : "changes:")
        for (index, change) in changes.enumerated() {
            for (row, line) in change.lines.enumerated() {
                context.out.writeLine("  \(row == 0 ? "\(index + 1)  " : "   ")\(Text.safe(line))")
            }
        }
        for remark in plan.remarks { context.out.writeLine("note: \(Text.safe(remark))") }
    }

    private func make(
        _ plan: SetupPlan, _ machine: Machine, _ context: Context
    ) throws(Failure) {
        let changes = plan.changes
        if changes.isEmpty { return }
        context.out.flush()
        var journal = try SetupJournal(machine)
        for change in changes {
            do throws(Failure) {
                try journal.make(change)
            } catch {
                throw Failure(
                    error.status, error.message,
                    hints: error.hints + ["runctl setup --undo takes back what was done so far"])
            }
        }
        if json { return }
        context.out.writeLine("done; runctl setup --undo takes it back")
        if !machine.isThisOne {
            context.out.writeLine("the commands above are left to the machine itself")
        }
    }

    /// Plays the alert, then lets the recorder die once.
    private func prove(
        _ facts: SetupFacts, _ interview: Interview, _ context: Context
    ) throws(Failure) -> ExitStatus {
        guard let link = try SetupCommand.patientLink(context, isExpected: facts.hasUnits) else {
            return .success
        }
        if try link.status().run != nil {
            context.warn("a run goes on: the alarm is not tried now, see runctl alert drill")
            return .success
        }
        guard interview.confirm("play the alert now?") else { return .success }
        let trial = try AlertTrial(link, context, json: json).run(sound: nil, heard: nil)
        guard interview.confirm("now the drill: the recorder dies, the alert must sound; go on?")
        else { return trial }
        let drill = try Drill(context, json: json).run()
        return trial == .success ? drill : trial
    }

    /// A recorder that was just started needs a moment. - Returns: nil if none is expected.
    private static func patientLink(
        _ context: Context, isExpected: Bool
    ) throws(Failure) -> RecorderLink? {
        for _ in 0..<(isExpected ? 50 : 0) {
            // Until it answers it is not there yet; the last try below says why.
            if let link = try? RecorderLink(context), (try? link.status()) != nil { return link }
            Clock.sleep(seconds: 0.2)
        }
        if !isExpected {
            context.warn(
                "rund's units are not installed: start rund yourself, then runctl alert drill")
            return nil
        }
        return try RecorderLink(context)
    }

    private func takeBack(_ machine: Machine, _ context: Context) throws(Failure) -> ExitStatus {
        var journal = try SetupJournal(machine)
        if journal.changes.isEmpty {
            context.out.writeLine("setup has changed nothing here")
            return .success
        }
        return try journal.undo(context.out.writeLine) ? .success : .negative
    }

    private static func json(_ facts: SetupFacts, _ plan: SetupPlan) -> JSONValue {
        let receivers = facts.receivers.map { receiver -> JSONValue in
            .object([
                "device": .string(receiver.path), "speaks": receiver.speaks.map { .string($0) },
            ])
        }
        let object: JSONObject = [
            "receivers": .array(receivers),
            "cards": .array(facts.cards.map { .string($0.id) }),
            "counters": .array(facts.counters.map { .string($0) }),
            "bluetooth": .bool(facts.hasBluetooth),
            "changes": .array(plan.changes.map(\.json)),
            "notes": .array(plan.remarks.map { .string($0) }),
        ]
        return .object(object)
    }
}
