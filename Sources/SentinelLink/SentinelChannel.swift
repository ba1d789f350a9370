private import CLinux
private import Glibc
private import POSIX
internal import SentinelProtocol

/// One open link to a sentinel: lines out without waiting, lines in as they come.
final class SentinelChannel {
    enum Sent {
        case done
        /// The socket is full: whoever should read it hangs.
        case blocked
        case closed
    }

    private let descriptor: Descriptor
    private var lines = LineBuffer()
    /// A child of ours, whose end we have to collect.
    let child: Int32?
    /// Known at once for a child of ours, and from ARMED for systemd's: its socket shows the manager as the peer.
    var process: Int32?

    var raw: Int32 { descriptor.raw }

    init(owning raw: Int32, child: Int32?) {
        descriptor = Descriptor(owning: raw)
        self.child = child
        process = child
    }

    /// - Parameter attached: a descriptor that travels with the line, or -1.
    func send(_ line: String, attached: Int32) -> Sent {
        let bytes = Array((line + "\n").utf8)
        while true {
            let count = rund_send(descriptor.raw, bytes, bytes.count, attached)
            if count == bytes.count { return .done }
            if count >= 0 { return .blocked }
            switch errno {
            case EINTR: continue
            case EAGAIN, ENOBUFS: return .blocked
            default: return .closed
            }
        }
    }

    /// Reads all that has come.
    /// - Returns: the complete messages, and whether the other end is closed.
    func receive() -> (messages: [SentinelMessage], isClosed: Bool) {
        var messages: [SentinelMessage] = []
        var bytes: [UInt8] = []
        while true {
            bytes.removeAll(keepingCapacity: true)
            switch Transfer.read(descriptor.raw, into: &bytes, limit: 4096) {
            case .bytes:
                messages += lines.append(bytes).compactMap { line in
                    line.flatMap { SentinelMessage(line: $0) }
                }
            case .wouldBlock: return (messages, false)
            case .closed, .failed: return (messages, true)
            }
        }
    }
}
