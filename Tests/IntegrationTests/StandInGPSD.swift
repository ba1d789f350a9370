import Glibc
import TestSupport

/// Speaks gpsd's protocol to one client, so that a test knows to the millisecond what was sent and
/// when: the ledger of the feeding side. A real gpsd holds an epoch back until it is complete.
final class StandInGPSD {
    let port: UInt16
    private let listener: Int32
    private var client: Int32 = -1
    private var isWatching = false
    private var received: [UInt8] = []
    /// What was sent to a client that watches: the number in the fix, and when.
    private(set) var sent: [(number: Int, at: Double)] = []

    init() throws {
        listener = socket(
            AF_INET,
            Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
                | Int32(SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let socket = listener
        let result = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                bind(socket, place, size) == 0 && listen(socket, 4) == 0
                    ? getsockname(socket, place, &size) : -1
            }
        }
        guard result == 0 else { throw Failure("listen: \(String(cString: strerror(errno)))") }
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit {
        if client >= 0 { close(client) }
        close(listener)
    }

    /// Lets a client in, and hears whether it wants to watch.
    /// - Returns: whether one does.
    func serve() -> Bool {
        let new = accept(listener, nil, nil)
        if new >= 0 {
            if client >= 0 { close(client) }
            client = new
            _ = fcntl(new, F_SETFL, O_NONBLOCK)
            _ = fcntl(new, F_SETFD, FD_CLOEXEC)
            isWatching = false
            received = []
            say(
                #"{"class":"VERSION","release":"3.25","rev":"3.25","proto_major":3,"proto_minor":15}"#
            )
        }
        guard client >= 0, !isWatching else { return isWatching }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(client, &buffer, buffer.count)
        if count > 0 { received += buffer[..<count] }
        if String(decoding: received, as: UTF8.self).contains("?WATCH={") {
            isWatching = true
            say(
                #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/ttyX0","activated":1.0}]}"#
            )
            say(#"{"class":"WATCH","enable":true,"json":true}"#)
        }
        return isWatching
    }

    /// Sends a fix that no other is like: 3 m and a tenth of a second further than the last one.
    func send(_ number: Int) {
        let latitude = Self.latitude(number)
        let time = "2026-06-01T\(Self.clock(number))Z"
        let isSent = say(
            #"{"class":"TPV","device":"/dev/ttyX0","mode":3,"time":"\#(time)","lat":\#(latitude),"#
                + #""lon":77.5,"alt":900.0,"eph":4.0,"speed":3.0,"track":0.0}"#)
        if isSent { sent.append((number, monotonicSeconds())) }
    }

    /// The client is gone.
    func hangUp() {
        if client >= 0 { close(client) }
        client = -1
        isWatching = false
    }

    static func latitude(_ number: Int) -> Double { Double(120_000_000 + number * 27) / 1e7 }

    /// Which fix has this latitude.
    static func number(_ latitude: Double) -> Int {
        Int((latitude * 1e7).rounded() - 120_000_000) / 27
    }

    private static func clock(_ number: Int) -> String {
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let seconds = number / 10
        return "\(two(seconds / 3600 % 24)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
            + ".\(number % 10)00"
    }

    @discardableResult
    private func say(_ line: String) -> Bool {
        let bytes = [UInt8]((line + "\r\n").utf8)
        return Glibc.send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }
}
