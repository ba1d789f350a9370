import Glibc
import TestSupport
import Testing

/// The other ways in which an alarm is told; none may delay or stop the sound.
@Suite("the alarm and its other ways to be noticed", .serialized, .timeLimit(.minutes(5)))
struct AlarmTellingTests {
    private static let notifications = "org.freedesktop.Notifications"
    private static let feedback = "org.sigxcpu.Feedback"

    /// A session bus with a desktop that shows notifications and a phone that vibrates.
    private func session(_ box: Sandbox, notify: String = "ret = dbus.UInt32(7)") throws
        -> PrivateBus
    {
        let bus = try PrivateBus(in: box)
        box.environment["DBUS_SESSION_BUS_ADDRESS"] = bus.address
        let objects = [
            (Self.notifications, "/org/freedesktop/Notifications"),
            (Self.feedback, "/org/sigxcpu/Feedback"),
        ]
        for (name, object) in objects { try bus.mock(name: name, object: object, interface: name) }
        try bus.call(
            Self.notifications, objects[0].1, "org.freedesktop.DBus.Mock", "AddMethod",
            ["sssss", Self.notifications, "Notify", "susssasa{sv}i", "u", notify])
        try bus.call(
            Self.feedback, objects[1].1, "org.freedesktop.DBus.Mock", "AddMethod",
            ["sssss", Self.feedback, "TriggerFeedback", "ssa{sv}i", "u", "ret = dbus.UInt32(9)"])
        return bus
    }

    private func calls(_ bus: PrivateBus, _ name: String, _ object: String) throws -> String {
        try bus.call(name, object, "org.freedesktop.DBus.Mock", "GetCalls")
    }

    @Test(
        "a notification that stays, and vibration, on the session bus",
        .enabled(if: PrivateBus.isPossible, "needs dbus-daemon and python3-dbusmock"))
    func desktop() throws {
        let box = try Sandbox()
        let bus = try session(box)
        let scene = try AlarmScene(in: box)
        try scene.die()
        #expect(scene.complaint() == nil)
        var shown = ""
        let isShown = try eventually {
            shown = try calls(bus, Self.notifications, "/org/freedesktop/Notifications")
            return shown.contains("Recording has stopped")
        }
        #expect(isShown)
        #expect(
            shown.contains("the recorder died") && shown.contains("\"urgency\" y 2"), "\(shown)")
        let isFelt = try eventually {
            try calls(bus, Self.feedback, "/org/sigxcpu/Feedback").contains("alarm-clock-elapsed")
        }
        #expect(isFelt)
    }

    @Test(
        "a desktop that does not answer holds nothing up",
        .enabled(if: PrivateBus.isPossible, "needs dbus-daemon and python3-dbusmock"))
    func slowDesktop() throws {
        let box = try Sandbox()
        let bus = try session(box, notify: "import time; time.sleep(20); ret = dbus.UInt32(7)")
        let scene = try AlarmScene(in: box)
        try scene.die(within: 10)
        #expect(scene.complaint() == nil)
        _ = bus
    }

    @Test(
        "a session bus that is not there, and a hook that fails or turns on the sentinel",
        arguments: ["exit 1", "kill -TERM $PPID; kill -HUP $PPID", "/nowhere/program", "yes"])
    func hooks(_ command: String) throws {
        let box = try Sandbox()
        box.environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(box.path("no-bus"))"
        let scene = try AlarmScene(
            in: box, clip: .chirp(milliseconds: 600), settings: ["command=\(command)"])
        try scene.die(within: 10)
        #expect(scene.complaint() == nil)
    }

    @Test(
        "where no device works the PC speaker beeps, and the journal has it as an emergency",
        .enabled(if: Container.obstacle == nil, "\(Container.obstacle ?? "")"))
    func beeper() throws {
        let box = try Sandbox()
        let service = try AlarmService(in: box)
        try service.sink.set(["open_error \(ENODEV)"])
        try service.boot()
        // A file in the place of the event device keeps what is written to it.
        let speaker = "/dev/input/by-path/platform-pcspkr-event-spkr"
        try service.container.script(
            "mkdir -p /dev/input/by-path; : > \(speaker); chown rund \(speaker); runctl start")
        try service.signal("KILL")
        let path = service.container.path(speaker)
        let isWhole = eventually(within: 60) { Files.bytes(path)?.count == 6 * 24 }
        #expect(isWhole, "\(Files.bytes(path) ?? []) \(service.journal)")
        // struct input_event: time 0, EV_SND, SND_TONE, hertz.
        func event(_ hertz: UInt16) -> [UInt8] {
            let value = [UInt8(hertz & 255), UInt8(hertz >> 8), 0, 0]
            return [UInt8](repeating: 0, count: 16) + [0x12, 0, 0x02, 0] + value
        }
        let tone = event(1_300) + event(0)
        #expect(Files.bytes(path) == tone + tone + tone)
        var urgent = ""
        let isTold = try eventually {
            urgent = try service.container.run(
                ["journalctl", "--no-pager", "--priority=emerg", "--output=cat"]
            ).output
            return urgent.contains("recording has stopped: the recorder died")
        }
        #expect(isTold, "\(urgent)")
        #expect(urgent.contains("the alert could not be played"), "\(urgent)")
    }
}
