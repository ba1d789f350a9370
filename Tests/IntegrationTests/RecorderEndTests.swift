import Glibc
import TestSupport
import Testing

/// Every way in which a recording can end by accident: the alert is heard once, whole.
@Suite(
    "the alert when a recording ends",
    .enabled(if: Parts.missing == nil, Comment(rawValue: Parts.reason)))
struct RecorderEndTests {
    enum End: String, CaseIterable, CustomTestStringConvertible {
        case killed = "SIGKILL"
        case crashed = "SIGSEGV"
        case aborted = "SIGABRT"
        case terminated = "SIGTERM while a run is active"
        case hung = "SIGSTOP: it hangs"
        case hungThenKilled = "SIGSTOP, and SIGKILL while the alert sounds"

        var testDescription: String { rawValue }
        var signal: Int32 {
            switch self {
            case .killed: SIGKILL
            case .crashed: SIGSEGV
            case .aborted: SIGABRT
            case .terminated: SIGTERM
            case .hung, .hungThenKilled: SIGSTOP
            }
        }
    }

    @Test("is played once and to its last sample", arguments: End.allCases)
    func played(_ end: End) throws {
        let box = try Sandbox()
        let recorder = try RecorderUnderTest(in: box, settings: "hang = 2")
        try recorder.start()
        try recorder.startRun()
        try recorder.feed.play(until: 3)
        #expect(recorder.sound.plays().isEmpty)

        recorder.signal(end.signal)
        if end == .hungThenKilled {
            #expect(
                eventually(within: 60) { recorder.sound.events().contains { $0.name == "first" } })
            recorder.signal(SIGKILL)
        }
        #expect(recorder.waitForPlays(1), "\(recorder.sound.events())")
        recorder.process?.kill()
        #expect(eventually(within: 60) { recorder.sentinels.isEmpty }, "the sentinel stays")
        try expectOneWholeAlert(recorder)
    }

    @Test("is played once in a hang, and the alarm is armed again when the recorder wakes")
    func hangAndWake() throws {
        let box = try Sandbox()
        let recorder = try RecorderUnderTest(in: box, settings: "hang = 2")
        try recorder.start()
        try recorder.startRun()
        recorder.signal(SIGSTOP)
        #expect(recorder.waitForPlays(1))
        recorder.signal(SIGCONT)
        #expect(
            eventually(within: 30, every: 0.2) {
                (try? recorder.json("status")["alarm"]?["state"]?.string) == "armed"
            })
        try expectOneWholeAlert(recorder)
        try recorder.runctl("stop")
    }

    private func expectOneWholeAlert(_ recorder: RecorderUnderTest) throws {
        let alert = try SoundFile(Programs.sourceFolder + "/sounds/alert.aiff")
        let channels = recorder.sound.channels()
        let expected = alert.samples(channels: channels)
        let capture = recorder.sound.samples()
        let places = occurrences(of: expected, in: capture)
        #expect(places.count == 1, "found \(places.count) times in \(capture.count) samples")
        #expect(recorder.sound.plays().count == 1, "\(recorder.sound.events())")
        if let place = places.first {
            let before = capture[..<place]
            let after = capture[(place + expected.count)...]
            #expect(before.allSatisfy { $0 == 0 }, "something sounds before the alert")
            #expect(after.allSatisfy { $0 == 0 }, "something sounds after the alert")
            let stops = recorder.sound.events().filter { $0.name == "stop" }
            let heard = stops.map(\.frames).max() ?? 0
            #expect(
                heard >= (place + expected.count) / channels, "given to the device, but not played")
        }
    }
}

/// Ends and states in which nothing may be heard.
@Suite("silence", .enabled(if: Parts.missing == nil, Comment(rawValue: Parts.reason)))
struct SilenceTests {
    @Test("after runctl stop, and after the recorder's end with no run active")
    func stopped() throws {
        let box = try Sandbox()
        let recorder = try RecorderUnderTest(in: box)
        try recorder.start()
        try recorder.startRun()
        try recorder.feed.play(until: 2)
        let stop = try recorder.runctl("stop")
        #expect(stop.succeeded, "\(stop)")
        recorder.signal(SIGTERM)
        #expect(try recorder.process?.wait() == .exited(0))
        #expect(eventually(within: 20) { recorder.sentinels.isEmpty })
        #expect(recorder.sound.plays().isEmpty)
        #expect(recorder.sound.samples().allSatisfy { $0 == 0 })
    }

    @Test("when the recorder is killed after a stop")
    func killedIdle() throws {
        let box = try Sandbox()
        let recorder = try RecorderUnderTest(in: box)
        try recorder.start()
        try recorder.startRun()
        try recorder.runctl("stop")
        recorder.signal(SIGKILL)
        #expect(eventually(within: 20) { recorder.sentinels.isEmpty })
        #expect(recorder.sound.plays().isEmpty)
    }

    @Test("while a run goes on, paused or not, longer than the lease")
    func goingOn() throws {
        let box = try Sandbox()
        let recorder = try RecorderUnderTest(in: box, settings: "hang = 2")
        try recorder.start()
        try recorder.startRun()
        try recorder.feed.play(until: 9)
        #expect(try recorder.runctl("pause").succeeded)
        try recorder.feed.play(until: 18)
        #expect(recorder.sound.plays().isEmpty)
        #expect(try recorder.json("status")["alarm"]?["state"]?.string == "armed")
        #expect(try recorder.runctl("stop").succeeded)
        #expect(recorder.sound.plays().isEmpty)
    }
}
