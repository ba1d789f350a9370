import Foundation
import RunCore
import TestSupport
import Testing

@testable import runctl

@Suite("What --json prints", .serialized)
struct JSONShapeTests {
    private let book: ShapeBook

    init() throws { book = try ShapeBook(try runctl("help", "json").out) }

    /// Compares an answer with what is documented of the command.
    private func check(_ said: Transcript, _ command: String, _ place: SourceLocation) throws {
        #expect(said.err == "", "\(command)", sourceLocation: place)
        #expect(said.out.hasSuffix("\n") && said.out.split(separator: "\n").count == 1)
        let shape = try #require(book.commands[command], "\(command) is not documented")
        let faults = book.faults(try JSONValue(parsing: said.out), shape)
        #expect(faults == [], "\(command): \(said.out)", sourceLocation: place)
    }

    @Test("every command with --json is documented, and every type is used and known")
    func complete() {
        for command in Command.all where command.syntax.options.contains(.json) {
            let name = command.syntax.name
            #expect(
                book.commands.keys.contains { $0 == name || $0.hasPrefix("\(name) ") }, "\(name)")
        }
        func names(_ shape: Shape) -> [String] {
            switch shape {
            case .word(let name): [name]
            case .optional(let inner), .array(let inner), .dictionary(let inner): names(inner)
            case .object(let members): members.flatMap { names($0.shape) }
            }
        }
        let used = Set((Array(book.commands.values) + book.types.values).flatMap(names))
        let known = Set(book.types.keys).union(["string", "int", "float", "bool"])
        #expect(used == known)
    }

    @Test("a shape finds what is missing, what is wrong and what nobody documented")
    func faults() throws {
        let book = try ShapeBook("intro\n\na: (x: int, y: ?[]Thing)\n\nThing (z: [string]float)\n")
        let shape = try #require(book.commands["a"])
        func faults(_ text: String) throws -> [String] {
            book.faults(try JSONValue(parsing: text), shape)
        }
        #expect(try faults("{\"x\":1}") == [])
        #expect(try faults("{\"x\":1,\"y\":[{\"z\":{\"k\":1.5}}]}") == [])
        #expect(try faults("{\"y\":null}") == [".x: missing"])
        #expect(try faults("{\"x\":\"1\"}") == [".x: no int: \"1\""])
        #expect(try faults("{\"x\":1,\"y\":[{}],\"w\":0}").count == 2)
    }

    @Test("commands that record print what is documented, asked of a real recorder")
    func recording() throws {
        let box = try Sandbox()
        let recorder = try RecorderUnderTest(in: box)
        try recorder.start()
        let environment = ["RUND_SOCKET": recorder.runtimeFolder + "/control"]
        func ask(_ words: String, as name: String? = nil, _ place: SourceLocation) throws {
            let words = words.split(separator: " ").map(String.init)
            let said = try runctl(words + ["--json"], environment: environment)
            #expect(said.status == 0, "\(words): \(said)", sourceLocation: place)
            try check(said, name ?? words[0], place)
        }
        func ask(_ words: String, as name: String? = nil, line: Int = #line) throws {
            try ask(
                words, as: name,
                SourceLocation(
                    fileID: #fileID, filePath: #filePath, line: line, column: 1))
        }
        try ask("status")
        try ask("start --activity walk --note hello")
        try recorder.feed.play(until: 8)
        try ask("lap")
        try ask("mark")
        try ask("segment start hill", as: "segment start")
        try ask("segment end", as: "segment end")
        try ask("pause")
        try ask("resume")
        try ask("status")
        try ask("sensors")
        try ask("alert off --for 1m", as: "alert off")
        try ask("stop")
        try ask("marks")
        try ask("continue")
        try ask("stop")
        try ask("show")
        try ask("list")
        try ask("alert test", as: "alert test")
        try ask("config --apply", as: "config --apply")
    }

    @Test("commands about recorded runs print what is documented")
    func recorded() throws {
        let runs = try StoredRuns()
        let scratch = try Scratch()
        let log = try scratch.write(Logs.text(Logs.run(gps: 60, end: 90)), to: "a.log")
        func ask(_ words: [String], as name: String? = nil, line: Int = #line) throws {
            let said = try runctl(
                words + ["--json"], environment: ["STATE_DIRECTORY": runs.folder])
            try check(
                said, name ?? words[0],
                SourceLocation(fileID: #fileID, filePath: #filePath, line: line, column: 1))
        }
        try ask(["edit", "1", "--distance", "9.5km"])
        try ask(["list"])
        try ask(["list", "--totals", "year"], as: "list --totals")
        try ask(["show", "2"])
        try ask(["replay", log])
        try ask(["delete", "1", "2"])
        try ask(["list", "--trash"])
        try ask(["restore", "1", "2"])
        try ask(["import", log])
        try ask(["uploads"])
        try ask(["calibrate"])
        try ask(["config"])
        try ask(["check"])
        try ask(["backup", scratch.url.appendingPathComponent("b.db").path])
        try ask(["recover", "\(runs.folder)/runs.db", "-o", "\(runs.folder)/r.db"])
        let pretend = try PretendMachine()
        try ask(["setup", "--dry-run", "--root", pretend.root])
        let doctor = try runctl("doctor", "--json", environment: ["RUND_SOCKET": "/nonexistent"])
        try check(doctor, "doctor", #_sourceLocation)
    }
}
