import Foundation
import TestSupport
import Testing

@Suite("a real gpsd fed over UDP")
struct GPSDTests {
    @Test(
        "reports every epoch that was generated, position and quality included",
        .enabled(if: PrivateGPSD.isInstalled, "gpsd is not installed"))
    func reportsWhatWasGenerated() throws {
        let sandbox = try Sandbox()
        let gpsd = try PrivateGPSD(in: sandbox)
        let run = SyntheticRun()
        let client = try LineConnection(port: gpsd.port)
        client.send("?WATCH={\"enable\":true,\"json\":true};\n")
        let sent = (0..<12).compactMap { run.epoch(at: Double($0)) }
        for epoch in sent {
            gpsd.send(epoch)
            pause(seconds: 0.1)
        }

        var reports: [String: [String: Any]] = [:]
        let last = isoTime(sent[sent.count - 1].time)
        while let line = client.line(within: 5) {
            guard
                let report = try JSONSerialization.jsonObject(with: Data(line.utf8))
                    as? [String: Any],
                report["class"] as? String == "TPV", let time = report["time"] as? String,
                report["speed"] != nil, report["lat"] != nil
            else { continue }
            reports[time] = report
            if time == last && report["eph"] != nil { break }
        }

        for epoch in sent.dropFirst(2) {
            let report = try #require(reports[isoTime(epoch.time)], "no report of \(epoch.time)")
            #expect(report["mode"] as? Int == 3)
            let latitude = try #require(report["lat"] as? Double)
            let longitude = try #require(report["lon"] as? Double)
            #expect(abs(latitude - epoch.latitude) < 1e-7)
            #expect(abs(longitude - epoch.longitude) < 1e-7)
            let eph = try #require(report["eph"] as? Double)
            #expect(abs(eph - 0.9 * 19) < 0.2, "gpsd makes eph of HDOP")
        }
    }

    @Test(
        "says nothing at all while the receiver is silent, and ends without a trace",
        .enabled(if: PrivateGPSD.isInstalled, "gpsd is not installed"))
    func silence() throws {
        let sandbox = try Sandbox()
        let gpsd = try PrivateGPSD(in: sandbox)
        let client = try LineConnection(port: gpsd.port)
        client.send("?WATCH={\"enable\":true,\"json\":true};\n")
        var classes: Set<String> = []
        while let line = client.line(within: 1.5) {
            let report =
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            classes.insert(report?["class"] as? String ?? line)
        }
        #expect(classes.contains("DEVICES"))
        #expect(!classes.contains("TPV"))
        gpsd.stop()
        #expect(!gpsd.isRunning)
        #expect(sandbox.processes.isEmpty)
    }

    private func isoTime(_ seconds: Double) -> String {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        return formatter.string(from: Date(timeIntervalSince1970: seconds))
    }
}
