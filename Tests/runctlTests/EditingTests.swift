import Foundation
import RunCore
import Testing

@testable import runctl

@Suite("Commands that change the database, and files", .serialized)
struct EditingTests {
    private let runs: StoredRuns

    init() throws { runs = try StoredRuns() }

    private func ask(_ words: String...) throws -> Transcript {
        try runctl(words, environment: ["STATE_DIRECTORY": runs.folder])
    }

    private func done(_ out: String) -> Transcript { Transcript(out: out, err: "", status: 0) }

    @Test("edit sets and removes the note")
    func edit() throws {
        #expect(try ask("edit", "1", "--note", "lake") == done("run 1 changed\n"))
        #expect(try ask("show", "lake").out.contains("  lake\n"))
        #expect(try ask("edit", "1", "--note=") == done("run 1 changed\n"))
        #expect(try ask("show", "lake").status == 1)
        #expect(try ask("edit", "1").status == 64)
    }

    @Test("delete moves to the trash, restore takes back; a run that goes on is refused")
    func trash() throws {
        let gone = "run 1 is in the trash; runctl restore 1 brings it back\n"
        #expect(try ask("delete", "river") == done(gone))
        #expect(try ask("list").out.contains("river") == false)
        #expect(try ask("list", "--trash").out.contains("river"))
        #expect(try ask("restore", "1") == done("run 1 is back\n"))
        #expect(try ask("list").out.contains("river"))
        let active = try ask("delete", "3")
        #expect(active.status == 1 && active.err.contains("run 3 is still recorded"))
        #expect(try ask("restore", "99").status == 1)
        #expect(try ask("restore", "river").status == 64)
        // Nothing is deleted if one of the words is not understood.
        #expect(try ask("delete", "1", "nonesuch").status == 1)
        #expect(try ask("list").out.contains("river"))
    }

    @Test("check finds totals that its events do not give, and --rebuild puts them right")
    func check() throws {
        let found = try ask("check", "2")
        #expect(found.status == 1 && found.out.contains("run 2: distance_m: stored 2520.0, "))
        #expect(found.out.hasSuffix("1 runs checked, 1 not sound\n"))
        let json = try JSONValue(parsing: try ask("check", "2", "--json").out)
        #expect(json["runs"]?.array?.first?["sound"]?.bool == false)
        #expect(try ask("check", "2", "--rebuild").status == 0)
        #expect(try ask("check", "2") == done("1 runs checked, all sound\n"))
    }

    @Test("backup makes a copy that lists the same runs, and never overwrites")
    func backup() throws {
        let scratch = try Scratch()
        let copy = scratch.url.appendingPathComponent("runs.db").path
        #expect(try ask("backup", copy) == done("backed up to \(copy)\n"))
        #expect(try runctl("list", "--state-dir", scratch.url.path) == ask("list"))
        let again = try ask("backup", copy)
        #expect(again.status == 74 && again.err.contains("exist"))
    }

    @Test("recover copies a database, and says what it found")
    func recover() throws {
        let scratch = try Scratch()
        let target = scratch.url.appendingPathComponent("new.db").path
        let said = try ask("recover", "\(runs.folder)/runs.db", "-o", target)
        #expect(said.status == 0 && said.out.hasPrefix("3 runs with "))
        #expect(try ask("recover", "/nonexistent.db").status == 1)
    }

