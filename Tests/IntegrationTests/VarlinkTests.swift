import Foundation
import RunCore
import TestSupport
import Testing

/// Other people's clients, which know nothing of this project but the interface that it tells.
@Suite("Varlink, by clients of others", .serialized)
struct VarlinkTests {
    private static let python: String? = {
        let path = ProcessInfo.processInfo.environment["RUND_TEST_PYTHON"]
        return path.flatMap { $0.isEmpty ? nil : $0 }
    }()
    private static let noPython: Comment = "RUND_TEST_PYTHON names no Python with varlink"
    private static let noVarlinkctl: Comment = "varlinkctl (systemd 257) is not installed"

    private static func hasVarlink() -> Bool {
        guard let python, let box = try? Sandbox() else { return false }
        return (try? box.run([python, "-c", "import varlink"]).succeeded) == true
    }

    @Test(
        "the varlink package of PyPI starts, pauses, watches and stops a run",
        .enabled(if: hasVarlink(), noPython))
    func pypi() throws {
        let box = try Sandbox()
        let recorder = try RecorderUnderTest(in: box)
        try recorder.start()
        let script = Programs.sourceFolder + "/Tests/Fixtures/readers/drive_recorder.py"
        let said = try box.run(
            [Self.python ?? "", script, recorder.runtimeFolder + "/control"], seconds: 120)
        #expect(said.succeeded, "\(said)")
        let lines = said.output.split(separator: "\n").map(String.init)
        let expected = [
            #"["interfaces", ["org.rund.Recorder", "org.varlink.service"]]"#,
            #"["error", "org.rund.Recorder.NoActiveRun"]"#,
            #"["start", 1]"#,
            #"["pause", {}]"#,
            #"["error", "org.rund.Recorder.AlreadyPaused"]"#,
            #"["resume", {}]"#,
            #"["watch", ["recording", "recording"]]"#,
        ]
        #expect(Array(lines.prefix(7)) == expected, "\(said)")
        #expect(lines.last == #"["stop", "by varlink"]"#, "\(said)")
    }

    @Test(
        "varlinkctl introspects the recorder, and drives a run",
        .enabled(if: Programs.find("varlinkctl") != nil, noVarlinkctl))
    func varlinkctl() throws {
        let box = try Sandbox()
        let recorder = try RecorderUnderTest(in: box)
        try recorder.start()
        let socket = recorder.runtimeFolder + "/control"
        func ask(_ words: String...) throws -> Sandbox.Result {
            try box.run(["varlinkctl"] + words, seconds: 60)
        }
        let told = try ask("introspect", socket, "org.rund.Recorder")
        #expect(told.succeeded, "\(told)")
        for method in ["Start", "Stop", "Status", "Reload"] {
            #expect(told.output.contains("method \(method)("), "\(told.output)")
        }
        func call(_ method: String, _ parameters: String = "{}") throws -> Sandbox.Result {
            try ask("call", "--json=short", socket, "org.rund.Recorder.\(method)", parameters)
        }
        #expect(try !call("Stop").succeeded)
        let start = try call("Start", #"{"activity":"hike"}"#)
        #expect(start.succeeded && start.output.contains(#""run":1"#), "\(start)")
        let status = try call("Status")
        #expect(status.output.contains(#""state":"recording""#), "\(status)")
        let stop = try call("Stop")
        #expect(stop.output.contains(#""activity":"hike""#), "\(stop)")
    }

    @Test("the interface file that is shipped is the one that the recorder tells")
    func shipped() throws {
        let install = Files.text(Programs.sourceFolder + "/debian/rund.install")
        #expect(
            install.contains("Sources/RunCore/Control/org.rund.Recorder.varlink usr/share/rund\n"))
    }
}
