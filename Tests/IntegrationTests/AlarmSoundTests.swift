import Alert
import Glibc
import TestSupport
import Testing

/// SIGKILL of the recorder in every state that sound can be in.
@Suite("the alarm and the states of sound", .timeLimit(.minutes(15)))
struct AlarmSoundTests {
    @Test("a free device plays every sample once, at once")
    func free() throws {
        let scene = try AlarmScene()
        let time = try scene.die()
        #expect(scene.complaint() == nil)
        #expect(scene.firstFrame(after: time).map { $0 < 2 } == true)
        #expect(scene.recorder.errors.contains("recording has stopped: the recorder died"))
    }

    @Test("a lead-in of silence comes before the sound")
    func leadIn() throws {
        let scene = try AlarmScene(settings: ["leadin=300"])
        try scene.die()
        #expect(scene.complaint(leadIn: 14_400) == nil)
    }

    @Test("a device that is busy for 3 s is waited for")
    func busy() throws {
        let scene = try AlarmScene()
        try scene.armed()
        try scene.sink.set(["open_error \(EBUSY)"])
        let time = try scene.die {
            pause(seconds: 3)
            try scene.sink.set([])
        }
        #expect(scene.complaint() == nil)
        #expect(scene.firstFrame(after: time).map { $0 > 2.9 } == true)
    }

    @Test("a device that is busy for ever gives way to the next")
    func busyForEver() throws {
        let scene = try AlarmScene(
            settings: ["device=first"], devices: ["first"],
            faults: ["first": ["open_error \(EBUSY)"]])
        try scene.die()
        #expect(scene.complaint() == nil)
        #expect(scene.sink.plays("first") == [])
    }

    @Test("a configured device that is missing gives way to the default")
    func missing() throws {
        let scene = try AlarmScene(settings: ["device=nowhere"])
        try scene.die()
        #expect(scene.complaint() == nil)
        #expect(scene.event("armed")?[1] == "default")
    }

    @Test("without any device it is armed all the same, says so, and says that nothing was heard")
    func none() throws {
        let scene = try AlarmScene(faults: ["default": ["open_error \(ENODEV)"]])
        try scene.die()
        #expect(scene.event("armed")?[1] == "-")
        #expect(scene.event("armed")?.joined(separator: " ").contains("No such device") == true)
        #expect(scene.recorder.errors.contains("the alert could not be played: "))
    }

    @Test("a device that comes back after the trial is found")
    func hotPlug() throws {
        let scene = try AlarmScene(faults: ["default": ["open_error \(ENODEV)"]])
        try scene.armed()
        try scene.sink.set([])
        try scene.die()
        #expect(scene.complaint() == nil)
    }

    @Test("a clip of 50 ms is heard whole")
    func short() throws {
        let scene = try AlarmScene(clip: .chirp(milliseconds: 50))
        try scene.die()
        #expect(scene.complaint() == nil)
    }

    @Test("a clip of 30 s is heard whole (a device that plays 20 times as fast)")
    func long() throws {
        let scene = try AlarmScene(
            clip: .chirp(milliseconds: 30_000, channels: 1), faults: ["default": ["speed 20"]])
        try scene.die()
        #expect(scene.complaint() == nil)
    }

    @Test("a device with a buffer of ten seconds does not hold the end back")
    func hugeBuffer() throws {
        let scene = try AlarmScene(faults: ["default": ["buffer 480000"]])
        let time = try scene.die()
        #expect(scene.complaint() == nil)
        #expect(monotonicSeconds() - time < 8)
    }

    @Test("short writes lose nothing")
    func shortWrites() throws {
        let scene = try AlarmScene(faults: ["default": ["short_writes 100"]])
        try scene.die()
        #expect(scene.complaint() == nil)
    }

    @Test("an underrun in the middle is got over without a gap in what is written")
    func underrun() throws {
        let scene = try AlarmScene(
            clip: .chirp(milliseconds: 1_200), faults: ["default": ["error_at 30000 \(EPIPE)"]])
        try scene.die()
        #expect(scene.complaint() == nil)
    }

    @Test("a device that is suspended and comes back plays the rest")
    func suspend() throws {
        let scene = try AlarmScene(
            clip: .chirp(milliseconds: 1_200), faults: ["default": ["suspend_at 24000"]])
        try scene.die()
        let heard = scene.sink.samples()
        #expect(scene.sink.plays().count == 1)
        #expect(scene.sink.events().contains { $0.name == "resumed" })
        // What the device had not played is written again, so the end is the clip's end.
        #expect(Array(heard.prefix(48_000)) == Array(scene.clip.samples.prefix(48_000)))
        let sound = heard.lastIndex { $0 != 0 }.map { heard[...$0] } ?? []
        #expect(sound.suffix(20_000).elementsEqual(scene.clip.samples.suffix(20_000)))
    }

    @Test("unplugged in the middle: the next device plays it from the start")
    func unplugged() throws {
        let scene = try AlarmScene(
            clip: .chirp(milliseconds: 800), settings: ["device=first"], devices: ["first"],
            faults: ["first": ["unplug_at 10000"]])
        try scene.die()
        #expect(scene.complaint() == nil)
        #expect(scene.sink.events("first").contains { $0.name == "unplugged" })
    }

    @Test("writes that say \"again\" for ever: the next device")
    func again() throws {
        let scene = try AlarmScene(
            clip: .chirp(milliseconds: 800), settings: ["device=first"], devices: ["first"],
            faults: ["first": ["again_at 20000"]])
        try scene.die()
        #expect(scene.complaint() == nil)
    }

    @Test("a device whose clock stands still: the next device")
    func stalled() throws {
        let scene = try AlarmScene(
            clip: .chirp(milliseconds: 800), settings: ["device=first"], devices: ["first"],
            faults: ["first": ["stall_at 5000"]])
        try scene.die()
        #expect(scene.complaint() == nil)
    }

    @Test("a drain that never returns holds nothing up")
    func stuckDrain() throws {
        let scene = try AlarmScene(faults: ["default": ["stuck_drain 1"]])
        let time = try scene.die()
        #expect(scene.complaint() == nil)
        #expect(monotonicSeconds() - time < 8)
    }

    @Test("every device broken: it ends within the time of two passes and says so")
    func allBroken() throws {
        let scene = try AlarmScene(faults: ["default": ["again_at 0"]])
        try scene.die(within: 25)
        #expect(scene.recorder.errors.contains("the alert could not be played: "))
    }

    @Test("a device that is held open plays without opening again")
    func held() throws {
        let scene = try AlarmScene(settings: ["hold=1"])
        try scene.die()
        #expect(scene.complaint() == nil)
        #expect(scene.sink.events().filter { $0.name == "open" }.count == 1)
    }
}
