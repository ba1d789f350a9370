import Alert
import Foundation
import TestSupport
import Testing

/// The same death again and again.
@Suite("the alarm in a loop", .timeLimit(.minutes(30)))
struct AlarmLoopTests {
    @Test("50 kills, each at another moment: 50 complete alerts, none twice, nothing left")
    func kills() throws {
        let isFull = ProcessInfo.processInfo.environment["RUND_FULL"] != nil
        let count = isFull ? 1_000 : 50
        let scene = try AlarmScene(
            clip: .chirp(milliseconds: 50), steps: ["wait=1"], faults: ["default": ["speed 10"]])
        var expected: [Int16] = []
        for round in 0..<count {
            try scene.restart()
            let sentinel = try scene.armed()
            // From the very first instant on to well into the wait.
            pause(seconds: Double(round % 10) * 0.002)
            scene.recorder.signal(SIGKILL)
            #expect(eventually { AlarmScene.isGone(sentinel) }, "round \(round)")
            expected += scene.clip.samples
        }
        #expect(scene.sink.plays().count == count)
        let heard = scene.sink.samples().filter { $0 != 0 }
        #expect(heard == expected.filter { $0 != 0 })
        #expect(eventually { scene.box.processes.isEmpty })
    }
}
