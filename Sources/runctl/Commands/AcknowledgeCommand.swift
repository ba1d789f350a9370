internal import POSIX
internal import RunCore
internal import SentinelLink

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
