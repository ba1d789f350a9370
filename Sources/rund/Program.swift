private import Alert
private import EventLoop
private import Glibc
private import POSIX
private import RunCore
private import RunStore
private import SentinelLink
private import Settings

/// From the command line to the loop and out again, with the exit codes that others rely on.
enum Program {
    /// As sysexits(3) counts them.
    enum ExitCode: Int32 {
        case success = 0
        case usage = 64
        case internalError = 70
        case inputOutput = 74
        case configuration = 78
    }

    /// Why the recorder can't start.
    struct StartError: Error, Equatable {
        var code: ExitCode
        var reason: String
        var hint: String?
    }

    static func run(_ arguments: [String]) -> Int32 {
        do {
            switch try Command.parse(arguments) {
            case .help: Log.print(Command.usage)
            case .version: Log.print("rund \(Version.current)\n")
            case .check(let options): return tellCheck(options)
            case .record(let options): return record(options)
            }
            return ExitCode.success.rawValue
        } catch {
            Log.fail(error.reason, hint: "rund --help")
            return ExitCode.usage.rawValue
        }
    }

    private static func record(_ options: Command.Options) -> Int32 {
        Signals.crashAtOnce()
        do {
            let daemon = Daemon(try prepare(options))
            let code = try daemon.runLoop()
            if daemon.beginsAnew == .due { return beginAnew() }
            return code
        } catch let error as StartError {
            Log.fail(error.reason, hint: error.hint)
            return error.code.rawValue
        } catch {
            Log.fail("\(error)")
            return ExitCode.internalError.rawValue
        }
    }

    /// Starts this program over in the same process: for systemd nothing has ended, and whatever was
    /// open is closed. After an upgrade it is the new program. Corresponds to C `execv`.
    private static func beginAnew() -> Int32 {
        var words: [UnsafeMutablePointer<CChar>?] =
            CommandLine.arguments.map { (word: String) in strdup(word) } + [nil]
        var path = SmallFile.link("/proc/self/exe") ?? CommandLine.arguments[0]
        // So the kernel calls a file that another has replaced.
        let replaced = " (deleted)"
        if path.hasSuffix(replaced) { path.removeLast(replaced.count) }
        execv(path, &words)
        Log.fail("cannot start over: \(String(cString: strerror(errno)))")
        return ExitCode.internalError.rawValue
    }

    private static func tellCheck(_ options: Command.Options) -> Int32 {
        do throws(StartError) {
            try check(options)
            let files = Locations.current(options.locations).configurationFiles
            Log.print(
                files.isEmpty
                    ? "no settings are given: the defaults hold\n"
                    : "no fault in \(files.joined(separator: ", "))\n")
            return ExitCode.success.rawValue
        } catch {
            Log.fail(error.reason, hint: error.hint)
            return error.code.rawValue
        }
    }

    /// Whether the recorder could start with the settings as they are now; touches nothing.
    /// - Throws: `StartError` with what is wrong.
    static func check(_ options: Command.Options) throws(StartError) {
        let configuration = try read(Locations.current(options.locations))
        _ = try gpsd(configuration)
        _ = try sounds(configuration)
    }

    private static func gpsd(_ configuration: Configuration) throws(StartError) -> GPSDPlace {
        if let place = GPSDPlace(configuration) { return place }
        throw StartError(
            code: .configuration,
            reason: "gpsd.server: expected host[:port[:device]], found "
                + (configuration.text("gpsd.server") ?? "nothing"))
    }

    /// Does everything that can fail while there is still time to complain.
    private static func prepare(_ options: Command.Options) throws(StartError) -> Daemon.Parts {
        let locations = Locations.current(options.locations)
        let configuration = try read(locations)
        let server = try gpsd(configuration)
        let log = try options.source.map { (source) throws(StartError) in try open(source) }
        let bank = try sounds(configuration)
        let lock = try takeFolders(locations)
        let boot = bootIdentifier()
        let store = try open(locations, configuration)
        let alarm = try makeAlarm(bank, locations, configuration, boot)
        return Daemon.Parts(
            locations: locations, configuration: configuration, options: options, log: log,
            server: server.server, lock: lock, bank: bank, store: store, alarm: alarm, boot: boot)
    }

