private import Glibc

/// Buffered text on its way to a descriptor, or kept in memory for a test.
///
/// A reader that has gone (`runctl list | head -1`) is no error: the rest is dropped quietly.
final class Output {
    private enum Sink {
        case descriptor(Int32)
        case memory
    }

    /// Set once a write fails for another reason than a reader that has gone.
    private(set) var failure: String?
    private let sink: Sink
    private var buffer: [UInt8] = []
    /// Nobody reads any more, or nothing more can be written.
    private(set) var isClosed = false
    private static let capacity = 1 << 16

    init(descriptor: Int32) { sink = .descriptor(descriptor) }

    /// Keeps everything; read it back with `text`.
    init() { sink = .memory }

    /// What was written so far, of an output that is kept in memory.
    var text: String { String(decoding: buffer, as: UTF8.self) }

    func write(_ text: String) {
        var text = text
        text.withUTF8 { write(bytes: $0) }
    }

    func writeLine(_ line: String) {
        write(line)
        write("\n")
    }

    func write(bytes: some Collection<UInt8>) {
        if isClosed { return }
        buffer.append(contentsOf: bytes)
        if buffer.count >= Output.capacity { flush() }
    }

    /// Hands everything to the system. Corresponds to C `write`.
    func flush() {
        guard case .descriptor(let descriptor) = sink else { return }
        var start = 0
        while start < buffer.count, !isClosed {
            let written = buffer.withUnsafeBytes { bytes in
                Glibc.write(
                    descriptor, bytes.baseAddress.map { $0 + start }, bytes.count - start)
            }
            if written >= 0 {
                start += written
            } else if errno != EINTR {
                isClosed = true
                if errno != EPIPE { failure = String(cString: strerror(errno)) }
            }
        }
        buffer.removeAll(keepingCapacity: true)
    }
}
