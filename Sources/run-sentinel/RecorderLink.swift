private import CLinux
private import Glibc
internal import POSIX
internal import SentinelProtocol

/// Our end of the socket to the recorder.
struct RecorderLink: ~Copyable {
    let socket: Descriptor
    private var lines = LineBuffer()
    /// The memory that came with the last ARM; -1: none.
    private(set) var attached: Int32 = -1
    private(set) var isClosed = false

    init(owning raw: Int32) { socket = Descriptor(owning: raw) }

    deinit { if attached >= 0 { close(attached) } }

    /// Reads all that has come. What has no meaning to this version is logged and skipped.
    mutating func receive() -> [RecorderMessage] {
        var messages: [RecorderMessage] = []
        var bytes = [UInt8](repeating: 0, count: 4096)
        while !isClosed {
            var descriptor: Int32 = -1
            let count = rund_receive(socket.raw, &bytes, bytes.count, &descriptor)
            if descriptor >= 0 { keep(descriptor) }
            if count < 0 && errno == EINTR { continue }
            if count < 0 && errno == EAGAIN { break }
            guard count > 0 else {
                isClosed = true
                break
            }
            for line in lines.append(bytes.prefix(count)) {
                if let line, let message = RecorderMessage(line: line) {
                    messages.append(message)
                } else {
                    Log.write("the recorder said something unknown", .warning)
                }
            }
        }
        return messages
    }

    /// Says it, or loses it: a recorder that does not read must not hold us up.
    func say(_ message: SentinelMessage) {
        let bytes = Array((message.line + "\n").utf8)
        _ = rund_send(socket.raw, bytes, bytes.count, -1)
    }

    /// Gives the memory away: the caller closes it.
    mutating func takeAttached() -> Int32 {
        defer { attached = -1 }
        return attached
    }

    private mutating func keep(_ descriptor: Int32) {
        if attached >= 0 { close(attached) }
        attached = descriptor
    }
}
