import Foundation
import RunCore
import Testing

@testable import runctl

@Suite("runctl replay")
struct ReplayTests {
    private func object(_ transcript: Transcript) throws -> JSONObject {
        try #require(try JSONValue(parsing: transcript.out).object)
    }

    @Test(
        "--json prints the run, its spans, laps and switches, from a file and from standard input")
    func json() throws {
        let log = Logs.text(Logs.run(gps: 60, end: 120, extra: [30: "{\"t\":30,\"type\":\"lap\"}"]))
        let scratch = try Scratch()
        let file = try scratch.write(log, to: "run.log")
        let said = try runctl("replay", "--json", "--gps", "chord", "--step-length=1", file)
        #expect(said.err == "" && said.status == 0)
        #expect(said.out.hasSuffix("}\n") && said.out.dropLast().contains("\n") == false)
        #expect(
            try runctl("replay", "-", "--gps=chord", "--json", "--step-length", "1", input: log)
                == said)
        let report = try object(said)
        let run = try #require(report["run"])
        #expect(run["start"]?.string == "2026-06-01T11:30:00+05:30")
        #expect(run["zone"]?.string == "Asia/Kolkata" && run["state"]?.string == "stopped")
        #expect(run["elapsed"]?.double == 120 && run["active"]?.double == 120)
        let spans = try #require(report["spans"]?.array)
        #expect(spans.compactMap { $0["source"]?.string } == ["gps", "pedometer"])
        #expect(spans[0]["to"]?.double == 60 && spans[1]["from"]?.double == 60)
        let sum = spans.compactMap { $0["distance"]?.double }.reduce(0, +)
        #expect(abs(sum - (run["distance"]?.double ?? -1)) < 1e-9)
        // 59 chords of 3 m, and 60 s of 2.5 steps of 1 m.
        #expect(abs((spans[0]["distance"]?.double ?? 0) - 59 * 3) < 0.2)
        #expect(abs((spans[1]["distance"]?.double ?? 0) - 150) < 4)
        #expect(report["laps"]?.array?.count == 2)
        #expect(report["switches"]?.integer == 1)
    }

    @Test("--timeout decides how long an outage may be without counting as one")
    func timeout() throws {
        let inTunnel = (31...60).map { "{\"t\":\($0),\"type\":\"fix\"" }
        let lines = Logs.run(gps: 90, end: 90).filter { line in
            !inTunnel.contains { line.hasPrefix($0) }
        }
        func spans(_ words: String...) throws -> [String] {
            let said = try runctl(["replay", "-", "--json"] + words, input: Logs.text(lines))
            return try #require(try object(said)["spans"]?.array).compactMap {
                $0["source"]?.string
            }
        }
        #expect(try spans() == ["gps", "pedometer", "gps"])
        #expect(try spans("--timeout", "40") == ["gps"])
    }

    @Test("--step-length fixes the length of a step")
    func stepLength() throws {
        let log = Logs.text(Logs.run(gps: 30, end: 60))
        func pedometer(_ words: String...) throws -> Double {
            let said = try runctl(["replay", "-", "--json", "--gps=chord"] + words, input: log)
            let spans = try #require(try object(said)["spans"]?.array)
            return try #require(spans.last?["distance"]?.double)
        }
        let short = try pedometer("--step-length=0.5")
        #expect(abs(try pedometer("--step-length", "1") - 2 * short) < 1e-6 && short > 0)
    }

    @Test("a damaged line is named with its reason and left out; the rest counts, status 1")
    func damaged() throws {
        var lines = Logs.run(gps: 20, end: 30)
        lines.insert("{\"t\":5,\"type\":\"steps\"", at: 4)
        lines.insert("{\"type\":\"lap\"}", at: 9)
        let said = try runctl("replay", "-", "--json", input: Logs.text(lines))
        let whole = try runctl(
            "replay", "-", "--json", input: Logs.text(Logs.run(gps: 20, end: 30)))
        #expect(said.status == 1 && said.out == whole.out && whole.status == 0)
        let warnings = said.err.split(separator: "\n")
        #expect(warnings.count == 2)
        #expect(warnings.first?.hasPrefix("runctl: warning: standard input:5: ") == true)
        #expect(
            warnings.last
                == "runctl: warning: standard input:10: t: missing; the line is left out")
    }

    @Test("a log that breaks off in the middle of a line is a run that was cut off")
    func cutOff() throws {
        let log = Logs.text(Logs.run(gps: 30, end: 60).dropLast()).dropLast(20)
        let said = try runctl("replay", "-", "--json", input: String(log))
        #expect(said.status == 1)
        #expect(try object(said)["run"]?["elapsed"]?.double == 58)
    }

    @Test("nothing usable is status 65, a file that cannot be read 74, each with the reason")
    func unusable() throws {
        let noRun = "no run in it: a log begins with a line of type start\n"
        #expect(
            try runctl("replay", "/dev/null")
                == Transcript(out: "", err: "runctl: error: /dev/null: \(noRun)", status: 65))
        #expect(
            try runctl("replay", "/nonexistent.log")
                == Transcript(
                    out: "",
                    err: "runctl: error: /nonexistent.log cannot be opened:"
                        + " No such file or directory\n", status: 74))
        #expect(
            try runctl("replay", "/")
                == Transcript(
                    out: "", err: "runctl: error: / cannot be read: Is a directory\n", status: 74))
        let scratch = try Scratch()
        let image = scratch.url.appendingPathComponent("image")
        try Data((0..<5_000).map { UInt8(truncatingIfNeeded: $0 &* 37) }).write(to: image)
        #expect(try runctl("replay", image.path).status == 65)
    }

    @Test("without --json a person reads distance, time, every span and every lap")
    func text() throws {
        let said = try runctl(
            "replay", "-", "--gps=chord", input: Logs.text(Logs.run(gps: 60, end: 120)))
        let lines = said.out.split(separator: "\n")
        #expect(lines.first?.hasPrefix("distance ") == true)
        #expect(
            lines.contains { $0.contains("gps") } && lines.contains { $0.contains("pedometer") })
    }

    @Test("a reader that goes away is no error")
    func brokenPipe() throws {
        let scratch = try Scratch()
        let file = try scratch.write(Logs.text(Logs.run(gps: 60, end: 120)), to: "run.log")
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/bash")
        let program = Program.folder.appendingPathComponent("runctl").path
        shell.arguments = [
            "-c", "set -o pipefail; '\(program)' replay --json '\(file)' | true",
        ]
        let errors = Pipe()
        shell.standardError = errors
        try shell.run()
        let said = errors.fileHandleForReading.readDataToEndOfFile()
        shell.waitUntilExit()
        #expect(shell.terminationStatus == 0 && said.isEmpty)
    }

    @Test("results that cannot be written are status 74")
    func fullDisk() throws {
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/bash")
        let program = Program.folder.appendingPathComponent("runctl").path
        shell.arguments = ["-c", "'\(program)' --help > /dev/full"]
        let errors = Pipe()
        shell.standardError = errors
        try shell.run()
        let said = errors.fileHandleForReading.readDataToEndOfFile()
        shell.waitUntilExit()
        #expect(shell.terminationStatus == 74)
        #expect(
            String(decoding: said, as: UTF8.self)
                == "runctl: error: standard output: No space left on device\n")
    }
}
