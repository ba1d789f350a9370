import Control
import Glibc
import POSIX
import RunCore
import TestSupport
import Testing

/// A caller's socket, which a test can pass around.
private final class CallerEnd {
    private let socket: Descriptor

    init(_ socket: consuming Descriptor) { self.socket = socket }

    var raw: Int32 { socket.raw }
}

@Suite struct ControlServerTests {
    /// A server, the caller's end of one connection to it, and the server's end.
    private func connect(
        _ box: Sandbox
    ) throws -> (server: ControlServer, caller: CallerEnd, connection: ControlConnection) {
        let server = try ControlServer(path: box.path("control"))
        let caller = CallerEnd(try UnixSocket.connect(path: box.path("control")))
        guard let connection = server.accept() else { throw Failure("nobody waits") }
        return (server, caller, connection)
    }

    private func write(_ text: String, to caller: CallerEnd) {
        let bytes = Array(text.utf8)
        #expect(Transfer.send(caller.raw, bytes[...]) == .bytes(bytes.count))
    }

    @Test("calls arrive in order, split anywhere or several in one piece")
    func framing() throws {
        let box = try Sandbox()
        let (_, caller, connection) = try connect(box)
        #expect(connection.receive() == .calls([]))
        write("{\"method\":\"a.b.C\"}\u{0}{\"method\":\"d.e", to: caller)
        #expect(connection.receive() == .calls([ControlCall(method: "a.b.C")]))
        write(".F\",\"more\":true}\u{0}", to: caller)
        #expect(connection.receive() == .calls([ControlCall(method: "d.e.F", more: true)]))
    }

    @Test("the kernel says who calls")
    func peer() throws {
        let box = try Sandbox()
        let (_, _, connection) = try connect(box)
        #expect(connection.peer == Peer(process: getpid(), user: geteuid(), group: getegid()))
    }

    @Test("garbage, a call without a method and an endless message end the connection")
    func garbage() throws {
        for bad in [
            "GET / HTTP/1.0\r\n\r\n\u{0}", "{}\u{0}", String(repeating: " ", count: 70_000),
        ] {
            let box = try Sandbox()
            let (_, caller, connection) = try connect(box)
            write(bad, to: caller)
            guard case .over(let reason) = connection.receive() else {
                Issue.record("taken: \(bad.prefix(20))")
                continue
            }
            #expect(reason != nil)
        }
    }

    @Test("a caller that hangs up is noticed after its last call was heard")
    func hangUp() throws {
        let box = try Sandbox()
        let server = try ControlServer(path: box.path("control"))
        do {
            let caller = CallerEnd(try UnixSocket.connect(path: box.path("control")))
            write("{\"method\":\"a.b.C\"}\u{0}", to: caller)
        }
        let connection = try #require(server.accept())
        #expect(connection.receive() == .calls([ControlCall(method: "a.b.C")]))
        #expect(connection.receive() == .over(reason: nil))
    }

    @Test("one who never reads is given up, and never waited for")
    func slowReader() throws {
        let box = try Sandbox()
        let (_, caller, connection) = try connect(box)
        let reply = ControlReply.result(["x": .string(String(repeating: "y", count: 100_000))])
        let begin = monotonicSeconds()
        var sent = 0
        while connection.send(reply), sent < 1000 { sent += 1 }
        #expect(sent < 100)
        #expect(connection.hasUnsent)
        #expect(monotonicSeconds() - begin < 5)
        withExtendedLifetime(caller.raw) {}
    }

    @Test("a dead recorder's socket is replaced, a living one's is not")
    func stale() throws {
        let box = try Sandbox()
        let path = box.path("control")
        do { _ = try ControlServer(path: path) }
        let living = try ControlServer(path: path)
        let error = thrown(Errno.self) { _ = try ControlServer(path: path) }
        #expect(error?.code == EADDRINUSE)
        #expect(throws: Never.self) { _ = try UnixSocket.connect(path: path) }
        withExtendedLifetime(living) {}
    }

    @Test("only the owner and the group may connect")
    func mode() throws {
        let box = try Sandbox()
        let server = try ControlServer(path: box.path("control"))
        var status = stat()
        #expect(stat(box.path("control"), &status) == 0)
        #expect(status.st_mode & 0o777 == 0o660)
        withExtendedLifetime(server) {}
    }
}

@Suite struct ControlClientTests {
    @Test("without a recorder there is an answer at once, with the system's reason")
    func unreachable() throws {
        let box = try Sandbox()
        let begin = monotonicSeconds()
        let error = thrown(ControlClient.Failure.self) {
            _ = try ControlClient(path: box.path("absent"))
        }
        #expect(
            error
                == .unreachable(
                    path: box.path("absent"), Errno(code: ENOENT, operation: "connect")))
        #expect(monotonicSeconds() - begin < 1)
    }

    @Test("a recorder that says nothing is not waited for longer than asked")
    func timeout() throws {
        let box = try Sandbox()
        let server = try ControlServer(path: box.path("control"))
        let client = try ControlClient(path: box.path("control"))
        let begin = monotonicSeconds()
        #expect(throws: ControlClient.Failure.timedOut) { try client.call("Status", within: 0.2) }
        let waited = monotonicSeconds() - begin
        #expect(waited >= 0.2 && waited < 5)
        withExtendedLifetime(server) {}
    }

    @Test("a recorder that dies without an answer is told apart from one that refuses")
    func died() throws {
        let box = try Sandbox()
        let server = try ControlServer(path: box.path("control"))
        let client = try ControlClient(path: box.path("control"))
        do { _ = server.accept() }
        #expect(throws: ControlClient.Failure.closed) { try client.call("Status", within: 2) }
    }

    @Test("a name too long for a socket is an error, not a crash")
    func longPath() {
        let path = "/" + String(repeating: "x", count: 200)
        let error = thrown(ControlClient.Failure.self) {
            _ = try ControlClient(path: path)
        }
        #expect(error != nil)
    }
}
