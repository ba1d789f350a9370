import Alert
import Glibc
import TestSupport
import Testing

/// SIGKILL of the recorder where a sound server stands between the sentinel and the loudspeaker.
@Suite(
    "the alarm and sound servers", .serialized, .timeLimit(.minutes(3)),
    .enabled(if: PrivatePulse.obstacle == nil, "\(PrivatePulse.obstacle ?? "")"))
struct AlarmServerTests {
    private final class Parts {
        let scene: AlarmScene
        let pulse: PrivatePulse

        /// - Parameter isRunning: the server is there from the start.
        init(isRunning: Bool = true, milliseconds: Int = 400, settings: [String] = []) throws {
            let box = try Sandbox()
            pulse = try PrivatePulse(in: box)
            if isRunning { try pulse.start() }
            scene = try AlarmScene(
                in: box, clip: .chirp(milliseconds: milliseconds),
                settings: ["device=pulse"] + settings, configuration: pulse.configuration)
        }
    }

    @Test("PulseAudio plays every sample once")
    func present() throws {
        let parts = try Parts()
        try parts.scene.die()
        let wanted = parts.scene.clip.samples.filter { $0 != 0 }
        #expect(eventually { parts.pulse.samples.count >= wanted.count })
        pause(seconds: 0.3)
        #expect(parts.pulse.samples == wanted)
        #expect(parts.scene.event("armed")?[1] == "pulse")
        #expect(parts.scene.sink.plays() == [])
    }

    @Test("PulseAudio is absent: the next device")
    func absent() throws {
        let parts = try Parts(isRunning: false)
        try parts.scene.die()
        #expect(parts.scene.complaint() == nil)
        #expect(parts.scene.event("armed")?[1] == "default")
    }

    @Test("PulseAudio is killed in the middle: the next device plays it from the start")
    func killed() throws {
        let parts = try Parts(milliseconds: 1_500)
        try parts.scene.die {
            #expect(eventually { !parts.pulse.samples.isEmpty })
            parts.pulse.signal(SIGKILL)
        }
        #expect(parts.scene.complaint() == nil)
    }

    @Test("PulseAudio hangs: the next device")
    func hung() throws {
        let parts = try Parts()
        try parts.scene.armed()
        parts.pulse.signal(SIGSTOP)
        try parts.scene.die(within: 40)
        parts.pulse.signal(SIGCONT)
        #expect(parts.scene.complaint() == nil)
    }

    @Test("alert.min-volume unmutes and raises the mixer for the pass, and puts it back")
    func volume() throws {
        let parts = try Parts(milliseconds: 1_500, settings: ["minvolume=80"])
        let pulse = parts.pulse
        try parts.scene.armed()
        try pulse.pactl("set-sink-volume", "tap", "20%", "30%")
        try pulse.pactl("set-sink-mute", "tap", "1")
        try parts.scene.die {
            let isUnmuted = try eventually {
                try pulse.pactl("get-sink-mute", "tap").contains("no")
            }
            #expect(isUnmuted)
            let volume = try pulse.pactl("get-sink-volume", "tap")
            #expect(volume.contains("80%"), "\(volume)")
        }
        let mute = try pulse.pactl("get-sink-mute", "tap")
        #expect(mute.contains("yes"), "\(mute)")
        let volume = try pulse.pactl("get-sink-volume", "tap")
        #expect(volume.contains("20%") && volume.contains("30%"), "\(volume)")
        #expect(!pulse.samples.isEmpty, "it was heard")
    }

    @Test("a volume that is high enough stays as it is")
    func loud() throws {
        let parts = try Parts(milliseconds: 800, settings: ["minvolume=50"])
        try parts.scene.armed()
        try parts.pulse.pactl("set-sink-volume", "tap", "90%")
        try parts.scene.die {
            #expect(eventually { !parts.pulse.samples.isEmpty })
            let volume = try parts.pulse.pactl("get-sink-volume", "tap")
            #expect(volume.contains("90%"), "\(volume)")
        }
        let volume = try parts.pulse.pactl("get-sink-volume", "tap")
        #expect(volume.contains("90%"), "\(volume)")
    }
}
