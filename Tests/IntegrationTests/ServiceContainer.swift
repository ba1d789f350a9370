import RunCore
import TestSupport

/// The project installed as its packages install it, in a container with systemd as PID 1, with
/// gpsd, a receiver and a sound device inside.
final class ServiceContainer {
    let container: Container
    let sound: AudioSink
    private let sandbox: Sandbox
    private var feed: Child?
    private var gpsd: Child?

    /// Where the test's parts are inside.
    private static let place = "/opt/rund-test"

    init(in sandbox: Sandbox) throws {
        self.sandbox = sandbox
        container = try Container(in: sandbox)
        let root = container.root
        let place = root + Self.place
        try Files.makeFolder(place)
        sound = try AudioSink(
            folder: place + "/sound", library: Self.place + "/libasound_module_pcm_rtsink.so",
            seenAs: Self.place + "/sound")
        try Files.copy(AudioSink.library, to: place + "/libasound_module_pcm_rtsink.so")
        try install(into: root)
        try configure(root)
    }

    private func install(into root: String) throws {
        for name in ["rund", "runctl", "run-sentinel", "nmea-feed"] {
            try Files.copy(Programs.built(name), to: "\(root)/usr/bin/\(name)")
        }
        let source = Programs.sourceFolder
        try Files.makeFolder(root + "/usr/share/rund/sounds")
        for name in Files.names(in: source + "/sounds") where name.hasSuffix(".aiff") {
            try Files.copy("\(source)/sounds/\(name)", to: "\(root)/usr/share/rund/sounds/\(name)")
        }
        for (folder, target) in [("system", "system"), ("user", "user")] {
            for name in Files.names(in: "\(source)/systemd/\(folder)") {
                try Files.copy(
                    "\(source)/systemd/\(folder)/\(name)",
                    to: "\(root)/usr/lib/systemd/\(target)/\(name)")
            }
        }
        try Files.copy(
            source + "/debian/rund.sysusers", to: root + "/usr/lib/sysusers.d/rund.conf")
        let users = try sandbox.run(["systemd-sysusers", "--root=" + root, "rund.conf"])
        guard users.succeeded else { throw Failure("systemd-sysusers: \(users)") }
        let enabled = try sandbox.run([
            "systemctl", "--root=" + root, "enable", "rund.service", "rund-sentinel.socket",
        ])
        guard enabled.succeeded else { throw Failure("systemctl enable: \(enabled)") }
    }

    private func configure(_ root: String) throws {
        try Files.makeFolder(root + "/etc/rund")
        try Files.write(
            """
            [gpsd]
            server = 127.0.0.1:2947
            [steps]
            sysfs-root = \(Self.place)/iio
            [alert]
            device = default
            repeat = once

            """, to: root + "/etc/rund/rund.conf")
        let drop = "[Service]\nEnvironment=ALSA_CONFIG_PATH=\(Self.place)/sound/asound.conf\n"
        for unit in ["rund.service", "rund-sentinel@.service"] {
            try Files.makeFolder("\(root)/etc/systemd/system/\(unit).d")
            try Files.write(drop, to: "\(root)/etc/systemd/system/\(unit).d/sound.conf")
        }
    }

    /// Boots, and starts gpsd and a receiver inside; `rund` is started by systemd.
    func boot() throws {
        try container.boot()
        try startParts()
    }

    /// Waits until the machine has rebooted.
    func waitForReboot() throws {
        try container.waitForReboot()
        try startParts()
    }

    private func startParts() throws {
        gpsd = try container.start([
            "/usr/sbin/gpsd", "-N", "-n", "-S", "2947", "udp://127.0.0.1:29474",
        ])
        feed = try container.start([
            "nmea-feed", "--port", "29474", "--steps", Self.place + "/iio", "--seconds", "1000",
        ])
        let active = try eventually(within: 60, every: 0.1) {
            try container.run(["systemctl", "is-active", "rund.service"]).succeeded
        }
        guard active else {
            throw Failure(try container.run(["journalctl", "-u", "rund", "--no-pager"]).output)
        }
    }

    func runctl(_ arguments: String...) throws -> Sandbox.Result {
        try container.run(["runctl"] + arguments)
    }

    func status() throws -> JSONValue {
        let result = try container.run(["runctl", "status", "--json"])
        guard result.succeeded else { throw Failure("status: \(result)") }
        return try JSONValue(parsing: result.output)
    }

    func startRun() throws {
        let result = try runctl("start")
        guard result.succeeded else { throw Failure("start: \(result)") }
        guard isArmed() else { throw Failure("not armed: \(try runctl("status"))") }
    }

    /// Whether a run is recorded and its alarm armed, now or soon.
    func isArmed() -> Bool {
        eventually(within: 30, every: 0.2) {
            guard let status = try? status() else { return false }
            return status["state"]?.string == "recording"
                && status["alarm"]?["state"]?.string == "armed"
        }
    }

    /// How often the whole alert was played.
    func alerts() throws -> Int {
        let alert = try SoundFile(Programs.sourceFolder + "/sounds/alert.aiff")
        return occurrences(of: alert.samples(channels: sound.channels()), in: sound.samples()).count
    }

    /// Frames up to the end of the first alert in the capture.
    func framesToHear() throws -> Int {
        let alert = try SoundFile(Programs.sourceFolder + "/sounds/alert.aiff")
        let expected = alert.samples(channels: sound.channels())
        guard let place = occurrences(of: expected, in: sound.samples()).first else { return .max }
        return (place + expected.count) / sound.channels()
    }

    /// Waits until the alert was played so often, and every sound has ended.
    func waitForAlerts(_ count: Int) throws -> Bool {
        try eventually(within: 60, every: 0.2) {
            let events = sound.events()
            let open = events.filter { $0.name == "open" }.count
            let closed = events.filter { $0.name == "close" }.count
            return try open == closed && alerts() >= count
        }
    }

    /// What systemd and the programs said, for a failure's message.
    var journal: String {
        let result = try? container.run([
            "journalctl", "--no-pager", "-o", "short-monotonic", "-u", "rund*", "-n", "60",
        ])
        return result?.output ?? container.console
    }
}
