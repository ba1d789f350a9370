import Foundation
import POSIX
import RunCore

/// A recorder that answers each method with what the test wrote down, and keeps what it was asked.
final class FakeRecorder: @unchecked Sendable {
    let path: String
    private let listener: Descriptor
    private let answers: [String: ControlReply]
    private let lock = NSLock()
    private var heard: [ControlCall] = []
    private var isOver = false

    init(in folder: URL, answers: [String: ControlReply]) throws {
        path = folder.appendingPathComponent("control").path
        listener = try UnixSocket.listen(path: path, mode: 0o600)
        self.answers = answers
        Thread.detachNewThread { [self] in serve() }
    }

    func stop() { lock.withLock { isOver = true } }

    var calls: [ControlCall] { lock.withLock { heard } }

    private func serve() {
        while !lock.withLock({ isOver }) {
            guard waitFor(listener.raw, toRead: true, atMost: 100) else { continue }
            let raw = UnixSocket.accept(listener)
            // Each caller has its own thread: one that watches stays for long.
            if raw >= 0 { Thread.detachNewThread { [self] in answer(Descriptor(owning: raw)) } }
        }
    }

    private func answer(_ socket: consuming Descriptor) {
        var framer = VarlinkFramer(limit: 1 << 20)
        var buffer: [UInt8] = []
        while !lock.withLock({ isOver }) {
            guard waitFor(socket.raw, toRead: true, atMost: 100) else { continue }
            buffer.removeAll()
            guard case .bytes = Transfer.read(socket.raw, into: &buffer, limit: 4_096) else {
                return
            }
            // A client that speaks no Varlink gets no answer.
            for message in (try? framer.add(buffer)) ?? [] {
                guard let call = ControlCall(message: message) else { return }
                lock.withLock { heard.append(call) }
                let method = String(call.method.split(separator: ".").last ?? "")
                let reply = answers[method] ?? .failure(.methodNotFound(call.method))
                _ = Transfer.send(socket.raw, VarlinkFramer.frame(reply.message)[...])
            }
        }
    }
}
