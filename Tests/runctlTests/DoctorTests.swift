import Foundation
import RunCore
import TestSupport
import Testing

@testable import runctl

@Suite("runctl doctor")
struct DoctorTests {
    private func findings(_ socket: String) throws -> (Transcript, [String: JSONValue]) {
        let said = try runctl("doctor", "--json", environment: ["RUND_SOCKET": socket])
        var found: [String: JSONValue] = [:]
        for finding in try JSONValue(parsing: said.out)["findings"]?.array ?? [] {
            if let subject = finding["subject"]?.string { found[subject] = finding }
        }
        return (said, found)
    }

    @Test("without rund that is the first thing wrong, with how to put it right, and status 1")
    func absent() throws {
        let (said, found) = try findings("/nonexistent/control")
        #expect(said.status == 1 && said.err == "")
        #expect(found["rund"]?["grade"]?.string == "bad")
        #expect(found["rund"]?["remedy"]?.string?.contains("systemctl start rund") == true)
        #expect(found["clock"]?["grade"]?.string == "good")
        #expect(found["alarm"] == nil)
    }

    @Test("what rund says of its alarm, sensors and database is graded")
    func graded() throws {
        let scratch = try Scratch()
        let status = ControlStatus(
            version: Version.current, state: "recording", run: nil,
            alarm: ControlAlarm(state: "failed", detail: "no device"),
            sensors: [ControlSensor(name: "/dev/ttyACM0", kind: "gps", alive: true, inUse: true)],
            store: "the disk is full", backlog: 120, notices: [])
        let answers: [String: ControlReply] = ["Status": .result(["status": .object(status.json)])]
        let recorder = try FakeRecorder(in: scratch.url, answers: answers)
        defer { recorder.stop() }
        let (said, found) = try findings(recorder.path)
        #expect(said.status == 1)
        let grades = [
            "rund": "good", "alarm": "bad", "gps": "good", "steps": "weak", "database": "bad",
        ]
        for (subject, grade) in grades {
            #expect(found[subject]?["grade"]?.string == grade, "\(subject)")
        }
        let text = try runctl("doctor", environment: ["RUND_SOCKET": recorder.path]).out
        #expect(text.contains("BAD   alarm    it would not be heard: no device\n        hint: "))
    }
}
