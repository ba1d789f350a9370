package import POSIX
package import RunCore

/// The recorder's end of the control socket. It never waits: the loop says when it can go on.
package final class ControlServer {
    private let listener: Descriptor
    private let path: String

    /// Listens at `path` for the owner and the group, in place of a dead recorder's socket.
    /// - Throws: `Errno` EADDRINUSE when another recorder listens there.
    package init(path: String) throws(Errno) {
        self.path = path
        listener = try UnixSocket.listen(path: path, mode: 0o660)
    }

    /// Readable when somebody wants to connect.
    package var descriptor: Int32 { listener.raw }

    /// The next caller; nil if none waits.
    package func accept() -> ControlConnection? {
        let raw = UnixSocket.accept(listener)
        guard raw >= 0 else { return nil }
        return ControlConnection(Descriptor(owning: raw))
    }
}

/// One caller of the recorder.
package final class ControlConnection {
    package enum Received: Equatable, Sendable {
        /// Calls that are complete now, in order.
        case calls([ControlCall])
        /// The caller went, or sent what is no Varlink (the reason); close the connection.
        case over(reason: String?)
    }

    /// A caller needs little; who sends more is no caller.
    private static let longestCall = 64 << 10
    /// A caller who does not read what it asked for is given up beyond this.
    private static let mostUnread = 4 << 20

    /// Who calls; nil if the kernel did not say.
    package let peer: Peer?
    private let socket: Descriptor
    private var framer = VarlinkFramer(limit: longestCall)
    private var outgoing: [UInt8] = []
    private var sent = 0

    package init(_ socket: consuming Descriptor) {
        self.socket = socket
        do {
            peer = try UnixSocket.peer(of: self.socket)
        } catch {
            peer = nil
        }
    }

    package var descriptor: Int32 { socket.raw }

    /// Bytes wait until the caller takes them: watch for writable.
    package var hasUnsent: Bool { sent < outgoing.count }

    /// Reads what is there, at most 256 KiB, so that a flood can't hold the loop.
    package func receive() -> Received {
        var calls: [ControlCall] = []
        for _ in 0..<4 {
            var buffer: [UInt8] = []
            switch Transfer.read(socket.raw, into: &buffer, limit: 64 << 10) {
            case .bytes(let count):
                do {
                    for message in try framer.add(buffer) {
                        guard let call = ControlCall(message: message) else {
                            return .over(reason: "a message without a method")
                        }
                        calls.append(call)
                    }
                } catch {
                    return .over(reason: "\(error)")
                }
                if count < 64 << 10 { return .calls(calls) }
            case .wouldBlock: return .calls(calls)
            case .closed: return calls.isEmpty ? .over(reason: nil) : .calls(calls)
            case .failed(let error): return .over(reason: "\(error)")
            }
        }
        return .calls(calls)
    }

    /// Sends a reply, or as much as the caller takes now; the rest waits for `flush`.
    /// - Returns: false when the caller is gone or does not read; close the connection.
    package func send(_ reply: ControlReply) -> Bool {
        outgoing += VarlinkFramer.frame(reply.message)
        return flush() && outgoing.count - sent <= Self.mostUnread
    }

    /// Goes on sending.
    /// - Returns: false when the caller is gone.
    package func flush() -> Bool {
        while hasUnsent {
            switch Transfer.send(socket.raw, outgoing[sent...]) {
            case .bytes(let count): sent += count
            case .wouldBlock: return true
            case .closed, .failed: return false
            }
        }
        outgoing.removeAll(keepingCapacity: outgoing.capacity <= 64 << 10)
        sent = 0
        return true
    }
}
