import Alert
import Glibc
import TestSupport
import Testing

/// The real recorder where nothing may be heard, or where it has to help itself.
@Suite("the alarm and silence", .enabled(if: Parts.missing == nil, "\(Parts.reason)"))
struct AlarmSilenceTests {
    private func state(_ recorder: RecorderUnderTest) throws -> String? {
        try recorder.json("status")["alarm"]?["state"]?.string
    }

    @Test("alert off says until when, and is silent whatever happens")
    func off() throws {
        let box = try Sandbox()
        let recorder = try RecorderUnderTest(in: box)
        try recorder.start()
        try recorder.startRun()
        let answer = try recorder.runctl("alert", "off", "--for", "10m")
        #expect(answer.succeeded && answer.output.contains("muted until 20"), "\(answer)")
        #expect(try state(recorder) == "muted")
        #expect(eventually { recorder.sentinels.isEmpty })
        recorder.signal(SIGKILL)
        pause(seconds: 1)
        #expect(recorder.sound.plays() == [])
    }

    @Test("alert off is refused for more than 12 h, and ends by alert on")
    func longest() throws {
        let box = try Sandbox()
        let recorder = try RecorderUnderTest(in: box)
        try recorder.start()
        #expect(try recorder.runctl("alert", "off").ending == .exited(1))
        try recorder.startRun()
        #expect(try recorder.runctl("alert", "off", "--for", "12h1m").ending == .exited(64))
        #expect(try recorder.runctl("alert", "off", "--for", "12h").succeeded)
        #expect(try recorder.runctl("alert", "on").succeeded)
        let isArmed = try eventually { try state(recorder) == "armed" }
        #expect(isArmed)
        recorder.signal(SIGKILL)
        #expect(recorder.waitForPlays(1))
    }

    @Test("alert off ends after its time")
    func time() throws {
        let box = try Sandbox()
        let recorder = try RecorderUnderTest(in: box)
        try recorder.start()
        try recorder.startRun()
        #expect(try recorder.runctl("alert", "off", "--for", "2s").succeeded)
        #expect(try state(recorder) == "muted")
        let isArmed = try eventually { try state(recorder) == "armed" }
        #expect(isArmed)
    }

    @Test("alert off ends when movement starts again: a death after that is heard")
    func movement() throws {
        let box = try Sandbox()
        let recorder = try RecorderUnderTest(in: box)
        try recorder.start()
        try recorder.startRun()
        #expect(try recorder.runctl("alert", "off", "--for", "1h").succeeded)
        let isArmed = try eventually(within: 60) {
            try recorder.feed.play(until: recorder.feed.elapsed + 2)
            return try state(recorder) == "armed"
        }
        #expect(isArmed)
        recorder.signal(SIGKILL)
        #expect(recorder.waitForPlays(1))
    }

    @Test("a machine that stands still for 20 s: silence, and the run goes on, armed")
    func stall() throws {
        let box = try Sandbox()
        let recorder = try RecorderUnderTest(in: box)
        try recorder.start()
        try recorder.startRun()
        let sentinels = recorder.sentinels
        for process in sentinels { kill(process, SIGSTOP) }
        recorder.signal(SIGSTOP)
        pause(seconds: 20)
        for process in sentinels { kill(process, SIGCONT) }
        pause(seconds: 0.05)
        recorder.signal(SIGCONT)
        pause(seconds: 7)
        #expect(recorder.sound.plays() == [])
        #expect(try state(recorder) == "armed")
        #expect(recorder.sentinels == sentinels)
    }

    @Test("a sentinel that is killed is replaced, and the new one hears the recorder die")
    func replaced() throws {
        let box = try Sandbox()
        let recorder = try RecorderUnderTest(in: box)
        try recorder.start()
        try recorder.startRun()
        let first = recorder.sentinels
        for process in first { kill(process, SIGKILL) }
        let isReplaced = try eventually {
            try recorder.sentinels != first && state(recorder) == "armed"
        }
        #expect(isReplaced)
        #expect(recorder.sound.plays() == [])
        recorder.signal(SIGKILL)
        #expect(recorder.waitForPlays(1))
        #expect(eventually { recorder.sentinels.isEmpty })
        #expect(recorder.sound.plays().count == 1)
    }

    @Test(
        "a killed sentinel that cannot be replaced: the recorder has the alert played, and goes on",
        .enabled(if: Files.exists("/usr/bin/aplay"), "needs /usr/bin/aplay"))
    func irreplaceable() throws {
        let box = try Sandbox()
        let clip = Clip.chirp(milliseconds: 300)
        try Files.write(AIFFWriter.bytes(clip), to: box.path("alert.aiff"))
        try Files.copy(Programs.built("run-sentinel"), to: box.path("run-sentinel"))
        let recorder = try RecorderUnderTest(
            in: box,
            settings:
                "file = \(box.path("alert.aiff"))\ncommand = echo $RUND_ALERT_CAUSE > \(box.path("told"))"
        )
        try recorder.start(environment: ["RUND_SENTINEL": box.path("run-sentinel")])
        try recorder.startRun()
        let sentinels = recorder.sentinels
        Files.remove(box.path("run-sentinel"))
        for process in sentinels { kill(process, SIGKILL) }
        #expect(recorder.waitForPlays(1))
        #expect(recorder.sound.samples().filter { $0 != 0 } == clip.samples.filter { $0 != 0 })
        let status = try recorder.runctl("status").output
        #expect(status.contains("THE ALARM IS OFF"), "\(status)")
        #expect(Files.text(box.path("told")) == "failed\n")
        // Told to end, it still sees to it that the alert is heard.
        try Files.copy(Programs.built("run-sentinel"), to: box.path("run-sentinel"))
        let isArmed = try eventually(within: 40) { try state(recorder) == "armed" }
        #expect(isArmed)
        Files.remove(box.path("run-sentinel"))
        for process in recorder.sentinels { kill(process, SIGKILL) }
        recorder.signal(SIGTERM)
        try recorder.process?.wait()
        #expect(recorder.sound.plays().count >= 2)
    }

    @Test(
        "a suspend and a resume of a healthy recorder are silent",
        .enabled(if: PrivateBus.isPossible, "needs dbus-daemon and python3-dbusmock"))
    func suspend() throws {
        let box = try Sandbox()
        let bus = try PrivateBus(in: box)
        let (name, object) = ("org.freedesktop.login1", "/org/freedesktop/login1")
        try bus.mock(template: "logind", name: name)
        let recorder = try RecorderUnderTest(in: box)
        try recorder.start()
        try recorder.startRun()
        let locks = try eventually {
            try bus.call(name, object, name + ".Manager", "ListInhibitors").contains(
                "shutdown:sleep")
        }
        #expect(locks)
        for begins in ["true", "false"] {
            try bus.call(
                name, object, "org.freedesktop.DBus.Mock", "EmitSignal",
                ["sssav", name + ".Manager", "PrepareForSleep", "b", "1", "b", begins])
            pause(seconds: 1)
        }
        #expect(recorder.sound.plays() == [])
        #expect(try state(recorder) == "armed")
        // The lock is taken anew after the sleep.
        let isBack = try eventually {
            try bus.call(name, object, name + ".Manager", "ListInhibitors").contains(
                "shutdown:sleep")
        }
        #expect(isBack)
    }
}
