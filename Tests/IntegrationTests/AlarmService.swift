import Alert
import Glibc
import TestSupport

/// The recorder as a service of a real systemd in a container, with a sound device of the test's.
final class AlarmService {
    /// The folder of the sound device, as the container sees it.
    static let soundFolder = "/var/sound"

    let container: Container
    let sink: AudioSink
    let clip: Clip
    /// What stands before `runctl` and `systemctl`: nothing for the system's service.
    fileprivate var speaker: [String] = []
    fileprivate var manager = ["systemctl"]
    fileprivate var runtimeFolder = "/run/rund"

    /// Boots nothing yet: put further files below `container.root` first.
    init(in box: Sandbox, clip: Clip = .chirp(milliseconds: 600)) throws {
        self.clip = clip
        container = try Container(in: box)
        let root = container.root
        let inside = Self.soundFolder
        sink = try AudioSink(
            folder: root + inside, library: inside + "/rtsink.so", seenAs: inside)
        try Files.copy(AudioSink.library, to: root + inside + "/rtsink.so")
        for program in ["rund", "runctl", "run-sentinel"] {
            try Files.copy(Programs.built(program), to: root + "/usr/bin/" + program)
        }
        try installUnits("system", ["rund-sleep.service"])
        try installUnits("user", [])
        try Files.makeFolder(root + "/usr/share/rund/sounds")
        try Files.write(AIFFWriter.bytes(clip), to: root + "/usr/share/rund/sounds/alert.aiff")
        try Files.makeFolder(root + "/etc/rund")
        try configure("")
        // Kept over boots, to be read from outside once the machine is down.
        try Files.makeFolder(root + "/var/log/journal")
    }

    private func installUnits(_ scope: String, _ more: [String]) throws {
        let target = container.root + "/etc/systemd/" + scope
        try Files.makeFolder(target)
        let units = ["rund.service", "rund-sentinel.socket", "rund-sentinel@.service"]
        for unit in units + more {
            try Files.copy(
                Programs.sourceFolder + "/systemd/\(scope)/\(unit)", to: "\(target)/\(unit)")
        }
        // The devices of this machine are not there; the sentinel finds the test's by its variable.
        let sound = "Environment=ALSA_CONFIG_PATH=\(Self.soundFolder)/asound.conf"
        for unit in ["rund-sentinel@.service", "rund.service"] {
            try extend(unit, scope: scope, name: "sound", "[Service]\n\(sound)\n")
        }
    }

    /// Writes a drop-in; systemd reads it at the next boot or daemon-reload.
    func extend(_ unit: String, scope: String = "system", name: String, _ text: String) throws {
        let folder = container.root + "/etc/systemd/\(scope)/\(unit).d"
        try Files.makeFolder(folder)
        try Files.write(text, to: "\(folder)/\(name).conf")
    }

    /// Lines of the section `[alert]`, read at the recorder's next start.
    func configure(_ lines: String) throws {
        try Files.write(
            "[alert]\nlead-in = 0\nrepeat = once\n\(lines)\n",
            to: container.root + "/etc/rund/rund.conf")
    }

    func boot() throws {
        try container.boot()
        try container.script(
            "id rund >/dev/null 2>&1 || useradd --system --no-create-home rund; "
                + "systemctl daemon-reload; "
                + "systemctl enable --now rund-sentinel.socket rund.service")
    }

    // MARK: - Asking

    @discardableResult
    func runctl(_ words: String...) throws -> Sandbox.Result {
        try container.run(speaker + ["runctl"] + words)
    }

    @discardableResult
    func systemctl(_ words: String...) throws -> Sandbox.Result {
        try container.run(manager + words, seconds: 120)
    }

    /// The process of the recorder, as this machine counts.
    var recorder: Int32? { container.processes(named: "rund").first }

    var isSounding: Bool { Files.exists(container.path(runtimeFolder + "/alert.sock")) }

    /// Waits until a run goes on, watched over, and nothing sounds; starts one if there is none.
    func settle() throws {
        var status = ""
        let isArmed = try eventually(within: 40, every: 0.2) {
            status = try runctl("status").output
            if status.contains("no run is active") { try runctl("start") }
            return status.contains("armed: ") && !isSounding
        }
        guard isArmed else { throw Failure("the alarm is not armed: \(status)\n\(journal)") }
        // What said that the run goes on may have been between two sounds.
        pause(seconds: 0.3)
        if isSounding { try settle() }
    }

