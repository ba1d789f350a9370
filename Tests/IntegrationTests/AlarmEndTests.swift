import Alert
import Glibc
import SentinelLink
import TestSupport
import Testing

/// Every way in which a recorder can end, or only seem to.
@Suite("the alarm and the ends of a recorder", .timeLimit(.minutes(15)))
struct AlarmEndTests {
    @Test(
        "a signal that kills sounds once", arguments: [SIGKILL, SIGSEGV, SIGABRT, SIGBUS, SIGTERM])
    func killed(signal: Int32) throws {
        let scene = try AlarmScene()
        let sentinel = try scene.armed()
        scene.recorder.signal(signal)
        #expect(eventually { AlarmScene.isGone(sentinel) })
        #expect(scene.complaint() == nil)
    }

    @Test("a crash of its own sounds once")
    func crash() throws {
        let scene = try AlarmScene(steps: ["arm", "await=armed", "crash"])
        let sentinel = try scene.armed()
        #expect(eventually { AlarmScene.isGone(sentinel) })
        #expect(scene.complaint() == nil)
    }

    @Test("told to end: FIRE sounds once, and the end that follows is absorbed")
    func terminated() throws {
        let scene = try AlarmScene(
            settings: ["repeat=escalate"],
            steps: ["arm", "await=armed", "stopping", "fire=terminated", "await=sounding"])
        let sentinel = try scene.armed()
        #expect(eventually { AlarmScene.isGone(sentinel) })
        #expect(scene.complaint() == nil)
    }

    @Test("a hang sounds once, and the kill that follows it is absorbed")
    func hang() throws {
        let scene = try AlarmScene(settings: ["lease=600", "grace=500"])
        let sentinel = try scene.armed()
        scene.recorder.signal(SIGSTOP)
        #expect(eventually { scene.sink.events().contains { $0.name == "first" } })
        scene.recorder.signal(SIGKILL)
        #expect(eventually { AlarmScene.isGone(sentinel) })
        #expect(scene.complaint() == nil)
    }

    @Test("a recorder that answers ASK in time is not taken for hung")
    func patience() throws {
        let scene = try AlarmScene(settings: ["lease=400", "grace=5000"])
        let sentinel = try scene.armed()
        for _ in 0..<3 {
            scene.recorder.signal(SIGSTOP)
            pause(seconds: 1)
            scene.recorder.signal(SIGCONT)
            pause(seconds: 0.3)
        }
        #expect(!AlarmScene.isGone(sentinel))
        #expect(scene.sink.plays() == [])
    }

    @Test("both stopped for longer than lease and grace: no alarm when they go on")
    func stall() throws {
        let scene = try AlarmScene(settings: ["lease=500", "grace=1000"])
        let sentinel = try scene.armed()
        kill(sentinel, SIGSTOP)
        scene.recorder.signal(SIGSTOP)
        pause(seconds: 3)
        // The sentinel first, which then finds a silent recorder and a lease long over.
        kill(sentinel, SIGCONT)
        scene.recorder.signal(SIGCONT)
        pause(seconds: 2)
        #expect(scene.sink.plays() == [])
        #expect(!AlarmScene.isGone(sentinel))
    }

    @Test("stop is silent, whatever happens to the recorder afterwards")
    func stop() throws {
        let scene = try AlarmScene(steps: ["arm", "await=armed", "off", "await=disarmed", "live"])
        let sentinel = try scene.armed()
        #expect(eventually { scene.event("disarmed") == ["true"] })
        scene.recorder.signal(SIGKILL)
        #expect(eventually { AlarmScene.isGone(sentinel) })
        #expect(scene.sink.plays() == [])
    }

    @Test("a recorder that ends without an active run is silent")
    func idle() throws {
        let scene = try AlarmScene(steps: ["wait=100"])
        _ = try scene.recorder.wait(seconds: 10)
        #expect(scene.sink.events() == [])
    }

