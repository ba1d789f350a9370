private import Glibc

/// Sends datagrams to a port of this machine.
package final class DatagramSender {
    private let socket: Int32
    private var address = sockaddr_in()

    package init(port: UInt16) throws(Failure) {
        socket = Glibc.socket(
            AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { throw Failure("socket: \(String(cString: strerror(errno)))") }
        address = .loopback(port)
    }

    deinit { close(socket) }

    /// Nobody listening is not an error: a receiver does not know who hears it either.
    package func send(_ text: String) {
        let bytes = Array(text.utf8)
        withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                _ = sendto(
                    socket, bytes, bytes.count, 0, place,
                    socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}

/// A port of the loopback address that nobody uses just now.
package func freePort(datagram: Bool = false) throws(Failure) -> UInt16 {
    let type = datagram ? SOCK_DGRAM : SOCK_STREAM
    let socket = Glibc.socket(AF_INET, Int32(type.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { throw Failure("socket: \(String(cString: strerror(errno)))") }
    defer { close(socket) }
    var address = sockaddr_in.loopback(0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
            bind(socket, place, size) == 0 ? getsockname(socket, place, &size) : -1
        }
    }
    guard result == 0 else { throw Failure("bind: \(String(cString: strerror(errno)))") }
    return UInt16(bigEndian: address.sin_port)
}

/// A TCP connection to a port of this machine that is read line by line.
package final class LineConnection {
    private let socket: Int32
    private var pending: [UInt8] = []

    /// - Throws: `Failure` if nobody listens.
    package init(port: UInt16) throws(Failure) {
        socket = Glibc.socket(
            AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in.loopback(port)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            let reason = String(cString: strerror(errno))
            close(socket)
            throw Failure("port \(port): \(reason)")
        }
    }

    deinit { close(socket) }

    package func send(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// The next line without its end; nil when none came in time or the other side closed.
    package func line(within seconds: Double) -> String? {
        let deadline = monotonicSeconds() + seconds
        while true {
            if let end = pending.firstIndex(of: 10) {
                let line = pending[..<end].filter { $0 != 13 }
                pending.removeSubrange(...end)
                return String(decoding: line, as: UTF8.self)
            }
            let left = deadline - monotonicSeconds()
            var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            guard left > 0, poll(&waiting, 1, Int32(left * 1000) + 1) > 0 else { return nil }
            var chunk = [UInt8](repeating: 0, count: 4096)
            let count = recv(socket, &chunk, chunk.count, 0)
            guard count > 0 else { return nil }
            pending += chunk[..<count]
        }
    }
}

extension sockaddr_in {
    fileprivate static func loopback(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return address
    }
}
