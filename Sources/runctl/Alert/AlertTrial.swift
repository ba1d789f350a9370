internal import RunCore

/// A try of the alert: played the real way, told, and asked about.
struct AlertTrial {
    private let link: RecorderLink
    private let context: Context
    private let json: Bool

    init(_ link: RecorderLink, _ context: Context, json: Bool) {
        self.link = link
        self.context = context
        self.json = json
    }

    /// - Parameter heard: the answer, where the person gave it in advance.
    func run(sound: String?, heard: Bool?) throws(Failure) -> ExitStatus {
        let parameters: JSONObject = ["sound": sound.map { .string($0) }]
        // The longest sound is 35 s; busy devices may take 10 s, and there may be several.
        var reply = try link.call("AlertTest", parameters, within: 120)
        if !json { context.out.writeLine(Text.safe(AlertTrial.sentence(reply))) }
        let answer = heard ?? (json ? nil : Question.ask("did you hear it?", context))
        if let answer { try keep(answer, reply["device"]?.string) }
        if json {
            reply["heard"] = answer.map { .bool($0) }
            context.out.writeLine(JSONValue.object(reply).text)
        }
        return reply["complete"]?.bool == true && answer != false ? .success : .negative
    }

    /// Lets rund keep the answer, and says what to do about a no.
    func keep(_ heard: Bool, _ device: String?) throws(Failure) {
        _ = try link.call(
            "AlertHeard", ["heard": .bool(heard), "device": device.map { .string($0) }])
        if !heard && !json {
            context.out.writeLine(
                "hint: look at cable, switch and volume (alsamixer), or set alert.device (aplay -L)"
                    + " and alert.min-volume")
        }
    }

    /// What a device did, in one line.
    static func sentence(_ reply: JSONObject) -> String {
        let isComplete = reply["complete"]?.bool ?? false
        let (frames, rate) = (reply["frames"]?.double ?? 0, reply["rate"]?.double ?? 0)
        let length = rate > 0 ? ", \(Decimal.fixed(frames / rate, 1)) s" : ""
        let format = reply["format"]?.string.map { " (\($0))" } ?? ""
        let times = [("first", "accepted"), ("latency", "heard")].compactMap { name, word in
            reply[name]?.double.map { "\(word) after \(Decimal.fixed($0 * 1_000, 0)) ms" }
        }
        return "\(isComplete ? "played" : "played in part") by "
            + (reply["device"]?.string ?? "an unknown device") + format + length
            + (times.isEmpty ? "" : ", first sound " + times.joined(separator: ", "))
    }
}
