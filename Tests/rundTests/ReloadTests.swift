import Control
import RunCore
import TestSupport
import Testing

@Suite("Settings that change while rund runs", .serialized) struct ReloadTests {
    private func write(
        _ scene: RecorderScene, _ settings: String = "", steps: String = "iio"
    ) throws {
        try Files.write(
            """
            \(settings)
            [gpsd]
            server = 127.0.0.1:1
            [steps]
            sysfs-root = \(scene.box.path(steps))
            [alert]
            on-bad-file = builtin
            repeat = once

            """, to: scene.box.path("rund.conf"))
    }

    private func makeScene() throws -> RecorderScene {
        let scene = try RecorderScene()
        try scene.setCounter("100")
        try scene.start()
        return scene
    }

    /// Whether the counter of the first settings is in use shows which settings hold.
    private func hasCounter(_ scene: RecorderScene) throws -> Bool {
        try scene.status().sensors.contains { $0.kind == "steps" && $0.alive }
    }

    /// Begins a run and ends it: sensors are looked for at its start.
    private func runHasCounter(_ scene: RecorderScene) throws -> Bool {
        _ = try scene.call("Start")
        let has = try hasCounter(scene)
        _ = try scene.call("Stop")
        return has
    }

    @Test("at rest new settings are in force at once, in the same process")
    func atRest() throws {
        let scene = try makeScene()
        #expect(try runHasCounter(scene))
        try write(scene, steps: "elsewhere")
        #expect(try scene.call("Reload")["applied"]?.bool == true)
        let isBack = eventually(within: 30) { (try? runHasCounter(scene)) == false }
        #expect(isBack)
        #expect(scene.recorder?.isRunning == true)
    }

    @Test("a run keeps the settings that it began with, and its recorder")
    func duringRun() throws {
        let scene = try makeScene()
        _ = try scene.call("Start")
        try write(scene, steps: "elsewhere")
        #expect(try scene.call("Reload")["applied"]?.bool == false)
        #expect(try scene.status().run?.number == 1)
        #expect(try hasCounter(scene))
        _ = try scene.call("Stop")
        let isNew = eventually(within: 30) { (try? runHasCounter(scene)) == false }
        #expect(isNew)
        #expect(scene.recorder?.isRunning == true)
    }

    @Test("settings with a fault are refused with file, line and key, and the old ones stay")
    func fault() throws {
        let scene = try makeScene()
        try write(scene, "zome = America/Lima\n")
        let refusal = thrown(ControlClient.Failure.self) { try scene.call("Reload") }
        let said = refusal.map { "\($0)" } ?? ""
        #expect(said.contains("rund.conf:1: unknown key zome"), "\(said)")
        #expect(said.contains("did you mean zone?"), "\(said)")
        #expect(try runHasCounter(scene))
    }

    @Test("--check-config says whether the settings have a fault, and starts nothing")
    func check() throws {
        let scene = try RecorderScene("zone = Asia/Kolkata\n")
        let good = try scene.box.run(scene.arguments + ["--check-config"], seconds: 20)
        #expect(good.succeeded && good.output == "no fault in \(scene.box.path("rund.conf"))\n")
        try write(scene, "[gps]\nmax-eph = 0\n")
        let bad = try scene.box.run(scene.arguments + ["--check-config"], seconds: 20)
        #expect(bad.ending == .exited(78), "\(bad.ending)")
        #expect(bad.errors.contains("rund.conf:2: gps.max-eph"), "\(bad.errors)")
        #expect(!Files.exists(scene.box.path("state")))
    }
}
