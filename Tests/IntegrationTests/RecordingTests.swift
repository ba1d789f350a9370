import Glibc
import RunCore
import TestSupport
import Testing

@Suite(
    "recording with a real gpsd",
    .enabled(if: Parts.missing == nil, Comment(rawValue: Parts.reason)))
struct RecordingTests {
    @Test("kill -9 in a tunnel: the run goes on, the steps fill the gap, spans sum to the total")
    func killedInTunnel() throws {
        let box = try Sandbox()
        var run = SyntheticRun()
        run.tunnels = [10..<37]
        let recorder = try RecorderUnderTest(run, in: box)
        try recorder.start()
        try recorder.startRun()
        try recorder.feed.play(until: 14)
        recorder.process?.kill()
        try recorder.feed.play(until: 18)
        try recorder.start()
        try recorder.feed.play(until: 45)
        let status = try recorder.json("status")
        #expect(status["state"]?.string == "recording")
        #expect(status["run"]?["source"]?["name"]?.string == "gps")
        #expect(try recorder.runctl("stop").succeeded)

        let shown = try recorder.json("show", "last")
        let spans = try #require(shown["spans"]?.array)
        let total = try #require(shown["run"]?["distance"]?.double)
        let sum = spans.reduce(0) { $0 + ($1["distance"]?.double ?? .nan) }
        #expect(abs(sum - total) < 1e-6)
        #expect(spans.contains { $0["source"]?.string == "pedometer" })
        for (span, next) in zip(spans, spans.dropFirst()) {
            #expect(span["to"]?.double == next["from"]?.double, "spans are contiguous")
        }
        // Played for 45 s at 3 m/s from about the start; the step length is not known exactly.
        #expect(total > 45 * 3 * 0.8 && total < 45 * 3 * 1.25, "\(total) m")
    }

    @Test("gpsd restarted in the middle: positions come again without anybody's help")
    func gpsdRestarted() throws {
        let box = try Sandbox()
        let recorder = try RecorderUnderTest(in: box)
        try recorder.start()
        try recorder.startRun()
        try recorder.feed.play(until: 5)
        recorder.gpsd.kill()
        try recorder.feed.play(until: 9)
        try recorder.gpsd.start()
        var second = 9.0
        let back = try eventually(within: 60, every: 0.01) {
            second += 1
            try recorder.feed.play(until: second)
            let position = try recorder.json("status")["run"]?["position"]
            return (position?["age"]?.double ?? 99) < 1.5
        }
        #expect(back)
        #expect(try recorder.runctl("stop").succeeded)
        #expect(recorder.sound.plays().isEmpty, "a restart of gpsd is no alarm")
    }

    @Test("the exported log replays to what the recorder said when it stopped")
    func replayIsLive() throws {
        let box = try Sandbox()
        let recorder = try RecorderUnderTest(in: box)
        try recorder.start()
        try recorder.startRun()
        try recorder.feed.play(until: 8)
        #expect(try recorder.runctl("lap").succeeded)
        try recorder.feed.play(until: 14)
        let live = try recorder.json("stop")
        let log = box.path("run.log")
        #expect(try recorder.runctl("export", "-o", log, "last").succeeded)
        let replayed = try recorder.json("replay", log)
        let said = try #require(live["run"]?["distance"]?.double ?? live["distance"]?.double)
        #expect(replayed["run"]?["distance"]?.double == said)
        #expect(replayed["laps"]?.array?.count == 2)
    }

    @Test("a second rund on the same folders says so in one line and leaves the first alone")
    func second() throws {
        let box = try Sandbox()
        let recorder = try RecorderUnderTest(in: box)
        try recorder.start()
        try recorder.startRun()
        let second = try box.run(
            [
                Programs.built("rund"), "--runtime-dir", recorder.runtimeFolder, "--state-dir",
                recorder.stateFolder, "--config", recorder.configuration,
            ], environment: recorder.sound.environment)
        #expect(second.ending != .exited(0))
        #expect(second.errors.contains("rund: error:"), "\(second)")
        #expect(try recorder.json("status")["state"]?.string == "recording")
        #expect(try recorder.runctl("stop").succeeded)
        #expect(recorder.sound.plays().isEmpty)
    }

    @Test("runctl without a daemon says so within a second, with exit code 69")
    func noDaemon() throws {
        let box = try Sandbox()
        let began = monotonicSeconds()
        let result = try box.run(
            [Programs.built("runctl"), "status"],
            environment: ["RUND_SOCKET": box.path("control")])
        #expect(monotonicSeconds() - began < 5)
        #expect(result.ending == .exited(69))
        #expect(result.errors.hasPrefix("runctl: error: "), "\(result)")
        #expect(result.output.isEmpty)
    }
}