    @Test("an armed sentinel ignores signals that ask it to end, before and during the sound")
    func signals() throws {
        let scene = try AlarmScene(clip: .chirp(milliseconds: 800))
        let sentinel = try scene.armed()
        let asking = [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1]
        for signal in asking { kill(sentinel, signal) }
        scene.recorder.signal(SIGKILL)
        #expect(eventually { scene.sink.events().contains { $0.name == "first" } })
        for signal in asking { kill(sentinel, signal) }
        #expect(eventually { AlarmScene.isGone(sentinel) })
        #expect(scene.complaint() == nil)
    }

    @Test("a sentinel that is killed is replaced, and the new one sounds")
    func sentinelKilled() throws {
        let scene = try AlarmScene()
        let first = try scene.armed()
        kill(first, SIGKILL)
        #expect(eventually { scene.event("armed").flatMap { Int32($0[0]) } != first })
        #expect(scene.event("sentinelLost") != nil)
        try scene.die()
        #expect(scene.complaint() == nil)
    }

    @Test("an unanswered alarm ends with ack, and its socket is gone")
    func acknowledge() throws {
        let scene = try AlarmScene(settings: ["repeat=escalate"])
        let sentinel = try scene.armed()
        scene.recorder.signal(SIGKILL)
        #expect(eventually { scene.sink.plays().count == 1 })
        pause(seconds: 0.3)
        #expect(!AlarmScene.isGone(sentinel), "it rests and will sound again")
        let directory = scene.box.path("run")
        let answer1 = try AlertSocket.send(.acknowledge, directory: directory)
        #expect(answer1 == .taken)
        #expect(eventually { AlarmScene.isGone(sentinel) })
        #expect(scene.complaint() == nil)
        let answer2 = try AlertSocket.send(.acknowledge, directory: directory)
        #expect(answer2 == .nobody)
        #expect(!Files.exists(directory + "/alert.sock"))
    }

    @Test("ack during the pass lets it finish and ends the alarm")
    func acknowledgeEarly() throws {
        let scene = try AlarmScene(
            clip: .chirp(milliseconds: 900), settings: ["repeat=escalate"])
        try scene.die {
            #expect(eventually { scene.sink.events().contains { $0.name == "first" } })
            let answer3 = try AlertSocket.send(.acknowledge, directory: scene.box.path("run"))
            #expect(answer3 == .taken)
        }
        #expect(scene.complaint() == nil)
    }

    @Test("a recorder that resumes the run: resumed.aiff once after the pass, then quiet")
    func resumed() throws {
        let scene = try AlarmScene(
            clip: .chirp(milliseconds: 600), settings: ["repeat=escalate"])
        try scene.die {
            #expect(eventually { scene.sink.events().contains { $0.name == "first" } })
            let answer4 = try AlertSocket.send(.resumed, directory: scene.box.path("run"))
            #expect(answer4 == .taken)
        }
        let plays = scene.sink.plays()
        #expect(plays.count == 2)
        let heard = scene.sink.samples()
        #expect(Array(heard.prefix(scene.clip.samples.count)) == scene.clip.samples)
        // The built-in sound is mono; a device that offers two channels plays it as it is.
        let built = SoundDesign.clip(.resumed).samples
        #expect(heard.containsRun(built.filter { $0 != 0 }.prefix(2_000)))
    }

    @Test("a second death during the pass of the first is sounded after it, not over it")
    func twoDeaths() throws {
        let scene = try AlarmScene(clip: .chirp(milliseconds: 900))
        let first = try scene.armed()
        scene.recorder.signal(SIGKILL)
        #expect(eventually { scene.sink.events().contains { $0.name == "first" } })
        try scene.restart()
        let second = try scene.armed()
        scene.recorder.signal(SIGKILL)
        #expect(eventually { AlarmScene.isGone(first) && AlarmScene.isGone(second) })
        let events = scene.sink.events().filter {
            ["first", "close"].contains($0.name) && $0.frames > 0
        }
        #expect(events.map(\.name) == ["first", "close", "first", "close"])
        let once = scene.clip.samples
        let sounding = scene.sink.samples().filter { $0 != 0 }
        #expect(sounding == (once + once).filter { $0 != 0 })
    }

