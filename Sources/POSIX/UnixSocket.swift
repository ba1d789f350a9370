private import CLinux
private import Glibc

/// Who is on the other side of a Unix socket.
package struct Peer: Equatable, Sendable {
    package var process: Int32
    package var user: UInt32
    package var group: UInt32

    package init(process: Int32, user: UInt32, group: UInt32) {
        self.process = process
        self.user = user
        self.group = group
    }
}

/// Stream sockets in the file system: non-blocking, closed on exec.
package enum UnixSocket {
    /// Listens at `path`, in place of a socket that nobody listens at any more.
    ///
    /// - Parameter mode: permission bits of the socket, set before anybody can connect.
    /// - Throws: `Errno` EADDRINUSE when somebody does listen there; ENAMETOOLONG for a path beyond
    ///   107 bytes.
    /// Corresponds to C `bind` and `listen`.
    package static func listen(path: String, mode: UInt32) throws(Errno) -> Descriptor {
        let socket = try make()
        var address = try self.address(path)
        if bind(socket.raw, &address) != 0 {
            guard errno == EADDRINUSE, isStale(path) else { throw Errno.current("bind") }
            unlink(path)
            guard bind(socket.raw, &address) == 0 else { throw Errno.current("bind") }
        }
        // Nobody can connect before listen(2), so there is no moment of wider permission.
        guard chmod(path, mode_t(mode)) == 0 else { throw Errno.current("chmod") }
        guard Glibc.listen(socket.raw, 16) == 0 else { throw Errno.current("listen") }
        return socket
    }

    /// Connects at once or not at all. Corresponds to C `connect`.
    /// - Throws: `Errno`: ENOENT or ECONNREFUSED when nobody listens, EACCES without permission.
    package static func connect(path: String) throws(Errno) -> Descriptor {
        let socket = try make()
        var address = try self.address(path)
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(socket.raw, $0, size)
            }
        }
        guard result == 0 else { throw Errno.current("connect") }
        return socket
    }

    /// The next waiting connection; -1 if none waits. The caller owns the descriptor.
    /// Corresponds to C `accept`.
    package static func accept(_ listener: borrowing Descriptor) -> Int32 {
        let raw = Glibc.accept(listener.raw, nil, nil)
        guard raw >= 0 else { return -1 }
        // accept4 is hidden from Swift; no other thread could spawn a child in between.
        _ = fcntl(raw, F_SETFD, FD_CLOEXEC)
        _ = fcntl(raw, F_SETFL, O_NONBLOCK)
        return raw
    }

    /// Corresponds to C `getsockopt` with SO_PEERCRED.
    package static func peer(of socket: borrowing Descriptor) throws(Errno) -> Peer {
        var peer = Peer(process: 0, user: 0, group: 0)
        guard rund_peer(socket.raw, &peer.process, &peer.user, &peer.group) == 0 else {
            throw Errno.current("getsockopt")
        }
        return peer
    }

    private static func make() throws(Errno) -> Descriptor {
        let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        let raw = try check("socket") { socket(AF_UNIX, Int32(kind), 0) }
        return Descriptor(owning: raw)
    }

    private static func isStale(_ path: String) -> Bool {
        do {
            _ = try connect(path: path)
            return false
        } catch {
            return error.code == ECONNREFUSED
        }
    }

    private static func bind(_ socket: Int32, _ address: inout sockaddr_un) -> Int32 {
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.bind(socket, $0, size)
            }
        }
    }

    private static func address(_ path: String) throws(Errno) -> sockaddr_un {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path), !bytes.isEmpty else {
            throw Errno(code: ENAMETOOLONG, operation: "bind")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return address
    }
}
