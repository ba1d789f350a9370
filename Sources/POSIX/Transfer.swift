private import Glibc

/// What came of trying to read or write without waiting.
package enum Transfer: Equatable, Sendable {
    case bytes(Int)
    /// Nothing can be moved now.
    case wouldBlock
    /// The other side closed (on reading), or can take nothing any more.
    case closed
    case failed(Errno)

    /// Reads at most `limit` bytes to the end of `buffer`. Corresponds to C `read`.
    package static func read(
        _ descriptor: Int32, into buffer: inout [UInt8], limit: Int
    ) -> Transfer {
        let count = buffer.count
        buffer.append(contentsOf: repeatElement(0, count: limit))
        let result = buffer.withUnsafeMutableBytes { bytes in
            repeated { Glibc.read(descriptor, bytes.baseAddress.map { $0 + count }, limit) }
        }
        buffer.removeLast(limit - max(0, result))
        if result > 0 { return .bytes(result) }
        return result == 0 ? .closed : failure("read")
    }

    /// Sends what fits of `bytes` to a socket, without SIGPIPE. Corresponds to C `send`.
    package static func send(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Transfer {
        let result = bytes.withUnsafeBytes { raw in
            repeated {
                Glibc.send(descriptor, raw.baseAddress, raw.count, Int32(MSG_NOSIGNAL))
            }
        }
        return result >= 0 ? .bytes(result) : failure("send")
    }

    private static func repeated(_ call: () -> Int) -> Int {
        while true {
            let result = call()
            if result != -1 || errno != EINTR { return result }
        }
    }

    private static func failure(_ operation: String) -> Transfer {
        switch errno {
        case EAGAIN: .wouldBlock
        case EPIPE, ECONNRESET: .closed
        default: .failed(Errno.current(operation))
        }
    }
}

/// Waits until a descriptor is readable or writable, at most `milliseconds`.
/// - Returns: whether it is; false also for an error of poll.
/// Corresponds to C `poll`.
package func waitFor(
    _ descriptor: Int32, toRead: Bool, atMost milliseconds: Int32
) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(toRead ? POLLIN : POLLOUT), revents: 0)
    return poll(&entry, 1, milliseconds) > 0
}
