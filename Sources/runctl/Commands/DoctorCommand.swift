internal import RunCore

/// `runctl doctor`: whether everything is in order, and how to put right what is not.
struct DoctorCommand: Subcommand, Equatable {
    var json: Bool
    var folder: String?

    static let syntax = Syntax(
        name: "doctor",
        usage: """
            usage: runctl doctor [OPTION …]

            Looks at the whole chain from the sensors to the sound (settings, rund, alarm, gps,
            steps, database, sound card, disk, clock) and says how to put right what is not in order.
            Changes nothing. Whether the alert is really heard, only runctl alert test can show.

              --json           print one JSON object
              --state-dir DIR  the folder of the database, if rund was given another

            exit status: 0 nothing is bad, 1 something is

            """,
        options: [.json, .stateDirectory])

    init(_ arguments: Arguments) throws(UsageError) {
        json = arguments.flag("json")
        folder = arguments.value("state-dir")
    }

    func run(_ context: Context) throws(Failure) -> ExitStatus {
        let findings = Examination(context, folder: folder).findings()
        if json {
            let object: JSONObject = ["findings": .array(findings.map(\.json))]
            context.out.writeLine(JSONValue.object(object).text)
        } else {
            findings.flatMap(\.lines).forEach(context.out.writeLine)
        }
        return findings.contains { $0.grade == .bad } ? .negative : .success
    }
}
