internal import RunCore

/// `runctl alert`: tries the alarm, mutes it, arms it again.
struct AlertCommand: Subcommand, Equatable {
    enum Action: String, CaseIterable {
        case test
        case drill
        case on
        case off
    }

    var action: Action
    /// Seconds of silence.
    var duration: Double
    var sound: String?
    /// What the person says without being asked.
    var heard: Bool?
    var json: Bool

    static let syntax = Syntax(
        name: "alert",
        usage: """
            usage: runctl alert test [--sound NAME] [--heard yes|no] [--json]
                   runctl alert drill [--json]
                   runctl alert off [--for DURATION] [--json]
                   runctl alert on

            test   plays the alert the way a real one is played, shows by which device, asks on a
                   terminal whether you heard it, and keeps the answer for status and doctor
            drill  begins a run of its own, kills the recorder on purpose, tells what was heard and
                   when and whether the run went on, and deletes that run; as root or as rund's user
            off    mutes the alarm for a while; it never stays muted longer than 12h, and ends when
                   movement starts again
            on     ends the muting

              --for DURATION  how long: 90s, 10m or 2h (default: 10m)
              --heard yes|no  answer the question in advance
              --json          print one JSON object, and ask nothing
              --sound NAME    the sound to play: alert, lost, resumed or disk (default: alert)

            exit status: 0 played or heard, 1 not

            """,
        options: [
            .value("for", nil, "DURATION"), .value("heard", nil, "yes|no"),
            .value("sound", nil, "NAME"), .json,
        ],
        operands: 1...1)

    init(_ arguments: Arguments) throws(UsageError) {
        let word = arguments.operands[0]
        guard let action = Action(rawValue: word) else {
            let words = Action.allCases.map(\.rawValue)
            throw UsageError(
                "alert: expected \(Arguments.alternatives(words)), got \"\(word)\"",
                suggestion: Suggestion.nearest(to: word, among: words))
        }
        self.action = action
        duration = 600
        if let word = arguments.value("for") {
            guard let seconds = Stopwatch.seconds(word), (1...43_200).contains(seconds) else {
                throw UsageError(
                    "--for: expected a time from 1s to 12h such as 10m, got \"\(word)\"")
            }
            duration = seconds
        }
        sound = try arguments.choice("sound", of: ["alert", "lost", "resumed", "disk"])
        heard = try arguments.choice("heard", of: ["yes", "no"]).map { $0 == "yes" }
        json = arguments.flag("json")
    }

    func run(_ context: Context) throws(Failure) -> ExitStatus {
        if action == .drill { return try Drill(context, json: json).run() }
        let link = try RecorderLink(context)
        switch action {
        case .test, .drill:
            return try AlertTrial(link, context, json: json).run(sound: sound, heard: heard)
        case .off:
            let reply = try link.call("AlertOff", ["duration": .number(duration)])
            say(reply, "the alarm is muted until \(reply["until"]?.string ?? "later")", context)
        case .on:
            say(try link.call("AlertOn"), "the alarm is on", context)
        }
        return .success
    }

    private func say(_ reply: JSONObject, _ sentence: String, _ context: Context) {
        context.out.writeLine(json ? JSONValue.object(reply).text : Text.safe(sentence))
    }
}
