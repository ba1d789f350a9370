import RunStore
import TestSupport
import Testing

@Suite(
    "runctl live", .serialized, .timeLimit(.minutes(15)),
    .enabled(if: PlannedServer.python != nil, "python3 is not installed"))
struct LiveCommandTests {
    private let runs: StoredRuns
    private let box: Sandbox

    init() throws {
        runs = try StoredRuns()
        box = try Sandbox()
    }

    private func run(_ words: String...) throws -> Transcript {
        try runctl(words + ["--config", box.path("rund.conf"), "--state-dir", runs.folder])
    }

    private func configure(_ port: Int) throws {
        try Files.write(
            "[live.home]\nservice = traccar\nurl = http://127.0.0.1:\(port)/\ninterval = 60\n",
            to: box.path("rund.conf"))
    }

    /// Event numbers in the order in which the server got them.
    private func sequences(_ server: PlannedServer) -> [Int] {
        (1...max(1, server.requests)).compactMap { number in
            let text = String(decoding: server.request(number) ?? [], as: UTF8.self)
            return text.split(separator: "&").first { $0.hasPrefix("seq=") }.flatMap {
                Int($0.dropFirst(4))
            }
        }
    }

    @Test("what the service did not take waits, and is told from where it stopped, each once")
    func forwards() throws {
        let server = try PlannedServer(["200", "200", "500", "200"])
        defer { server.close() }
        try configure(server.port)
        // As a forwarder left it that had told nothing of run 2.
        let editor = try RunEditor.open(directory: runs.folder)
        try editor.setSetting("live.home", "2 -1")
        let first = try run("live", "--once", "home")
        #expect(first.status == 1)
        #expect(first.err.contains("home: the server says 500"))
        #expect(server.requests == 3)
        #expect(try run("live", "--once", "home").status == 0)
        let told = sequences(server)
        // The third was refused and came again.
        #expect(told.count > 8 && told[2] == told[3])
        let others = Array(told[..<2]) + told[3...]
        #expect(zip(others, others.dropFirst()).allSatisfy { $0 < $1 })
        let count = server.requests
        #expect(try run("live", "--once", "home").status == 0)
        #expect(server.requests == count)
    }

    @Test("without a cursor it begins with the run that is active, not with the past")
    func begins() throws {
        let server = try PlannedServer(["200"])
        defer { server.close() }
        try configure(server.port)
        #expect(try run("live", "--once", "home").status == 0)
        #expect(server.requests == 0)
        let unknown = try run("live", "--once", "other")
        #expect(unknown.status == 78)
        #expect(unknown.err.contains("hint: there is home\n"))
    }
}