    var journal: String {
        let result = try? container.run(["journalctl", "--no-pager", "-n", "60", "-o", "cat"])
        return result?.output ?? ""
    }

    /// Seconds on the monotonic clock at which systemd wrote this last, while the machine is down.
    func journalTime(of words: String) throws -> Double? {
        let result = try container.outside([
            "journalctl", "--directory", container.root + "/var/log/journal", "--no-pager",
            "--output", "short-monotonic",
        ])
        let line = result.output.split(separator: "\n").last { $0.contains(words) }
        return line?.split { "[] ".contains($0) }.first.flatMap { Double($0) }
    }

    // MARK: - Hearing

    /// What was heard of an end.
    struct Heard {
        /// Beginnings of the alert, and alerts that are whole.
        var begun = 0
        var whole = 0
        /// Seconds from the end of the recorder to the first frame.
        var delay: Double?
        /// When the device was closed after the alert, in seconds on the monotonic clock.
        var closed: Double?
        var isOnce: Bool { begun == 1 && whole == 1 }
    }

    /// Ends a recording and waits until its alert has been heard.
    func hear(within seconds: Double = 60, _ end: () throws -> Void) throws -> Heard {
        try settle()
        sink.forget()
        let time = monotonicSeconds()
        try end()
        eventually(within: seconds, every: 0.1) {
            !sink.plays().isEmpty && (!container.isRunning || !isSounding)
        }
        return heard(since: time)
    }

    func heard(since time: Double) -> Heard {
        var heard = Heard()
        heard.begun = starts(of: 200)
        heard.whole = starts(of: clip.samples.count)
        let events = sink.events()
        heard.delay = events.first { $0.name == "first" }.map { $0.time - time }
        heard.closed = events.first { $0.name == "close" && $0.frames > 0 }?.time
        return heard
    }

    /// How often the alert's first samples occur in what was heard, silence left out.
    private func starts(of length: Int) -> Int {
        let wanted = clip.samples.prefix(length).filter { $0 != 0 }
        let heard = sink.samples().filter { $0 != 0 }
        guard let first = wanted.first, heard.count >= wanted.count else { return 0 }
        return (0...heard.count - wanted.count).filter { start in
            heard[start] == first && heard[start..<start + wanted.count].elementsEqual(wanted)
        }.count
    }
}

/// The service of a user, with lingering at first.
extension AlarmService {
    func boot(forUser name: String) throws {
        try container.boot()
        let id =
            try container.script(
                "useradd --create-home \(name); loginctl enable-linger \(name); id -u \(name)"
            ).split(separator: "\n").last.map(String.init) ?? ""
        let home = container.root + "/home/\(name)/.config/rund"
        try Files.makeFolder(home)
        try Files.copy(container.root + "/etc/rund/rund.conf", to: home + "/rund.conf")
        try container.script("chown -R \(name): /home/\(name)/.config")
        speaker = ["runuser", "-u", name, "--", "env", "XDG_RUNTIME_DIR=/run/user/\(id)"]
        manager = speaker + ["systemctl", "--user"]
        runtimeFolder = "/run/user/\(id)/rund"
        try startUserUnits()
    }

    func startUserUnits() throws {
        let units = ["rund-sentinel.socket", "rund.service"]
        let isUp = try eventually(within: 30, every: 0.2) {
            try container.run(manager + ["enable", "--now"] + units).succeeded
        }
        if !isUp { throw Failure("the user's units do not start: \(journal)") }
    }

    /// Opens a session as a login does. Corresponds to PAM's `login` service.
    func logIn(_ name: String) throws {
        try container.script(
            "systemd-run --quiet --unit=session --property=User=\(name) "
                + "--property=PAMName=login sleep infinity")
        let hasSession = try eventually(within: 20, every: 0.1) {
            try container.run(["loginctl", "list-sessions", "--no-legend"]).output.contains(name)
        }
        if !hasSession { throw Failure("no session: \(journal)") }
    }

    func logOut() throws { try container.script("systemctl stop session.service") }
}
