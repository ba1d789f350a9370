private import Glibc
internal import POSIX
internal import SentinelProtocol

/// The connections that others made to `alert.sock` while we sound.
struct Visitors {
    private final class Visitor {
        let id: Int
        let socket: Descriptor
        /// May speak for a recorder or a sentinel: the same user, or root.
        let isTrusted: Bool
        var lines = LineBuffer()

        init(id: Int, owning raw: Int32) {
            self.id = id
            socket = Descriptor(owning: raw)
            // Without an answer about the peer it is trusted with nothing but ACK.
            let user = (try? UnixSocket.peer(of: socket))?.user
            isTrusted = user == geteuid() || user == 0
        }
    }

    private var all: [Visitor] = []
    private var next = 1
    private static let most = 16

    var descriptors: [Int32] { all.map { $0.socket.raw } }

    mutating func accept(from listener: Int32) {
        while true {
            let raw = Glibc.accept(listener, nil, nil)
            guard raw >= 0 else { return }
            guard all.count < Self.most else {
                close(raw)
                continue
            }
            _ = fcntl(raw, F_SETFD, FD_CLOEXEC)
            _ = fcntl(raw, F_SETFL, O_NONBLOCK)
            all.append(Visitor(id: next, owning: raw))
            next += 1
        }
    }

    /// Reads all that they have said, and forgets those that left.
    mutating func receive() -> (said: [(id: Int, message: VisitorMessage)], left: [Int]) {
        var said: [(Int, VisitorMessage)] = []
        var left: [Int] = []
        for visitor in all {
            var bytes: [UInt8] = []
            switch Transfer.read(visitor.socket.raw, into: &bytes, limit: 1024) {
            case .wouldBlock: break
            case .closed, .failed: left.append(visitor.id)
            case .bytes:
                for line in visitor.lines.append(bytes) {
                    guard let message = line.flatMap({ VisitorMessage(line: $0) }),
                        visitor.isTrusted || message == .acknowledge
                    else {
                        answer(visitor.id, .notUnderstood)
                        continue
                    }
                    said.append((visitor.id, message))
                }
            }
        }
        all.removeAll { left.contains($0.id) }
        return (said, left)
    }

    func answer(_ id: Int, _ reply: VisitorReply) {
        guard let visitor = all.first(where: { $0.id == id }) else { return }
        _ = Transfer.send(visitor.socket.raw, Array((reply.rawValue + "\n").utf8)[...])
    }

    /// Lets go of all of them, which tells those that wait to try again.
    mutating func dismiss() { all.removeAll() }
}
