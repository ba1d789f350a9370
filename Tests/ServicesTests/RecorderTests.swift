import RunCore
import TestSupport
import Testing

/// The built recorder on a bus with a foot pod and a battery.
@Suite("rund on a system bus", .enabled(if: PrivateBus.isPossible), .serialized)
struct RecorderOnBusTests {
    private static let pod = "11:22:33:44:55:66"

    @Test("a paired pod counts for the run, the battery shows, and both are let go at the end")
    func podAndBattery() throws {
        let fixture = try BusFixture()
        let box = fixture.box
        try fixture.bus.mock(template: "upower", name: "org.freedesktop.UPower")
        let blueZ = try MockBlueZ(fixture)
        try blueZ.addDevice(
            Self.pod, name: "Stryd", service: MockBlueZ.runningService, trusted: true)
        try blueZ.setReach(Self.pod, isInReach: true)
        try Files.write(
            "[alert]\non-bad-file = builtin\n[gpsd]\nserver = 127.0.0.1:1\n"
                + "[steps]\nsysfs-root = \(box.path("none"))\n", to: box.path("c"))
        let recorder = try box.start([
            Programs.built("rund"), "--runtime-dir", box.path("run"), "--state-dir",
            box.path("state"), "--config", box.path("c"),
        ])
        let control = ["RUND_SOCKET": box.path("run/control")]
        func runctl(_ words: String...) throws -> String {
            let result = try box.run([Programs.built("runctl")] + words, environment: control)
            return result.output
        }
        try #require(eventually(within: 20) { (try? runctl("status"))?.contains("alarm") == true })
        #expect(try blueZ.calls(MockBlueZ.path(Self.pod), "Connect") == 0)
        _ = try runctl("start")
        #expect(
            eventually(within: 20) {
                (try? blueZ.calls(MockBlueZ.path(Self.pod), "Connect")) ?? 0 > 0
            })
        try blueZ.resolve(Self.pod, measurement: MockBlueZ.runningMeasurement)
        #expect(eventually(within: 20) { recorder.errors.contains("Stryd is connected") })
        for count in 0..<12 {
            let metres = (UInt8(count * 15 % 256), UInt8(count * 15 / 256))
            try blueZ.notify(Self.pod, [0x07, 0x00, 0x03, 170, 100, 0, metres.0, metres.1, 0, 0])
            pause(seconds: 0.5)
        }
        let shown = try runctl("sensors")
        #expect(shown.contains("Stryd"))
        #expect(shown.contains("170 steps a minute"))
        let log = try runctl("stop") + runctl("export", "1", "--format", "log", "-o", "-")
        #expect(log.split(separator: "\n").count { $0.contains("\"type\":\"foot\"") } >= 10)
        #expect(
            eventually(within: 20) {
                (try? blueZ.calls(MockBlueZ.path(Self.pod), "Disconnect")) ?? 0 > 0
            })
        #expect(recorder.isRunning)
    }
}
