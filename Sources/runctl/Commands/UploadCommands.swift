internal import RunCore
internal import RunStore
internal import Uploads

/// `runctl upload`: sends recorded runs to a service.
struct UploadCommand: Subcommand, Equatable {
    var service: String
    var runs: [String]
    var isDry: Bool
    var later: Bool
    var again: Bool
    var file: String?
    var folder: String?

    static let syntax = Syntax(
        name: "upload",
        usage: """
            usage: runctl upload [OPTION …] NAME [RUN …]

            Sends recorded runs (default: the last one) to the service that [upload.NAME] in
            rund.conf describes. What cannot be sent now waits in the database.
            RUN is a number, last, yesterday, or a part of the note that only one run has.

              --dry-run        print the request instead of sending it
              --later          only put the runs in the queue
              --again          send also what was sent before
              --config FILE    the configuration file, if rund was given another
              --state-dir DIR  the folder of the database, if rund was given another

            exit status: 0 all is sent, 1 something waits or failed, 78 NAME is not configured well

            """,
        options: [
            .flag("dry-run"), .flag("later"), .flag("again"), .value("config", nil, "FILE"),
            .stateDirectory,
        ], operands: 1...Int.max)

    init(_ arguments: Arguments) throws(UsageError) {
        service = arguments.operands[0]
        runs = arguments.operands.count > 1 ? Array(arguments.operands.dropFirst()) : ["last"]
        isDry = arguments.flag("dry-run")
        later = arguments.flag("later")
        again = arguments.flag("again")
        file = arguments.value("config")
        folder = arguments.value("state-dir")
    }

    func run(_ context: Context) throws(Failure) -> ExitStatus {
        let courier = try Courier(context, folder: folder, file: file)
        let target = try UploadCommand.checked { () throws(UploadError) in
            try courier.target(service)
        }
        var found: [RunRecord] = []
        for word in runs { found.append(try courier.run(word)) }
        var isComplete = true
        for run in found {
            if isDry {
                let request = try UploadCommand.checked { () throws(UploadError) in
                    try courier.request(target, run)
                }
                for line in request.warnings { context.warn("\(target.format.name): \(line)") }
                context.out.write(request.text)
                continue
            }
            if !again, let known = try courier.record(of: run.number, service), known.state == .sent
            {
                context.out.writeLine(known.text(now: courier.now))
                continue
            }
            var record = try courier.queue(run.number, service)
            if !later { record = try courier.send(record) }
            context.out.writeLine(record.text(now: courier.now))
            isComplete = isComplete && (later || record.state == .sent)
        }
        return isComplete ? .success : .negative
    }

    private static func checked<R>(_ body: () throws(UploadError) -> R) throws(Failure) -> R {
        do throws(UploadError) {
            return try body()
        } catch {
            throw Failure(
                error.kind == .settings ? .configuration : .data, error.reason,
                hints: error.hint.map { [$0] } ?? [])
        }
    }
}

/// `runctl uploads`: the queue of what is to be sent.
struct UploadsCommand: Subcommand, Equatable {
    var sends: Bool
    var json: Bool
    var file: String?
    var folder: String?

    static let syntax = Syntax(
        name: "uploads",
        usage: """
            usage: runctl uploads [OPTION …]

            Lists the runs that wait to be sent to a service, and those that could not be.

              --send           send those whose time has come; a timer of systemd may do this
              --json           print one JSON object
              --config FILE    the configuration file, if rund was given another
              --state-dir DIR  the folder of the database, if rund was given another

            exit status: 0 nothing is left that has to be mended, 1 something failed

            """,
        options: [.flag("send"), .json, .value("config", nil, "FILE"), .stateDirectory])

    init(_ arguments: Arguments) throws(UsageError) {
        sends = arguments.flag("send")
        json = arguments.flag("json")
        file = arguments.value("config")
        folder = arguments.value("state-dir")
    }

    func run(_ context: Context) throws(Failure) -> ExitStatus {
        let courier = try Courier(context, folder: folder, file: file)
        var records = try courier.uploads()
        if sends {
            let now = courier.now
            var results: [UploadRecord] = []
            for record in records {
                let isDue = record.state == .waiting && (record.next.map { $0 <= now } ?? true)
                // One that cannot be sent never keeps back the others.
                results.append(isDue ? try courier.send(record) : record)
            }
            records = results
        }
        if json {
            let list = records.map { JSONValue.object($0.json) }
            context.out.writeLine(JSONValue.object(["uploads": .array(list)]).text)
        } else {
            for record in records { context.out.writeLine(record.text(now: courier.now)) }
            if records.isEmpty { context.out.writeLine("nothing waits to be sent") }
        }
        return records.contains { $0.state == .failed } ? .negative : .success
    }
}
