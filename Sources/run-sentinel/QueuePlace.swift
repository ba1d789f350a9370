private import Glibc
internal import POSIX
internal import SentinelProtocol

/// Our place behind the sentinel that sounds: its answer, and then the end of the connection.
struct QueuePlace: ~Copyable {
    /// -1 when the holder could not be reached, which is asked again after a moment.
    let socket: Int32
    private var lines = LineBuffer()
    /// Milliseconds.
    private let retryAt: Int64

    /// How long a holder may have its lock and not its socket, in milliseconds.
    static let moment: Int64 = 10

    init(token: AlarmToken, directory: String, now: Int64) {
        retryAt = now + Self.moment
        do throws(Errno) {
            let connection = try UnixSocket.connect(path: directory + "/alert.sock")
            let line = Array((VisitorMessage.wait(token).line + "\n").utf8)
            _ = Transfer.send(connection.raw, line[...])
            socket = connection.release()
        } catch {
            socket = -1
        }
    }

    deinit { if socket >= 0 { close(socket) } }

    /// - Returns: when to look again, in milliseconds, unless the socket says so first.
    var deadline: Int64? { socket < 0 ? retryAt : nil }

    mutating func receive(now: Int64) -> SentinelMachine.QueueAnswer? {
        guard socket >= 0 else { return now >= retryAt ? .ended : nil }
        var bytes: [UInt8] = []
        switch Transfer.read(socket, into: &bytes, limit: 256) {
        case .wouldBlock: return nil
        case .closed, .failed: return .ended
        case .bytes:
            let replies = lines.append(bytes).compactMap { line in
                line.flatMap { VisitorReply(rawValue: $0) }
            }
            // A reply that is not understood is as good as none: try for the lock again and again.
            return replies.first.map { $0 == .absorbed ? .absorbed : .accepted }
        }
    }
}
