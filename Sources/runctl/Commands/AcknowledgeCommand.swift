internal import POSIX
internal import RunCore
internal import SentinelLink

/// `runctl ack`: silences an alert.
struct AcknowledgeCommand: Subcommand, Equatable {
    var json: Bool

    static let syntax = Syntax(
        name: "ack",
        usage: """
            usage: runctl ack [OPTION …]

            Silences an alert that sounds or would sound again. The pass that sounds is played to its end.

              --json  print one JSON object

            exit status: 0 done, 1 no alert sounds

            """,
        options: [.json])

    init(_ arguments: Arguments) throws(UsageError) { json = arguments.flag("json") }

    func run(_ context: Context) throws(Failure) -> ExitStatus {
        guard try AcknowledgeCommand.silence(context) else {
            throw Failure(.negative, "no alert sounds")
        }
        context.out.writeLine(
            json
                ? JSONValue.object(["acknowledged": .bool(true)]).text
                : "acknowledged; the pass that sounds is the last")
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
