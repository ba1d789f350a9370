private import Glibc
package import RunCore

/// `rund` as a test drives it: with a receiver, a step counter and a sound device of its own.
package final class RecorderUnderTest {
    package let sandbox: Sandbox
    package let gpsd: PrivateGPSD
    package let sound: AudioSink
    package let steps: StepsFolder
    package let feed: RunFeed
    package private(set) var process: Child?

    /// - Parameters:
    ///   - run: what the receiver and the step counter say, from now on.
    ///   - settings: further lines of the configuration, such as `[alert]` and `hang = 2`.
    package init(
        _ run: SyntheticRun = SyntheticRun(), in sandbox: Sandbox, settings: String = ""
    ) throws(Failure) {
        self.sandbox = sandbox
        gpsd = try PrivateGPSD(in: sandbox)
        sound = try AudioSink(in: sandbox)
        steps = try StepsFolder(root: sandbox.path("iio"), count: run.firstStep)
        feed = try RunFeed(run, receiverPort: gpsd.receiverPort, steps: steps)
        try Files.write(
            """
            [gpsd]
            server = \(gpsd.server)
            [steps]
            sysfs-root = \(steps.root)
            [alert]
            repeat = once
            device = default
            \(settings)

            """, to: configuration)
    }

    package var configuration: String { sandbox.path("rund.conf") }
    package var runtimeFolder: String { sandbox.path("run") }
    package var stateFolder: String { sandbox.path("state") }

    /// Starts `rund` (again) and waits until it answers.
    package func start(environment extra: [String: String] = [:]) throws(Failure) {
        let child = try sandbox.start(
            [
                Programs.built("rund"), "--runtime-dir", runtimeFolder, "--state-dir", stateFolder,
                "--config", configuration,
            ], environment: sound.environment.merging(extra) { $1 })
        process = child
        let answers = eventually(within: 30, every: 0.05) {
            !child.isRunning || (try? runctl("status").succeeded) == true
        }
        guard answers, child.isRunning else {
            throw Failure("rund does not answer: \(child.errors)\(child.output)")
        }
    }

    @discardableResult
    package func runctl(_ arguments: String...) throws(Failure) -> Sandbox.Result {
        try sandbox.run(
            [Programs.built("runctl")] + arguments,
            environment: ["RUND_SOCKET": runtimeFolder + "/control"])
    }

    /// - Throws: `Failure` if the command does not succeed or prints no JSON.
    package func json(_ arguments: String...) throws(Failure) -> JSONValue {
        let result = try sandbox.run(
            [Programs.built("runctl")] + arguments + ["--json"],
            environment: ["RUND_SOCKET": runtimeFolder + "/control"])
        guard result.succeeded else { throw Failure("\(arguments): \(result)") }
        do {
            return try JSONValue(parsing: result.output)
        } catch {
            throw Failure("\(arguments): \(error): \(result)")
        }
    }

    /// Starts a run and waits until the alarm is armed and a position has come.
    package func startRun() throws(Failure) {
        let result = try runctl("start")
        guard result.succeeded else { throw Failure("start: \(result)") }
        let armed = eventually(within: 20, every: 0.1) {
            (try? json("status")["alarm"]?["state"]?.string) == "armed"
        }
        if !armed { throw Failure("the alarm is not armed: \(try runctl("status"))") }
    }

    /// Sends a signal to `rund`.
    package func signal(_ number: Int32) { process?.signal(number) }

    /// The sentinels that run.
    package var sentinels: [Int32] {
        sandbox.processes.filter { Files.text("/proc/\($0)/comm") == "run-sentinel\n" }
    }

    /// Waits until the alert has been given to the device so often, each time to its end.
    package func waitForPlays(_ count: Int, within seconds: Double = 60) -> Bool {
        eventually(within: seconds, every: 0.05) { sound.plays().count >= count }
    }
}
