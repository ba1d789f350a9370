internal import Control
internal import POSIX
internal import RunCore

/// The way to rund: finds its socket, calls, and tells a refusal in words.
struct RecorderLink {
    private let client: ControlClient
    /// The socket that rund listens at.
    let path: String

    /// Connects to the first socket at which somebody listens.
    /// - Throws: `Failure` with `unavailable`, at once, when nobody listens anywhere.
    init(_ context: Context) throws(Failure) {
        let paths = Places(context.environment).controlSockets
        var refusals: [Failure] = []
        for path in paths {
            do throws(ControlClient.Failure) {
                client = try ControlClient(path: path)
                self.path = path
                return
            } catch {
                refusals.append(RecorderLink.failure(error, path))
            }
        }
        // A socket that is there but refuses tells more than one that is not there.
        throw refusals.first { !$0.message.contains("is not running") } ?? refusals.last
            ?? Failure(.unavailable, "rund is not running")
    }

    /// Calls a method of the recorder.
    /// - Parameter seconds: how long rund may take.
    /// - Throws: `Failure`: `negative` for what rund refuses, `unavailable` when it does not answer.
    func call(
        _ method: String, _ parameters: JSONObject = [:], within seconds: Double = 5
    ) throws(Failure) -> JSONObject {
        do throws(ControlClient.Failure) {
            return try client.call(method, parameters, within: seconds)
        } catch {
            throw RecorderLink.failure(error, path)
        }
    }

    /// The process that answers; nil if the system does not say.
    var process: Int32? { client.process }

    /// Readable when an answer to `subscribe` may have come.
    var descriptor: Int32 { client.descriptor }

    /// An answer is here already.
    var hasAnswer: Bool { client.hasAnswer }

    /// Asks for the status now and whenever it changes.
    func subscribe() throws(Failure) {
        do throws(ControlClient.Failure) {
            try client.subscribe("Status")
        } catch {
            throw RecorderLink.failure(error, path)
        }
    }

    /// The next answer to `subscribe`; nil if none came in time.
    func next(within seconds: Double) throws(Failure) -> ControlStatus? {
        do throws(ControlClient.Failure) {
            return try RecorderLink.status(try client.next(within: seconds).parameters)
        } catch {
            if error == .timedOut { return nil }
            throw RecorderLink.failure(error, path)
        }
    }

    /// The status in a reply.
    static func status(_ reply: JSONObject) throws(ControlClient.Failure) -> ControlStatus {
        guard let status = reply["status"]?.object.flatMap({ ControlStatus(json: $0) }) else {
            throw .malformed("a status without its members")
        }
        return status
    }

    func status() throws(Failure) -> ControlStatus {
        let reply = try call("Status", within: 2)
        do throws(ControlClient.Failure) {
            return try RecorderLink.status(reply)
        } catch {
            throw RecorderLink.failure(error, path)
        }
    }
}

extension RecorderLink {
    static func failure(_ error: ControlClient.Failure, _ path: String) -> Failure {
        switch error {
        case .unreachable(let path, let errno): unreachable(path, errno)
        case .timedOut:
            Failure(
                .unavailable, "rund does not answer at \(path)",
                hints: ["systemctl restart rund starts it anew; the run goes on"])
        case .closed:
            Failure(
                .unavailable, "rund closed the connection without an answer",
                hints: ["runctl status shows whether it is back"])
        case .malformed(let reason):
            Failure(.fault, "an answer of rund makes no sense: \(reason)")
        case .refused(let error): refusal(error)
        }
    }

    private static func unreachable(_ path: String, _ error: Errno) -> Failure {
        switch error.reason {
        case "No such file or directory", "Connection refused":
            Failure(
                .unavailable, "rund is not running: nobody listens at \(path)",
                hints: ["systemctl start rund starts it, with --user for a user's own"])
        case "Permission denied":
            Failure(
                .unavailable, "no permission to talk to rund at \(path)",
                hints: ["adduser USER rund makes USER one who may, after the next login"])
        default:
            Failure(.unavailable, "rund cannot be reached at \(path): \(error.reason)")
        }
    }

    /// What rund's refusals mean to a person.
    static func refusal(_ error: ControlError) -> Failure {
        switch error.shortName {
        case "NoActiveRun":
            return Failure(
                .negative, "no run is active", hints: ["runctl start begins one"])
        case "RunActive":
            let number = error.parameters["run"]?.integer.map { "run \($0)" } ?? "a run"
            return Failure(
                .negative, "\(number) is active already", hints: ["runctl stop ends it"])
        case "NotPaused": return Failure(.negative, "the run is not paused")
        case "AlreadyPaused":
            return Failure(
                .negative, "the run is paused already", hints: ["runctl resume goes on with it"])
        case "NoSuchRun":
            let number = error.parameters["run"]?.integer.map { " \($0)" } ?? ""
            return Failure(
                .negative, "there is no run\(number)", hints: ["runctl list shows the runs"])
        case "NotPermitted":
            return Failure(.negative, "not permitted: \(error.reason ?? "rund gives no reason")")
        case "AlertFailed":
            return Failure(
                .negative, "the alert was not played: \(error.reason ?? "rund gives no reason")",
                hints: ["runctl status shows the state of the alarm"])
        case "Refused":
            return Failure(.negative, error.reason ?? "rund refused and gives no reason")
        default:
            return Failure(
                .fault, "rund refused: \(error.name)",
                hints: ["are runctl and rund of the same version? runctl status shows rund's"])
        }
    }
}