    private static func read(_ locations: Locations) throws(StartError) -> Configuration {
        do {
            return try locations.configuration()
        } catch {
            throw StartError(code: .configuration, reason: "\(error)", hint: error.hint)
        }
    }

    private static func open(_ source: LogSource) throws(StartError) -> LogFile {
        do {
            return try LogFile(source.file)
        } catch {
            throw StartError(
                code: .inputOutput, reason: "\(source.file): \(error.reason)",
                hint:
                    "--source log:FILE plays a sensor log, as runctl export --format log writes it"
            )
        }
    }

    private static func sounds(_ configuration: Configuration) throws(StartError) -> SoundBank {
        let request = SoundRequest(
            alert: configuration.text("alert.file"),
            onBadFile: configuration.text("alert.on-bad-file") == "builtin" ? .builtin : .refuse,
            folders: SoundFolders.all)
        do {
            let bank = try SoundBank.load(request)
            for warning in bank.warnings { Log.warning(warning) }
            return bank
        } catch {
            throw StartError(code: .configuration, reason: "\(error)", hint: error.hint)
        }
    }

    private static func takeFolders(_ locations: Locations) throws(StartError) -> DirectoryLock {
        for folder in [locations.runtimeDirectory, locations.stateDirectory] {
            guard folder.hasPrefix("/") else {
                throw StartError(
                    code: .usage, reason: "\(folder): expected a path that begins with /")
            }
            do {
                try Folder.make(folder)
            } catch {
                throw StartError(
                    code: .inputOutput, reason: "\(folder): cannot be made: \(error.reason)",
                    hint: "name other folders with --runtime-dir and --state-dir")
            }
        }
        do {
            return try DirectoryLock(directory: locations.stateDirectory)
        } catch {
            switch error {
            case .held(let process):
                let who = process.map { "rund, process \($0)," } ?? "rund"
                throw StartError(
                    code: .inputOutput,
                    reason: "another \(who) records into \(locations.stateDirectory)",
                    hint: "runctl controls it; for a second recorder name another --state-dir")
            case .system(let error):
                throw StartError(
                    code: .inputOutput,
                    reason: "\(locations.stateDirectory)/lock: \(error.reason)")
            }
        }
    }

    private static func open(
        _ locations: Locations, _ configuration: Configuration
    ) throws(StartError) -> RunStore {
        let seconds = configuration.number("store.sync-seconds") ?? 5
        do {
            return try RunStore.open(
                directory: locations.stateDirectory,
                options: RunStore.Options(syncInterval: Elapsed(seconds: seconds)),
                now: Instant(microseconds: Clock.bootMicroseconds()))
        } catch {
            throw StartError(code: .configuration, reason: "\(error)", hint: error.hint)
        }
    }

    private static func makeAlarm(
        _ bank: SoundBank, _ locations: Locations, _ configuration: Configuration, _ boot: String
    ) throws(StartError) -> Alarm {
        do {
            return try Alarm(
                bank: bank.descriptor.raw,
                settings: configuration.alarmSettings(directory: locations.runtimeDirectory),
                source: SentinelSource(
                    socket: getenv("RUND_SENTINEL_SOCKET").map { String(cString: $0) },
                    executable: sentinelProgram()),
                boot: boot, epoch: Clock.wallMicroseconds())
        } catch {
            throw StartError(code: .internalError, reason: "\(error)")
        }
    }

    private static func sentinelProgram() -> String {
        if let given = getenv("RUND_SENTINEL") { return String(cString: given) }
        return "\(Executable.folder ?? "/usr/bin")/run-sentinel"
    }

    /// Short: it goes into every reading of a step counter.
    private static func bootIdentifier() -> String {
        // Without /proc every start is taken for a new boot.
        let text = try? SmallFile.readText("/proc/sys/kernel/random/boot_id")
        return text.map { String($0.filter { $0 != "-" }.prefix(12)) }
            ?? "start-\(Clock.wallMicroseconds())"
    }
}
