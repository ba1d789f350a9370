import Alert
import Glibc
import SentinelLink
import TestSupport
import Testing

/// Drivers whose calls never return: the sentinel begins anew with the next device, within the time of a pass.
@Suite("the alarm and drivers that never answer", .timeLimit(.minutes(15)))
struct AlarmStuckTests {
    /// Seconds from a call that does not return to the next device, on a loaded machine.
    private static let patience = 12.0

    private func scene(
        _ faults: [String], settings: [String] = [], steps: [String] = ["arm", "live"]
    ) throws -> AlarmScene {
        try AlarmScene(
            settings: ["device=first"] + settings, steps: steps, devices: ["first"],
            faults: ["first": faults])
    }

    @Test("an open that never returns at the alarm: the next device plays all of it, once")
    func open() throws {
        let scene = try scene([])
        try scene.armed()
        try scene.sink.set(["stuck_open 1"], device: "first")
        let time = try scene.die()
        #expect(scene.complaint() == nil)
        #expect(scene.firstFrame(after: time).map { $0 < Self.patience } == true)
        #expect(scene.recorder.errors.contains("first did not come back from a call"))
    }

    @Test("an open that never returns at the trial: it is armed with the next device")
    func trial() throws {
        let scene = try scene(["stuck_open 1"])
        try scene.die()
        #expect(scene.event("armed")?[1] == "default")
        #expect(scene.event("armed")?.joined(separator: " ").contains("does not answer") == true)
        #expect(scene.complaint() == nil)
    }

    @Test("a write that never returns in the middle: the next device plays it from the start")
    func write() throws {
        let scene = try scene(["stuck_at 2000"])
        try scene.die()
        #expect(scene.complaint() == nil)
        #expect(scene.sink.events("first").contains { $0.name == "stuck" })
    }

    @Test("a close that never returns brings no second sound and leaves no process")
    func close() throws {
        let scene = try AlarmScene()
        try scene.armed()
        try scene.sink.set(["stuck_close 1"])
        try scene.die()
        #expect(scene.complaint() == nil)
    }

    @Test("every device stuck: it ends, and says that nothing was heard")
    func all() throws {
        let scene = try scene([])
        try scene.armed()
        for device in ["first", "default"] {
            try scene.sink.set(["stuck_open 1"], device: device)
        }
        try scene.die(within: 60)
        #expect(scene.recorder.errors.contains("the alert could not be played: "))
        #expect(scene.sink.plays() == [] && scene.sink.plays("first") == [])
    }

    @Test("what was said to it is not forgotten: ack before, the run that goes on after")
    func words() throws {
        let scene = try scene([], settings: ["repeat=escalate"])
        try scene.armed()
        try scene.sink.set(["stuck_open 1"], device: "first")
        try scene.die {
            #expect(eventually { scene.sink.events("first").count > 3 })
            // While the call lasts nobody answers.
            #expect(eventually { isAcknowledged(scene.box.path("run")) })
        }
        #expect(scene.complaint() == nil)
    }

    private func isAcknowledged(_ directory: String) -> Bool {
        do {
            return try AlertSocket.send(.acknowledge, directory: directory) == .taken
        } catch {
            return false
        }
    }

    @Test("the lock is held all the time: a second alarm waits behind the first")
    func queue() throws {
        let scene = try scene([])
        let first = try scene.armed()
        try scene.sink.set(["stuck_open 1"], device: "first")
        scene.recorder.signal(SIGKILL)
        #expect(eventually { scene.sink.events("first").contains { $0.name == "stuck" } })
        try scene.sink.set([], device: "first")
        try scene.restart()
        let second = try scene.armed()
        scene.recorder.signal(SIGKILL)
        #expect(eventually { AlarmScene.isGone(first) && AlarmScene.isGone(second) })
        #expect(scene.sink.plays().count == 1)
        #expect(scene.sink.plays("first").count == 1)
        let times = [scene.sink.events().last?.time, scene.sink.events("first").last?.time]
        #expect(times[0] ?? 0 < times[1] ?? 0, "the second sounds after the first")
    }
}
