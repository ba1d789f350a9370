import Foundation
import RunCore
import Testing

@testable import runctl

@Suite("Commands that rund answers")
struct ControlCommandTests {
    private static let armed: JSONValue = .object(["state": .string("armed")])

    private func ask(
        _ words: [String], _ answers: [String: ControlReply]
    ) throws -> (Transcript, [ControlCall]) {
        let scratch = try Scratch()
        let recorder = try FakeRecorder(in: scratch.url, answers: answers)
        defer { recorder.stop() }
        let transcript = try runctl(words, environment: ["RUND_SOCKET": recorder.path])
        return (transcript, recorder.calls)
    }

    @Test("without rund every such command says so in one line and a hint, with status 69, at once")
    func absent() throws {
        let commands = [
            ["start"], ["stop"], ["pause"], ["resume"], ["lap"], ["mark"], ["status"],
            ["continue"], ["alert", "test"], ["alert", "off"], ["alert", "on"], ["sensors"],
        ]
        for words in commands {
            let begin = Date()
            let transcript = try runctl(words, environment: ["RUND_SOCKET": "/nonexistent/control"])
            #expect(
                transcript
                    == Transcript(
                        out: "",
                        err: """
                            runctl: error: rund is not running: nobody listens at /nonexistent/control
                            hint: systemctl start rund starts it, with --user for a user's own

                            """, status: 69), "\(words)")
            #expect(Date().timeIntervalSince(begin) < 1, "\(words)")
        }
    }

    @Test("start hands over what was said and answers with the number of the run")
    func start() throws {
        let reply: JSONObject = ["run": .integer(12), "alarm": Self.armed, "notices": .array([])]
        let (said, calls) = try ask(
            ["start", "--activity", "walk", "--indoor", "--note", "Grüße \"x\""],
            ["Start": .result(reply)])
        #expect(said == Transcript(out: "run 12 started, the alarm is armed\n", err: "", status: 0))
        let expected: JSONObject = [
            "activity": .string("walk"), "indoor": .bool(true), "note": .string("Grüße \"x\""),
        ]
        #expect(
            calls == [ControlCall(method: "org.rund.Recorder.Start", parameters: expected)])
    }

    @Test("start says loudly that the alarm would not be heard, and the run begins all the same")
    func unarmed() throws {
        let reply: JSONObject = [
            "run": .integer(3),
            "alarm": .object(["state": .string("failed"), "detail": .string("no sound device")]),
            "notices": .array([.string("no step counter")]),
        ]
        let (said, _) = try ask(["start"], ["Start": .result(reply)])
        #expect(said.out == "run 3 started\n" && said.status == 0)
        #expect(
            said.err == """
                runctl: warning: it would not be heard: no sound device
                runctl: warning: no step counter

                """)
    }

    @Test("each refusal is a sentence with what to do, and status 1")
    func refusals() throws {
        let cases: [([String], String, ControlError, String)] = [
            (
                ["stop"], "Stop", .noActiveRun,
                "runctl: error: no run is active\nhint: runctl start begins one\n"
            ),
            (
                ["start"], "Start", .runActive(7),
                "runctl: error: run 7 is active already\nhint: runctl stop ends it\n"
            ),
            (["resume"], "Resume", .notPaused, "runctl: error: the run is not paused\n"),
            (
                ["pause"], "Pause", .alreadyPaused,
                "runctl: error: the run is paused already\n"
                    + "hint: runctl resume goes on with it\n"
            ),
            (
                ["lap"], "Lap", .notPermitted("you are not in group rund"),
                "runctl: error: not permitted: you are not in group rund\n"
            ),
        ]
        for (words, method, error, expected) in cases {
            let (said, _) = try ask(words, [method: .failure(error)])
            #expect(said == Transcript(out: "", err: expected, status: 1), "\(words)")
        }
    }

    @Test("a recorder that does not know the method is a fault that names the versions")
    func unknownMethod() throws {
        let (said, _) = try ask(["pause"], [:])
        #expect(said.status == 70)
        #expect(
            said.err.hasPrefix("runctl: error: rund refused: org.varlink.service.MethodNotFound\n"))
    }

    @Test("pause, resume, lap, mark, stop and the alarm's commands say what happened in one line")
    func oneLiners() throws {
        let lap: JSONObject = [
            "lap": .object([
                "number": .integer(3), "from": .number(600), "to": .number(941),
                "distance": .number(1_000),
            ])
        ]
        let run: JSONObject = [
            "run": .object([
                "number": .integer(12), "elapsed": .number(1_862), "active": .number(1_862),
                "distance": .number(5_281), "steps": .integer(5_210),
                "averageSpeed": .number(2.836),
            ])
        ]
        let test: JSONObject = [
            "device": .string("plughw:0"), "format": .string("S16 48000 Hz 2 ch"),
            "rate": .integer(48_000), "frames": .integer(96_000), "first": .number(0.0031),
            "latency": .number(0.0042), "complete": .bool(true),
        ]
        let cases: [([String], String, JSONObject, String)] = [
            (["pause"], "Pause", [:], "paused\n"),
            (["resume"], "Resume", [:], "resumed\n"),
            (["lap"], "Lap", lap, "lap 3: 1.00 km in 5:41, 5:41 /km\n"),
            (["mark"], "Mark", ["name": .string("P-1")], "marked P-1\n"),
            (
                ["mark", "old", "oak"], "Mark", ["name": .string("P-2 old oak")],
                "marked P-2 old oak\n"
            ),
            (["stop"], "Stop", run, "run 12 ended: 5.28 km in 31:02, 5:52 /km, 5210 steps\n"),
            (
                ["stop", "--units=imperial"], "Stop", run,
                "run 12 ended: 3.28 mi in 31:02, 9:27 /mi, 5210 steps\n"
            ),
            (
                ["continue"], "Continue", ["run": .integer(12), "alarm": Self.armed],
                "run 12 goes on, the alarm is armed\n"
            ),
            (
                ["alert", "test"], "AlertTest", test,
                "played by plughw:0 (S16 48000 Hz 2 ch), 2.0 s, first sound accepted after 3 ms,"
                    + " heard after 4 ms\n"
            ),
            (
                ["alert", "off", "--for=1m"], "AlertOff", ["until": .string("12:30")],
                "the alarm is muted until 12:30\n"
            ),
            (["alert", "on"], "AlertOn", [:], "the alarm is on\n"),
        ]
        for (words, method, reply, expected) in cases {
            let (said, _) = try ask(words, [method: .result(reply)])
            #expect(said == Transcript(out: expected, err: "", status: 0), "\(words)")
        }
    }

    @Test("alert test: the answer is kept, and a no is status 1 with what to do")
    func heard() throws {
        let test: JSONObject = [
            "device": .string("usb"), "frames": .integer(9), "complete": .bool(true),
        ]
        let answers: [String: ControlReply] = [
            "AlertTest": .result(test), "AlertHeard": .result([:]),
        ]
        for (word, heard) in [("yes", true), ("no", false)] {
            let (said, calls) = try ask(["alert", "test", "--heard=\(word)"], answers)
            #expect(said.status == (heard ? 0 : 1) && said.out.hasPrefix("played by usb\n"))
            #expect(said.out.contains("hint: ") != heard)
            #expect(
                calls.last?.parameters == ["heard": .bool(heard), "device": .string("usb")])
        }
        // Nobody is there to be asked.
        let (silent, calls) = try ask(["alert", "test", "--json"], answers)
        #expect(silent.status == 0 && calls.count == 1)
        #expect(try ask(["alert", "test", "--heard=perhaps"], answers).0.status == 64)
    }

    @Test("a drill is refused while a run goes on, and where the alarm is not armed")
    func drillRefused() throws {
        var run = ControlRun()
        run.number = 12
        var status = ControlStatus(
            version: "0.1.0", state: "recording", run: run, alarm: ControlAlarm(state: "armed"),
            sensors: [], store: "ok", backlog: 0, notices: [])
        let busy = try ask(
            ["alert", "drill"], ["Status": .result(["status": .object(status.json)])])
        #expect(busy.0.status == 1 && busy.1.count == 1)
        #expect(busy.0.err.contains("run 12 goes on, and a drill would interrupt it\n"))
        status.run = nil
        status.state = "idle"
        let dull = try ask(
            ["alert", "drill"],
            [
                "Status": .result(["status": .object(status.json)]),
                "Start": .result([
                    "run": .integer(13),
                    "alarm": .object(["state": .string("failed"), "detail": .string("no card")]),
                ]),
                "Stop": .result([:]),
            ])
        #expect(dull.0.status != 0 && dull.1.map(\.method).last == "org.rund.Recorder.Stop")
    }

    @Test("status tells the run, its source, the sensors and the alarm; --json hands it on whole")
    func status() throws {
        var run = ControlRun()
        run.number = 12
        run.activity = "walk"
        run.start = "2026-06-01T11:30:00+05:30"
        run.zone = "Asia/Kolkata"
        run.note = "river\u{1B}[2J"
        (run.elapsed, run.active, run.distance, run.estimated) = (1_862, 1_800, 5_281, 40)
        (run.steps, run.cadence, run.averageSpeed) = (5_210, 168, 2.9338)
        run.source = ControlSource(name: "pedometer", seconds: 21, reason: "no fix for 20 s")
        run.laps = [
            ControlLap(number: 1, from: 0, to: 1_400, distance: 4_281),
            ControlLap(number: 2, from: 1_400, to: 1_800, distance: 1_000),
        ]
        run.rejected = [("eph", 12)]
        let status = ControlStatus(
            version: "0.1.0", state: "recording", run: run, alarm: ControlAlarm(state: "armed"),
            sensors: [
                ControlSensor(
                    name: "/dev/ttyACM0", kind: "gps", alive: true, inUse: true, age: 0.4, rate: 1),
                ControlSensor(name: "pod", kind: "foot", alive: false, inUse: false, age: 90),
            ], store: "ok", backlog: 0, notices: ["the disk is nearly full"])
        let answers: [String: ControlReply] = ["Status": .result(["status": .object(status.json)])]
        #expect(
            try ask(["status"], answers).0
                == Transcript(
                    out: """
                        recording run 12, walk: river [2J
                          since     2026-06-01T11:30:00+05:30 (Asia/Kolkata)
                          distance  5.28 km, and 40 m estimated
                          time      30:00, and 1:02 of pauses
                          pace      average 5:40 /km
                          steps     5210, 168 a minute
                          source    steps for 0:21: no fix for 20 s
                          lap       2, so far 1.00 km in 6:40
                          alarm     armed
                          gps       /dev/ttyACM0, 1.0 Hz
                        notice: the disk is nearly full

                        """, err: "", status: 0))
        let verbose = try ask(["status", "-v"], answers).0.out
        #expect(verbose.contains("  foot      pod, silent, last 90 s ago, not in use\n"))
        #expect(verbose.contains("  unused    fixes: 12 eph\n"))
        let json = try ask(["status", "--json"], answers).0.out
        #expect(json == JSONValue.object(status.json).text + "\n")
    }

    @Test("status of a recorder at rest is no error")
    func idle() throws {
        let status = ControlStatus(
            version: "0.1.0", state: "idle", run: nil, alarm: ControlAlarm(state: "off"),
            sensors: [], store: "ok", backlog: 0, notices: [])
        #expect(
            try ask(["status"], ["Status": .result(["status": .object(status.json)])]).0
                == Transcript(
                    out: """
                        no run is active
                          alarm     off
                          sensors   none alive

                        """, err: "", status: 0))
    }

    @Test("ack goes to the sentinel that sounds, not to rund; without one it says that none sounds")
    func acknowledge() throws {
        let scratch = try Scratch()
        let environment = ["RUND_SOCKET": scratch.url.appendingPathComponent("control").path]
        #expect(
            try runctl("ack", environment: environment)
                == Transcript(out: "", err: "runctl: error: no alert sounds\n", status: 1))
    }

    @Test("sensors are a table, dead ones too")
    func sensors() throws {
        let status = ControlStatus(
            version: "0.1.0", state: "idle", run: nil, alarm: ControlAlarm(state: "off"),
            sensors: [
                ControlSensor(
                    name: "/dev/ttyACM0", kind: "gps", alive: true, inUse: true, age: 0.4, rate: 1,
                    value: "3D, 9 satellites"),
                ControlSensor(name: "pod", kind: "foot", alive: false, inUse: false, age: 90),
            ], store: "ok", backlog: 0, notices: [])
        let answers: [String: ControlReply] = ["Status": .result(["status": .object(status.json)])]
        #expect(
            try ask(["sensors"], answers).0.out == """
                kind  name          alive  in use    rate  last  value
                gps   /dev/ttyACM0  yes    yes     1.0 Hz   0 s  3D, 9 satellites
                foot  pod           no     no              90 s

                """)
    }
}