    @Test("import adds files and folders once, skips what it cannot read, and goes on")
    func importing() throws {
        let scratch = try Scratch()
        let log = Logs.text(Logs.run(gps: 60, end: 90, note: "from afar"))
        _ = try scratch.write(log, to: "a.log")
        _ = try scratch.write("what is this", to: "b.txt")
        let other = try Scratch()
        let place = other.url.appendingPathComponent("state").path
        let first = try runctl("import", "--state-dir", place, scratch.url.path)
        #expect(first.status == 1 && first.out == "1 run added, 1 skipped\n")
        #expect(
            first.err == "runctl: warning: \(scratch.url.path)/b.txt: the format is not known;"
                + " skipped\n")
        let again = try runctl(
            "import", "--state-dir", place, "--json", "\(scratch.url.path)/a.log")
        #expect(again.status == 0)
        let file = try JSONValue(parsing: again.out)["files"]?.array?.first
        #expect(file?["known"]?.integer == 1)
        let list = try runctl("list", "--state-dir", place).out
        #expect(list.contains("from afar") && list.contains("2026-06-01 11:30"))
        #expect(try runctl("export", "--state-dir", place, "-f", "log").status == 0)
        let nothing = try runctl("import", "--state-dir", place, "\(scratch.url.path)/b.txt")
        #expect(nothing.status == 65)
    }

    @Test("convert needs no database; what is left out makes status 1, nothing usable 65")
    func convert() throws {
        let scratch = try Scratch()
        let gpx = try ask("export", "2", "-f", "gpx").out
        let file = try scratch.write(gpx, to: "run.gpx")
        let target = scratch.url.appendingPathComponent("run.csv").path
        let said = try runctl("convert", file, target)
        #expect(said.out == "" && said.status <= 1)
        #expect(try scratch.read("run.csv").split(whereSeparator: \.isNewline).count > 400)
        let streamed = try runctl("convert", "--to", "csv", "-", "-", input: gpx)
        let written = try scratch.read("run.csv")
        #expect(streamed.out == written)
        #expect(try runctl("convert", "--to=gpx", "-", "-", input: "nonsense").status == 65)
        let none = try runctl("convert", "/dev/null", "\(scratch.url.path)/x.gpx")
        #expect(none.status == 65 && none.err.contains("the format is not known"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).count == 2)
        #expect(try runctl("convert", file, "run.xyz").status == 64)
    }

    @Test("config shows each setting with its origin, and names file and line of a fault")
    func config() throws {
        let scratch = try Scratch()
        let file = try scratch.write(
            "[gpsd]\nserver = example.org:2947\n", to: "rund.conf")
        #expect(
            try runctl("config", "--config", file, "gpsd.server") == done("example.org:2947\n"))
        #expect(try runctl("config", "--config", file, "alert.file").status == 1)
        let table = try runctl("config", "--config", file).out
        #expect(table.contains("example.org:2947") && table.contains(file))
        let json = try JSONValue(parsing: try runctl("config", "--config", file, "--json").out)
        #expect(json["gpsd.server"]?["from"]?.string == file)
        #expect(json["resume"]?["from"]?.string == "default")
        let wrong = try scratch.write("[gpsd]\nsrever = x\n", to: "wrong.conf")
        let said = try runctl("config", "--config", wrong)
        #expect(said.status == 78 && said.err.contains("\(wrong):2:"))
        #expect(try runctl("config", "gpsd.sever").err.hasSuffix("did you mean gpsd.server?\n"))
    }

    @Test("the bash script completes commands, options, words and run numbers")
    func completion() throws {
        let scratch = try Scratch()
        let script = try runctl("completion", "bash")
        #expect(script.status == 0)
        let file = try scratch.write(script.out, to: "completion.bash")
        func complete(_ words: [String]) throws -> [String] {
            let shell = Process()
            shell.executableURL = URL(fileURLWithPath: "/bin/bash")
            let list = words.map { "'\($0)'" }.joined(separator: " ")
            shell.arguments = [
                "-c",
                "source '\(file)'; COMP_WORDS=(runctl \(list)); COMP_CWORD=\(words.count); _runctl;"
                    + " printf '%s\\n' \"${COMPREPLY[@]}\"",
            ]
            shell.environment = [
                "PATH": "\(Program.folder.path):/usr/bin:/bin", "STATE_DIRECTORY": runs.folder,
            ]
            let pipe = Pipe()
            shell.standardOutput = pipe
            try shell.run()
            let said = pipe.fileHandleForReading.readDataToEndOfFile()
            shell.waitUntilExit()
            return String(decoding: said, as: UTF8.self).split(separator: "\n").map(String.init)
        }
        #expect(try complete(["sta"]) == ["start", "status"])
        #expect(try complete(["show", "--s"]) == ["--split", "--state-dir"])
        #expect(
            try complete(["alert", "o"]) == ["on", "off"] || complete(["alert", "o"]).count == 2)
        #expect(try complete(["show", ""]) == ["last", "yesterday", "3", "2", "1"])
        for shell in ["zsh", "fish"] {
            let said = try runctl("completion", shell)
            #expect(said.status == 0)
            for command in Command.all { #expect(said.out.contains(command.syntax.name)) }
        }
    }
}
