internal import Live
internal import POSIX
internal import RunCore
internal import Settings
internal import Uploads

/// `runctl live`: tells others where the run is while it is being recorded.
struct LiveCommand: Subcommand, Equatable {
    var service: String
    var once: Bool
    var file: String?
    var folder: String?

    static let syntax = Syntax(
        name: "live",
        usage: """
            usage: runctl live [OPTION …] NAME

            Sends positions of the run to the service that [live.NAME] in rund.conf describes, until it
            is interrupted. What cannot be sent waits in the database, and recording never waits.

              --once           send what is there, then end
              --config FILE    the configuration file, if rund was given another
              --state-dir DIR  the folder of the database, if rund was given another

            exit status: 0 all is sent, 1 with --once something could not be sent

            """,
        options: [.flag("once"), .value("config", nil, "FILE"), .stateDirectory], operands: 1...1)

    init(_ arguments: Arguments) throws(UsageError) {
        service = arguments.operands[0]
        once = arguments.flag("once")
        file = arguments.value("config")
        folder = arguments.value("state-dir")
    }

    func run(_ context: Context) throws(Failure) -> ExitStatus {
        let (target, password) = try settings(context)
        let library = try Library(context, folder: folder)
        var forwarder = try LiveForwarder(library, target, password: password)
        defer { forwarder.close() }
        var pause = 1.0
        var lastWarning: String?
        while true {
            switch try forwarder.step() {
            case .sent:
                pause = 1
                lastWarning = nil
            case .idle:
                if once { return .success }
                LiveCommand.wait(seconds: 1)
            case .failed(let reason):
                if once {
                    context.warn("\(service): \(reason)")
                    return .negative
                }
                // The same trouble is told once, not every thirty seconds through the night.
                if reason != lastWarning { context.warn("\(service): \(reason); tried again") }
                lastWarning = reason
                LiveCommand.wait(seconds: pause)
                pause = min(30, pause * 2)
            }
        }
    }

    private func settings(_ context: Context) throws(Failure) -> (LiveTarget, String?) {
        let locations = Locations.current(Locations.Options(configurationFile: file))
        let configuration: Configuration
        do throws(SettingsError) {
            configuration = try locations.configuration()
        } catch {
            throw Failure(.configuration, error.description, hints: error.hint.map { [$0] } ?? [])
        }
        do throws(UploadError) {
            let target = try LiveTarget(service, configuration)
            guard let place = target.secret else { return (target, nil) }
            let credentials = context.environment["CREDENTIALS_DIRECTORY"]
            return (target, try Secret.read(place, credentials: credentials))
        } catch {
            throw Failure(.configuration, error.reason, hints: error.hint.map { [$0] } ?? [])
        }
    }

    private static func wait(seconds: Double) { Clock.sleep(seconds: seconds) }
}
