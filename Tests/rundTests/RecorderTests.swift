import Control
import Glibc
import POSIX
import RunCore
import RunStore
import TestSupport
import Testing

@Suite("rund recording", .serialized) struct RecorderTests {
    @Test("steps count without GPS; a counter that goes, lies or comes back costs only its absence")
    func counterFaults() throws {
        let scene = try RecorderScene("[store]\nsync-seconds = 1\n")
        try scene.setCounter("5000")
        try scene.start()
        _ = try scene.call("Start")
        #expect(Files.text(scene.box.path("iio/iio:device0/in_steps_en")).hasPrefix("1"))
        pause(seconds: 4)
        try scene.setCounter("5020")
        #expect(eventually(within: 20) { scene.steps == 20 })
        try scene.setCounter("not a number")
        pause(seconds: 1.5)
        let told = try scene.status().sensors.first { $0.kind == "steps" }
        #expect(told?.detail?.contains("expected a number of steps") == true)
        try scene.setCounter("5030")
        #expect(eventually(within: 20) { scene.steps == 30 })
        scene.removeCounter()
        #expect(
            eventually(within: 20) {
                (try? scene.status().sensors.first { $0.kind == "steps" }?.alive) == false
            })
        try scene.setCounter("5040")
        #expect(eventually(within: 30) { scene.steps == 40 })
        let distance = try #require(try scene.status().run?.distance)
        #expect(distance > 10 && distance < 60)
        _ = try scene.call("Stop")
        #expect(scene.recorder?.isRunning == true)
    }

    @Test("the counter's switch is left as it was found")
    func putBack() throws {
        let scene = try RecorderScene()
        try scene.setCounter("1")
        try scene.start()
        _ = try scene.call("Start")
        #expect(Files.text(scene.box.path("iio/iio:device0/in_steps_en")).hasPrefix("1"))
        _ = try scene.call("Stop")
        #expect(Files.text(scene.box.path("iio/iio:device0/in_steps_en")).hasPrefix("0"))
    }

    @Test("without a counter an accelerometer counts the steps, and standing gives none")
    func accelerometer() throws {
        let scene = try RecorderScene()
        try scene.makeAccelerometer()
        try scene.start()
        _ = try scene.call("Start")
        try scene.walk(seconds: 12)
        _ = try scene.call("Pause")
        let walked = scene.steps
        #expect(walked >= 18 && walked <= 27)
        let sensor = try scene.status().sensors.first { $0.kind == "steps" }
        #expect(sensor?.alive == false)
        _ = try scene.call("Resume")
        #expect(try scene.status().sensors.contains { $0.kind == "accel" && $0.inUse })
        pause(seconds: 3)
        #expect(scene.steps - walked <= 2)
        _ = try scene.call("Stop")
    }

    @Test(
        "killed and started again it goes on with the run, and the counter fills the time between")
    func resume() throws {
        let scene = try RecorderScene()
        try scene.setCounter("100")
        try scene.start()
        _ = try scene.call("Start", ["note": .string("fog")])
        pause(seconds: 4)
        try scene.setCounter("110")
        #expect(eventually(within: 20) { scene.steps == 10 })
        _ = try scene.call("Mark", ["text": .string("bench")])
        try scene.kill()
        try scene.setCounter("130")
        try scene.start()
        let status = try scene.status()
        #expect(status.state == "recording")
        #expect(status.run?.number == 1)
        #expect(status.run?.note == "fog")
        #expect(status.run?.marks == 1)
        #expect(status.notices.contains { $0.hasPrefix("interrupted for") })
        #expect(eventually(within: 20) { scene.steps == 30 })
        #expect(try scene.call("Mark")["name"]?.string == "P-2")
        let run = try scene.call("Stop")["run"]?.object.flatMap { ControlRun(json: $0) }
        #expect(run?.steps == 30)
        let check = try RunReader.open(directory: scene.box.path("state")).check(1)
        #expect(check.isSound)
    }

    @Test("a third death within a minute brings it back raw-only, and the run is still whole")
    func rawOnly() throws {
        let scene = try RecorderScene()
        try scene.setCounter("0")
        try scene.start()
        _ = try scene.call("Start")
        for _ in 0..<3 {
            try scene.kill()
            try scene.start()
        }
        #expect(try scene.status().notices.contains { $0.contains("died three times") })
        try scene.setCounter("50")
        pause(seconds: 3)
        _ = try scene.call("Stop")
        let check = try RunReader.open(directory: scene.box.path("state")).check(1)
        #expect(check.computed.steps == 50)
    }

    @Test("a run that was stopped by mistake goes on when asked")
    func goOn() throws {
        let scene = try RecorderScene()
        try scene.start()
        _ = try scene.call("Start")
        _ = try scene.call("Stop")
        #expect(try scene.call("Continue")["run"]?.integer == 1)
        #expect(try scene.status().run?.number == 1)
        _ = try scene.call("Stop")
        #expect(throws: ControlClient.Failure.refused(.noSuchRun(77))) {
            try scene.call("Continue", ["run": .integer(77)])
        }
    }

    @Test("what does not fit the state is refused by name")
    func refusals() throws {
        let scene = try RecorderScene()
        try scene.start()
        for method in ["Stop", "Pause", "Resume", "Lap", "SegmentEnd"] {
            #expect(throws: ControlClient.Failure.refused(.noActiveRun)) { try scene.call(method) }
        }
        _ = try scene.call("Start")
        #expect(throws: ControlClient.Failure.refused(.runActive(1))) { try scene.call("Start") }
        #expect(throws: ControlClient.Failure.refused(.notPaused)) { try scene.call("Resume") }
        _ = try scene.call("Pause")
        #expect(throws: ControlClient.Failure.refused(.alreadyPaused)) { try scene.call("Pause") }
        let odd = "org.rund.Recorder.Fly"
        #expect(throws: ControlClient.Failure.refused(.methodNotFound(odd))) {
            try scene.call("Fly")
        }
        #expect(throws: ControlClient.Failure.refused(.interfaceNotFound("com.example"))) {
            try scene.call("com.example.Do")
        }
        _ = try scene.call("Stop")
    }

    @Test("others learn the interface from the recorder itself")
    func introspection() throws {
        let scene = try RecorderScene()
        try scene.start()
        let info = try scene.call("org.varlink.service.GetInfo")
        #expect(info["interfaces"]?.array?.contains(.string("org.rund.Recorder")) == true)
        let text = try scene.call(
            "org.varlink.service.GetInterfaceDescription",
            ["interface": .string("org.rund.Recorder")])
        #expect(text["description"]?.string == ControlInterface.description)
    }

    @Test("callers who send rubbish, say nothing or never read hold nobody up")
    func rudeCallers() throws {
        let scene = try RecorderScene()
        try scene.start()
        let path = scene.box.path("run/control")
        let silent = try UnixSocket.connect(path: path)
        let rubbish = try UnixSocket.connect(path: path)
        _ = Transfer.send(rubbish.raw, Array("GET / HTTP/1.1\r\n\r\n\u{0}".utf8)[...])
        let greedy = try UnixSocket.connect(path: path)
        let call = VarlinkFramer.frame(
            ControlCall(
                method: "org.varlink.service.GetInterfaceDescription",
                parameters: ["interface": .string("org.rund.Recorder")]
            ).message)
        for _ in 0..<300 { _ = Transfer.send(greedy.raw, call[...]) }
        let begin = monotonicSeconds()
        #expect(try scene.status().state == "idle")
        #expect(monotonicSeconds() - begin < 5)
        var bytes: [UInt8] = []
        #expect(
            eventually(within: 10) {
                Transfer.read(rubbish.raw, into: &bytes, limit: 100) == .closed
            })
        withExtendedLifetime(silent.raw) {}
    }

    @Test("a subscriber hears of each change, at most once a second")
    func subscription() throws {
        let scene = try RecorderScene()
        try scene.start()
        _ = try scene.call("Start")
        let client = try ControlClient(path: scene.box.path("run/control"))
        try client.subscribe("Status")
        let begin = monotonicSeconds()
        for _ in 0..<4 {
            let (parameters, continues) = try client.next(within: 10)
            #expect(continues)
            #expect(parameters["status"]?.object.flatMap { ControlStatus(json: $0) } != nil)
        }
        #expect(monotonicSeconds() - begin >= 2.5)
        _ = try scene.call("Stop")
    }

    @Test("idle it sleeps, and recording without sensors it wakes about once a second at most")
    func wakeUps() throws {
        let scene = try RecorderScene()
        try scene.start()
        pause(seconds: 4)
        let idle = try #require(scene.switches)
        pause(seconds: 5)
        let idleLater = try #require(scene.switches)
        // gpsd is tried again meanwhile, ever more seldom.
        #expect(idleLater - idle <= 8)
    }

    @Test("a sensor log is played as if its sensors spoke now")
    func logSource() throws {
        let scene = try RecorderScene()
        var lines = [#"{"t":0,"type":"start"}"#]
        for second in 0..<60 {
            lines.append(#"{"t":\#(second).5,"type":"steps","count":\#(second * 3),"boot":"b"}"#)
        }
        lines.append("nonsense")
        try Files.write(lines.joined(separator: "\n"), to: scene.box.path("run.log"))
        try scene.start(["--source", "log:\(scene.box.path("run.log"))@10"])
        #expect(try scene.status().sensors.map(\.name) == ["log"])
        _ = try scene.call("Start")
        #expect(eventually(within: 30) { scene.steps == 177 })
        _ = try scene.call("Stop")
        #expect(scene.recorder?.errors.contains("run.log:62: ") == true)
    }

    @Test("muted for a while the alarm says until when, and a new step of the person ends it")
    func mute() throws {
        let scene = try RecorderScene()
        try scene.setCounter("0")
        try scene.start()
        _ = try scene.call("Start")
        let until = try scene.call("AlertOff", ["duration": .number(1e9)])["until"]?.string
        #expect(until?.contains("T") == true)
        #expect(try scene.status().alarm.state == "muted")
        pause(seconds: 3)
        try scene.setCounter("40")
        #expect(eventually(within: 20) { (try? scene.status().alarm.state) == "armed" })
        _ = try scene.call("AlertOff", ["duration": .number(60)])
        _ = try scene.call("AlertOn")
        #expect(eventually(within: 20) { (try? scene.status().alarm.state) == "armed" })
        _ = try scene.call("Stop")
    }
}