    @Test("a notice sounds while the recorder stays watched, and a death cuts it short")
    func notice() throws {
        let scene = try AlarmScene(
            steps: ["arm", "await=armed", "fire=lost", "await=played", "fire=lost", "live"])
        let sentinel = try scene.armed()
        #expect(eventually { scene.sink.events().filter { $0.name == "first" }.count == 2 })
        scene.recorder.signal(SIGKILL)
        #expect(eventually { AlarmScene.isGone(sentinel) })
        #expect(scene.sink.events().filter { $0.name == "first" }.count == 3)
        let heard = scene.sink.samples()
        let sound = heard.lastIndex { $0 != 0 }.map { heard[...$0] } ?? []
        #expect(sound.suffix(scene.clip.samples.count).elementsEqual(scene.clip.samples))
    }

    @Test("a test sound without a run plays and leaves nothing behind")
    func testSound() throws {
        let scene = try AlarmScene(steps: ["fire=test", "await=played", "wait=1500"])
        let ending = try scene.recorder.wait(seconds: 20)
        #expect(ending == .exited(0))
        #expect(scene.complaint() == nil)
        #expect(eventually { scene.box.processes.isEmpty })
    }

    @Test("a hook command is started once the sound has begun, and can neither delay nor stop it")
    func hook() throws {
        let scene = try AlarmScene(settings: [
            "command=echo $RUND_ALERT_CAUSE > $HOME/told; sleep 60"
        ])
        try scene.die()
        #expect(scene.complaint() == nil)
        #expect(Files.text(scene.box.path("told")) == "died\n")
    }

    @Test("while waiting, the sentinel holds five descriptors and none of the recorder's variables")
    func descriptors() throws {
        let scene = try AlarmScene()
        let sentinel = try scene.armed()
        // Standard ones, the recorder, the sounds.
        #expect(Files.names(in: "/proc/\(sentinel)/fd") == ["0", "1", "2", "3", "4"])
        let environment = Files.text("/proc/\(sentinel)/environ")
        #expect(!environment.contains("NOTIFY_SOCKET"))
        try scene.die()
    }

    @Test("without a connection it says so and ends at once")
    func alone() throws {
        let box = try Sandbox()
        let result = try box.run([Programs.built("run-sentinel")], seconds: 10)
        #expect(result.ending == .exited(64))
        #expect(result.errors.contains("there is no connection to a recorder"))
        let wrong = try box.run([Programs.built("run-sentinel"), "--fd", "0"], seconds: 10)
        #expect(wrong.ending == .exited(64))
    }

    @Test(
        "a sentinel that systemd's socket starts works the same",
        .enabled(
            if: Programs.find("systemd-socket-activate") != nil, "needs systemd-socket-activate"))
    func socket() throws {
        let box = try Sandbox()
        let sink = try AudioSink(in: box)
        let clip = Clip.chirp()
        try Files.makeFolder(box.path("run"))
        try Files.write(AIFFWriter.bytes(clip), to: box.path("alert.aiff"))
        let manager = try box.start(
            [
                "systemd-socket-activate", "--accept", "--listen", box.path("sentinel.socket"),
                "-E", "ALSA_CONFIG_PATH", "-E", "RUND_TEST_FOLDER", Programs.built("run-sentinel"),
            ], environment: sink.environment)
        #expect(eventually { Files.exists(box.path("sentinel.socket")) })
        let recorder = try box.start([
            Programs.built("fake-recorder"), "--alert", box.path("alert.aiff"), "--dir",
            box.path("run"), "--sentinel", "/nowhere", "--socket", box.path("sentinel.socket"),
            "arm", "live",
        ])
        #expect(
            eventually { recorder.output.contains(" armed ") },
            "\(recorder.output)\(manager.errors)")
        recorder.signal(SIGKILL)
        #expect(eventually { sink.plays().count == 1 })
        #expect(Array(sink.samples().prefix(clip.samples.count)) == clip.samples)
    }
}

extension [Int16] {
    /// Whether these samples occur in a row, silence between them not counted.
    func containsRun(_ other: some Collection<Int16>) -> Bool {
        let sounding = filter { $0 != 0 }
        let wanted = Array(other)
        guard let first = wanted.first, sounding.count >= wanted.count else { return false }
        return sounding.indices.prefix(sounding.count - wanted.count + 1).contains { start in
            sounding[start] == first && sounding[start..<start + wanted.count].elementsEqual(wanted)
        }
    }
}
