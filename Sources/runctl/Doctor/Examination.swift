private import Glibc
internal import POSIX
internal import RunCore
internal import RunStore
internal import Settings

/// Looks at everything that recording and the alarm depend on; changes nothing.
struct Examination {
    private let context: Context
    private let folder: String?

    init(_ context: Context, folder: String?) {
        self.context = context
        self.folder = folder
    }

    func findings() -> [Finding] {
        var findings = [settings, recorder].flatMap { $0 }
        if let status = try? RecorderLink(context).status() {
            findings += [Examination.alarm(status.alarm)] + Examination.sensors(status)
            findings.append(Examination.store(status))
            findings += status.notices.map { .weak("notice", Text.safe($0), "runctl status -v") }
        }
        return findings + [sound, disk, clock]
    }

    private var settings: [Finding] {
        do throws(Failure) {
            let settings = try EffectiveSettings(file: nil)
            guard let file = settings.configuration.text("alert.file") else {
                return [.good("settings", "no fault; the alert is the one that came with rund")]
            }
            return access(file, R_OK) == 0
                ? [.good("settings", "no fault; the alert is \(file)")]
                : [
                    .bad(
                        "settings", "the alert \(file) cannot be read",
                        "put an AIFF file there, or set alert.file to another")
                ]
        } catch {
            return [
                .bad("settings", error.message, error.hints.first ?? "runctl config --sample")
            ]
        }
    }

    private var recorder: [Finding] {
        do throws(Failure) {
            let link = try RecorderLink(context)
            let status = try link.status()
            let found = Finding.good("rund", "\(status.state), listens at \(link.path)")
            guard status.version != Version.current else { return [found] }
            return [
                found,
                .weak(
                    "version", "rund is \(Text.safe(status.version)), runctl \(Version.current)",
                    "systemctl restart rund, when no run is active"),
            ]
        } catch {
            return [.bad("rund", error.message, error.hints.first ?? "systemctl start rund")]
        }
    }

    static func alarm(_ alarm: ControlAlarm) -> Finding {
        switch alarm.state {
        case "armed", "playing": .good("alarm", StatusText.alarm(alarm))
        case "off": .good("alarm", "off while no run is active; runctl alert test plays it")
        case "muted": .weak("alarm", StatusText.alarm(alarm), "runctl alert on")
        default:
            .bad(
                "alarm", StatusText.alarm(alarm),
                "runctl alert test; aplay -L lists devices for alert.device")
        }
    }

    static func sensors(_ status: ControlStatus) -> [Finding] {
        let gps = status.sensors.filter { $0.kind == "gps" }
        let steps = status.sensors.filter { ["steps", "foot", "accel"].contains($0.kind) }
        return [
            source(
                "gps", gps,
                "gpsd -N /dev/ttyACM0 shows whether gpsd finds the receiver;"
                    + " gpsd.server says where gpsd is"),
            source(
                "steps", steps,
                "without steps a loss of gps is only bridged; see steps.sysfs-root in runctl config"
            ),
        ]
    }

    private static func source(
        _ name: String, _ sensors: [ControlSensor], _ remedy: String
    ) -> Finding {
        if let alive = sensors.first(where: \.alive) {
            return .good(name, StatusText.sensor(alive))
        }
        guard let silent = sensors.first else { return .weak(name, "none found", remedy) }
        return .weak(name, StatusText.sensor(silent), remedy)
    }

    static func store(_ status: ControlStatus) -> Finding {
        status.store == "ok"
            ? .good("database", "ok, \(status.backlog) events wait for the disk")
            : .bad(
                "database", "\(Text.safe(status.store)), \(status.backlog) events wait in memory",
                "make room or repair the disk; nothing is lost while rund runs")
    }

    /// Whether the kernel knows a sound card at all. Corresponds to `/proc/asound/cards`.
    private var sound: Finding {
        let cards = (try? InputFile("/proc/asound/cards").contents()) ?? []
        let names = String(decoding: cards, as: UTF8.self).split(separator: "\n")
            .filter { $0.contains("[") }
        guard let first = names.first else {
            return .bad(
                "sound", "the kernel knows no sound card",
                "connect one; on a Raspberry Pi: dtparam=audio=on in config.txt")
        }
        return .good("sound", Text.safe(first.split(separator: " ").joined(separator: " ")))
    }

    /// Room for recordings. Corresponds to C `statvfs`.
    private var disk: Finding {
        let folders = Places(context.environment).stateFolders(option: folder)
        guard let place = folders.first(where: { access($0, F_OK) == 0 }) else {
            return .weak("disk", "nothing was recorded yet", "runctl start begins the first run")
        }
        var information = statvfs()
        guard statvfs(place, &information) == 0 else {
            return .bad("disk", "\(place): \(String(cString: strerror(errno)))", "ls -ld \(place)")
        }
        let free = Double(information.f_bavail) * Double(information.f_frsize)
        let text = "\(Decimal.fixed(free / 1e6, 0)) MB free in \(place)"
        // An hour takes some megabytes at most.
        return free >= 100e6 ? .good("disk", text) : .bad("disk", text, "free some space")
    }

    /// Files are named and runs are dated by this clock; distances never depend on it.
    private var clock: Finding {
        let wall = WallTime(microseconds: Clock.wallMicroseconds())
        return wall >= .earliestBelievable
            ? .good("clock", wall.rfc3339(fraction: .fixed(0)))
            : .weak(
                "clock", "\(wall.rfc3339(fraction: .fixed(0))) cannot be",
                "it is corrected when gps or a network knows the time; the run is dated then")
    }
}
