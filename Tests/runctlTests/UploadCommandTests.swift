import RunStore
import TestSupport
import Testing

/// The built program against a server that answers by a plan, and a database with runs.
@Suite(
    "runctl upload and uploads", .serialized, .timeLimit(.minutes(15)),
    .enabled(if: PlannedServer.python != nil, "python3 is not installed"))
struct UploadCommandTests {
    private let runs: StoredRuns
    private let box: Sandbox

    init() throws {
        runs = try StoredRuns()
        box = try Sandbox()
        try Files.write("s3cret\n", to: box.path("token"))
        _ = try box.run(["chmod", "600", box.path("token")])
    }

    private func configure(_ port: Int, _ more: String = "") throws {
        try Files.write(
            """
            [upload.home]
            url = http://127.0.0.1:\(port)/{user}/runs/{id}
            user = a b
            auth = bearer
            secret-file = \(box.path("token"))
            timeout = 5
            \(more)
            """, to: box.path("rund.conf"))
    }

    private func run(_ words: String...) throws -> Transcript {
        try runctl(words + ["--config", box.path("rund.conf"), "--state-dir", runs.folder])
    }

    @Test("--dry-run prints the request without its secret and sends nothing")
    func dry() throws {
        let server = try PlannedServer(["201"])
        defer { server.close() }
        try configure(server.port)
        let result = try run("upload", "--dry-run", "home", "2")
        #expect(result.status == 0)
        #expect(result.out.hasPrefix("POST http://127.0.0.1:\(server.port)/a%20b/runs/2\n"))
        #expect(result.out.contains("Authorization: Bearer ********\n"))
        #expect(!(result.out + result.err).contains("s3cret"))
        #expect(server.requests == 0)
        #expect(try run("uploads").out == "nothing waits to be sent\n")
    }

    @Test("a run is sent once: it counts as sent after 2xx, and is not sent again unasked")
    func once() throws {
        let server = try PlannedServer(["201|Location: /r/9", "200"])
        defer { server.close() }
        try configure(server.port)
        let sent = "run 2 to home: sent as /r/9\n"
        let first = try run("upload", "home", "2")
        #expect(first.out == sent && first.status == 0)
        let request = String(decoding: server.request(1) ?? [], as: UTF8.self)
        #expect(request.hasPrefix("POST /a%20b/runs/2 HTTP/1.1\r\n"))
        #expect(request.contains("Authorization: Bearer s3cret\r\n"))
        #expect(request.contains("<trkpt "))
        #expect(try run("upload", "home", "2").out == sent)
        #expect(server.requests == 1)
        #expect(try run("upload", "--again", "home", "2").out == "run 2 to home: sent\n")
        #expect(server.requests == 2)
    }

    @Test(
        "what may pass waits with its reason, what has to be mended fails, neither blocks the rest")
    func queue() throws {
        let server = try PlannedServer(["503|Retry-After: 600", "401", "500", "200"])
        defer { server.close() }
        try configure(server.port, "[upload.other]\nurl = http://127.0.0.1:\(server.port)/{id}")
        let waiting = try run("upload", "home", "2")
        #expect(waiting.status == 1)
        #expect(
            waiting.out == "run 2 to home: waiting, tried again in 10 min "
                + "(the server says 503 (as was planned))\n")
        let refused = try run("upload", "other", "2")
        #expect(
            refused.status == 1
                && refused.out.contains("run 2 to other: not sent (the server says 401"))
        let list = try run("uploads")
        #expect(list.status == 1 && list.out.split(separator: "\n").count == 2)
        // The time of the first has not come, and the second is not tried by itself.
        _ = try run("uploads", "--send")
        #expect(server.requests == 2)
        #expect(try run("upload", "home", "2").out.contains("tried again in 1 min"))
        #expect(try run("upload", "home", "2").out == "run 2 to home: sent\n")
        #expect(try run("upload", "--later", "other", "2").out == "run 2 to other: waiting\n")
        #expect(try run("uploads", "--send").out == "run 2 to other: sent\n")
        #expect(server.requests == 5)
    }

    @Test("a program killed between send and note sends the run once more and loses none")
    func killed() throws {
        let server = try PlannedServer(["stall", "200"])
        defer { server.close() }
        try configure(server.port)
        let child = try box.start([
            Programs.built("runctl"), "upload", "home", "2", "--config", box.path("rund.conf"),
            "--state-dir", runs.folder,
        ])
        _ = server.request(1)
        child.kill()
        #expect(try run("uploads").out == "run 2 to home: waiting\n")
        #expect(try run("uploads", "--send").out == "run 2 to home: sent\n")
        #expect(server.request(1)?.suffix(200) == server.request(2)?.suffix(200))
    }

    @Test("what is not configured, and a run that cannot be sent, are told with what to do")
    func refused() throws {
        try Files.write("", to: box.path("rund.conf"))
        let unknown = try run("upload", "home")
        #expect(unknown.status == 78)
        #expect(
            unknown.err == "runctl: error: no upload named home is configured\n"
                + "hint: a section [upload.home] in rund.conf makes one\n")
        try configure(1)
        _ = try box.run(["chmod", "644", box.path("token")])
        let open = try run("upload", "--dry-run", "home", "2")
        #expect(open.status == 78 && open.err.contains("hint: chmod 600 \(box.path("token"))\n"))
        _ = try box.run(["chmod", "600", box.path("token")])
        let empty = try run("upload", "--dry-run", "home", "1")
        #expect(empty.status == 65 && empty.err.contains("run 1 has no point that gpx can hold"))
    }
}
