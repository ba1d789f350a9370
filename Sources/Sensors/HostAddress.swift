private import Glibc
internal import POSIX

/// A place to connect to by TCP: a C `sockaddr` as bytes.
struct HostAddress: Equatable {
    private var bytes: [UInt8]
    private var family: Int32

    /// Addresses of a host that is written as one, or of this machine.
    /// - Returns: nothing for a name that has to be looked up.
    /// Corresponds to C `getaddrinfo` with AI_NUMERICHOST.
    static func numeric(_ host: String, port: UInt16) -> [HostAddress] {
        // Not looked up: some machines have no entry for it, and ask a name server.
        if host == "localhost" {
            return numeric("127.0.0.1", port: port) + numeric("::1", port: port)
        }
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, "\(port)", &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var addresses: [HostAddress] = []
        var next = list
        while let entry = next {
            if let address = entry.pointee.ai_addr {
                let bytes = UnsafeRawBufferPointer(
                    start: address, count: Int(entry.pointee.ai_addrlen))
                addresses.append(
                    HostAddress(bytes: Array(bytes), family: entry.pointee.ai_family))
            }
            next = entry.pointee.ai_next
        }
        return addresses
    }

    /// Begins to connect, without waiting. Corresponds to C `connect`.
    func connect() throws(Errno) -> OpenSocket {
        let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        let raw = try check("socket") { socket(family, Int32(kind), 0) }
        let opened = OpenSocket(Descriptor(owning: raw))
        let result = bytes.withUnsafeBytes { buffer -> Int32 in
            guard let address = buffer.baseAddress?.assumingMemoryBound(to: sockaddr.self)
            else { return -1 }
            return Glibc.connect(raw, address, socklen_t(buffer.count))
        }
        guard result == 0 || errno == EINPROGRESS else { throw Errno.current("connect") }
        return opened
    }

    /// How a connection that was begun has ended; nil if it stands.
    /// Corresponds to C `getsockopt` with SO_ERROR.
    static func failure(of descriptor: Int32) -> Errno? {
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size) == 0 else {
            return Errno.current("getsockopt")
        }
        return code == 0 ? nil : Errno(code: code, operation: "connect")
    }
}

/// A socket that several owners can hold; closed with the last of them.
final class OpenSocket {
    private let descriptor: Descriptor

    init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }

    var raw: Int32 { descriptor.raw }
}
