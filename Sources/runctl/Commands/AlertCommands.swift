internal import POSIX
internal import RunCore
internal import SentinelLink

/// `runctl alert`: tries the alarm, mutes it, arms it again.
struct AlertCommand: Subcommand, Equatable {
    enum Action: String, CaseIterable {
        case test
        case on
        case off
    }

    var action: Action
    /// Seconds of silence.
    var duration: Double
    var sound: String?
    var json: Bool

    static let syntax = Syntax(
        name: "alert",
        usage: """
            usage: runctl alert test [--sound NAME] [--json]
                   runctl alert off [--for DURATION] [--json]
                   runctl alert on

            test  plays the alert the way a real one is played, and shows by which device
            off   mutes the alarm for a while; it never stays muted longer than 12h
            on    ends the muting

              --for DURATION  how long: 90s, 10m or 2h (default: 10m)
              --sound NAME    the sound to play: alert, lost, resumed or disk (default: alert)
              --json          print one JSON object

            """,
        options: [.value("for", nil, "DURATION"), .value("sound", nil, "NAME"), .json],
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
        json = arguments.flag("json")
    }

    func run(_ context: Context) throws(Failure) -> ExitStatus {
        let link = try RecorderLink(context)
        switch action {
        case .test:
            // The longest sound is 35 s; busy devices may take 10 s, and there may be several.
            let parameters: JSONObject = ["sound": sound.map { .string($0) }]
            return tell(try link.call("AlertTest", parameters, within: 120), context)
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

    private func tell(_ reply: JSONObject, _ context: Context) -> ExitStatus {
        let complete = reply["complete"]?.bool ?? false
        let device = Text.safe(reply["device"]?.string ?? "an unknown device")
        let (frames, rate) = (reply["frames"]?.double ?? 0, reply["rate"]?.double ?? 0)
        let length = rate > 0 ? ", \(Decimal.fixed(frames / rate, 1)) s" : ""
        let latency = reply["latency"]?.double.map {
            ", first sound after \(Decimal.fixed($0 * 1_000, 0)) ms"
        }
        let sentence =
            "\(complete ? "played" : "played in part") by \(device)\(length)\(latency ?? "")"
        say(reply, sentence, context)
        return complete ? .success : .negative
    }
}

/// `runctl ack`: silences an alert.
struct AcknowledgeCommand: Subcommand, Equatable {
    static let syntax = Syntax(
        name: "ack",
        usage: """
            usage: runctl ack

            Silences an alert that sounds or would sound again. The pass that sounds is played to its end.

            """)

    init(_ arguments: Arguments) throws(UsageError) {}

    func run(_ context: Context) throws(Failure) -> ExitStatus {
        guard try AcknowledgeCommand.silence(context) else {
            throw Failure(.negative, "no alert sounds")
        }
        context.out.writeLine("acknowledged; the pass that sounds is the last")
        return .success
    }

    /// Tells the sentinel that sounds, which listens by itself: this needs no recorder.
    /// - Returns: false if none sounds.
    static func silence(_ context: Context) throws(Failure) -> Bool {
        for folder in Places(context.environment).runtimeFolders {
            do throws(Errno) {
                if try AlertSocket.send(.acknowledge, directory: folder) == .taken { return true }
            } catch {
                throw Failure(
                    .unavailable, "\(folder)/alert.sock cannot be reached: \(error.reason)")
            }
        }
        return false
    }
}
