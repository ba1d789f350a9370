import Control
import Glibc
import POSIX
import RunCore
import RunStore
import TestSupport
import Testing

/// Each thing that can be wrong at the start has one clear message and its exit code.
@Suite("rund at its start", .serialized) struct StartUpTests {
    private func run(
        _ scene: RecorderScene, _ arguments: [String]? = nil
    ) throws -> (code: Int32?, errors: String) {
        let result = try scene.box.run(arguments ?? scene.arguments, seconds: 20)
        guard case .exited(let code) = result.ending else { return (nil, result.errors) }
        return (code, result.errors)
    }

    @Test("a wrong command line is told, with the way to help")
    func usage() throws {
        let scene = try RecorderScene()
        let (code, errors) = try run(scene, [Programs.built("rund"), "--bogus"])
        #expect(code == 64)
        #expect(errors == "rund: error: unknown option --bogus\nhint: rund --help\n")
        #expect(try run(scene, [Programs.built("rund"), "--runtime-dir", "here"]).code == 64)
    }

    @Test("a fault in the configuration is told with file, line and what was meant")
    func configuration() throws {
        let scene = try RecorderScene("[alert]\nfil = /x.aiff\n")
        let (code, errors) = try run(scene)
        #expect(code == 78)
        #expect(
            errors == "rund: error: \(scene.box.path("rund.conf")):2: unknown key alert.fil\n"
                + "hint: did you mean alert.file?\n")
        let absent = try run(scene, [Programs.built("rund"), "--config", "/nonexistent/c"])
        #expect(absent.code == 78)
        #expect(absent.errors.contains("/nonexistent/c: cannot be read: No such file"))
    }

    @Test("a gpsd that cannot be one is told")
    func gpsd() throws {
        let scene = try RecorderScene(gpsd: "host:port")
        let (code, errors) = try run(scene)
        #expect(code == 78)
        #expect(errors.contains("gpsd.server: expected host[:port[:device]], found host:port"))
    }

    @Test("a sound that is none is told with file and reason, unless the built-in one may do")
    func sound() throws {
        let scene = try RecorderScene()
        let path = scene.box.path("bad.aiff")
        try Files.write("this is no sound", to: path)
        try Files.write("[alert]\nfile = \(path)\n", to: scene.box.path("rund.conf"))
        let (code, errors) = try run(scene)
        #expect(code == 78)
        #expect(errors.contains(path))
    }

    @Test("a second recorder on the same folder refuses and names the first")
    func second() throws {
        let scene = try RecorderScene()
        try scene.start()
        let (code, errors) = try run(scene)
        #expect(code == 74)
        let process = scene.recorder?.pid ?? 0
        #expect(errors.contains("another rund, process \(process), records into"))
        #expect(try scene.status().state == "idle")
    }

    @Test("a socket that somebody else uses is told; one that a dead recorder left is replaced")
    func socket() throws {
        let scene = try RecorderScene()
        try scene.start()
        try scene.kill()
        try scene.start()
        var other = scene.arguments
        other[4] = scene.box.path("other-state")
        let (code, errors) = try run(scene, other)
        #expect(code == 74)
        #expect(errors.contains("/run/control: "))
    }

    @Test("a database of a newer version is left alone")
    func newer() throws {
        let scene = try RecorderScene()
        try scene.start()
        try scene.kill()
        let database = scene.box.path("state/runs.db")
        let made = try scene.box.run(["sqlite3", database, "PRAGMA user_version = 999"])
        try #require(made.succeeded)
        let (code, errors) = try run(scene)
        #expect(code == 78)
        #expect(errors.contains("newer version"))
    }

    @Test("with no run it ends on SIGTERM at once, silently and well")
    func idleEnd() throws {
        let scene = try RecorderScene()
        try scene.start()
        scene.recorder?.signal(SIGTERM)
        #expect(try scene.recorder?.wait(seconds: 10) == .exited(0))
        #expect(scene.recorder?.errors.contains("sounding") == false)
    }

    @Test("neither gpsd nor a step counter is needed to record, and status says what is missing")
    func nothing() throws {
        let scene = try RecorderScene()
        try scene.start()
        let answer = try scene.call("Start", ["activity": .string("walk")])
        #expect(answer["run"]?.integer == 1)
        #expect(answer["alarm"]?.object?["state"]?.string == "armed")
        let status = try scene.status()
        #expect(status.state == "recording")
        #expect(status.run?.activity == "walk")
        #expect(status.notices.contains { $0.contains("gpsd at 127.0.0.1:1: Connection refused") })
        #expect(status.sensors.allSatisfy { !$0.alive })
        #expect(
            eventually(within: 20) {
                (try? scene.status().run?.source.reason)?.hasPrefix(
                    "gpsd: Connection refused; no counter under ") == true
            })
        let stopped = try scene.call("Stop")["run"]?.object
        #expect(stopped?["number"]?.integer == 1)
        #expect(try scene.status().state == "idle")
        #expect(try RunReader.open(directory: scene.box.path("state")).run(1).state == .stopped)
    }
}
