private import Glibc
internal import RunCore

/// From the words of the command line to the exit status.
enum Program {
    static func run(_ words: [String]) -> ExitStatus {
        // A reader that goes away is seen as EPIPE by whoever writes.
        signal(SIGPIPE, SIG_IGN)
        let context = Context.system()
        let status = run(Array(words.dropFirst()), context)
        context.out.flush()
        context.err.flush()
        guard let reason = context.out.failure else { return status }
        context.err.write(Failure(.inputOutput, "standard output: \(reason)").text)
        context.err.flush()
        return .inputOutput
    }

    static func run(_ words: [String], _ context: Context) -> ExitStatus {
        do throws(Failure) {
            return try execute(words, context)
        } catch {
            context.out.flush()
            context.err.write(error.text)
            return error.status
        }
    }

    private static func execute(_ words: [String], _ context: Context) throws(Failure) -> ExitStatus
    {
        let command: Command
        do throws(UsageError) {
            command = try Command.parse(words)
        } catch {
            throw Failure(error)
        }
        switch command {
        case .help(let text): context.out.write(text)
        case .version: context.out.writeLine("runctl \(Version.current)")
        case .run(let command): return try command.run(context)
        }
        return .success
    }
}
