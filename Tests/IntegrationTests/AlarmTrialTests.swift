import Alert
import Glibc
import TestSupport
import Testing

/// Trying the alarm before it matters: a test, a drill, an acknowledgement.
@Suite("trying the alarm", .enabled(if: Parts.missing == nil, "\(Parts.reason)"))
struct AlarmTrialTests {
    private func recorder(_ box: Sandbox, _ clip: Clip) throws -> RecorderUnderTest {
        try Files.write(AIFFWriter.bytes(clip), to: box.path("alert.aiff"))
        return try RecorderUnderTest(
            in: box, settings: "file = \(box.path("alert.aiff"))\nlead-in = 0")
    }

    @Test("alert test goes the real way, tells device, format and latency, and keeps the answer")
    func test() throws {
        let box = try Sandbox()
        let clip = Clip.chirp(milliseconds: 300)
        let recorder = try recorder(box, clip)
        try recorder.start()
        let said = try recorder.runctl("alert", "test", "--heard", "no")
        #expect(said.ending == .exited(1))
        for part in [
            "played by default (S16 48000 Hz 2 ch), 0.3 s, first sound accepted after ", " ms",
            "hint: look at cable, switch and volume",
        ] {
            #expect(said.output.contains(part), "\(said)")
        }
        #expect(recorder.sound.samples().filter { $0 != 0 } == clip.samples.filter { $0 != 0 })
        #expect(eventually { recorder.sentinels.isEmpty })
        #expect(try recorder.runctl("status").output.contains("tried     not heard by default on "))
        // Kept over the recorder's end.
        recorder.signal(SIGTERM)
        try recorder.process?.wait()
        try recorder.start()
        let trial = try recorder.json("status")["alarm"]?["trial"]
        #expect(trial?["heard"]?.bool == false && trial?["device"]?.string == "default")
        #expect(try recorder.runctl("alert", "test", "--heard", "yes").succeeded)
        #expect(!(try recorder.runctl("status").output.contains("tried")))
    }

    @Test("alert test where nothing plays says why, and leaves the run and its alarm as they were")
    func deaf() throws {
        let box = try Sandbox()
        let recorder = try recorder(box, .chirp())
        try recorder.sound.set(["open_error \(ENODEV)"])
        try recorder.start()
        let said = try recorder.runctl("alert", "test", "--heard", "yes")
        #expect(said.ending == .exited(1) && said.errors.contains("No such device"), "\(said)")
        try recorder.sound.set([])
        try recorder.startRun()
        #expect(try recorder.runctl("alert", "test", "--heard", "yes").succeeded)
        #expect(try recorder.json("status")["alarm"]?["state"]?.string == "armed")
        #expect(try recorder.runctl("stop").succeeded)
    }

    @Test("alert drill: the recorder dies, the alert is heard, the run goes on and is put away")
    func drill() throws {
        let box = try Sandbox()
        let clip = Clip.chirp(milliseconds: 300)
        let recorder = try recorder(box, clip)
        try recorder.start()
        let drill = try box.start(
            [Programs.built("runctl"), "alert", "drill"],
            environment: ["RUND_SOCKET": recorder.runtimeFolder + "/control"])
        // Here the test is what starts the recorder again.
        try recorder.process?.wait(seconds: 60)
        try recorder.start()
        #expect(try drill.wait(seconds: 100) == .exited(0), "\(drill.output)\(drill.errors)")
        for part in [
            " is killed in run 1", "the alert was played whole by default (S16 48000 Hz 2 ch)",
            "run 1 goes on", "run 1 was stopped and put into the trash",
        ] {
            #expect(drill.output.contains(part), "\(drill.output)")
        }
        #expect(
            recorder.sound.samples().filter { $0 != 0 }.starts(
                with: clip.samples.filter { $0 != 0 }))
        let status = try recorder.runctl("status").output
        #expect(status.contains("no run is active"), "\(status)")
        #expect(!(try recorder.runctl("list").output.contains("drill")))
    }

    @Test("ack needs no recorder: an alarm that would sound again is over")
    func acknowledge() throws {
        let box = try Sandbox()
        let recorder = try recorder(box, .chirp())
        let once = Files.text(recorder.configuration)
        try Files.write(
            once.replacing("repeat = once", with: "repeat = escalate"), to: recorder.configuration)
        try recorder.start()
        try recorder.startRun()
        #expect(try recorder.runctl("ack").ending == .exited(1), "nothing sounds")
        recorder.signal(SIGKILL)
        #expect(recorder.waitForPlays(1))
        pause(seconds: 0.5)
        #expect(!recorder.sentinels.isEmpty, "it will sound again")
        let said = try recorder.runctl("ack")
        #expect(said.succeeded && said.output.hasPrefix("acknowledged"), "\(said)")
        #expect(eventually { recorder.sentinels.isEmpty })
        #expect(try recorder.runctl("ack").ending == .exited(1))
        #expect(recorder.sound.plays().count == 1)
    }
}
