import Glibc
import POSIX
import RunCore
import TestSupport

@testable import Sensors

/// A gpsd that says exactly what a test wants, and hears what it is told.
final class ScriptedGPSD {
    let port: UInt16
    private var listener: Int32
    private var client: Int32 = -1
    private(set) var heard = ""

    init(port: UInt16? = nil) throws(Failure) {
        if let port {
            self.port = port
        } else {
            self.port = try freePort()
        }
        listener = -1
        try listen()
    }

    deinit {
        hangUp()
        if listener >= 0 { close(listener) }
    }

    func listen() throws(Failure) {
        listener = socket(
            AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var yes: Int32 = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) }
        }
        guard result == 0, Glibc.listen(listener, 4) == 0 else {
            throw Failure("bind: \(String(cString: strerror(errno)))")
        }
    }

    /// Stops listening, as when gpsd ends; a client that is there is cut off.
    func end() {
        hangUp()
        close(listener)
        listener = -1
    }

    var hasWaiting: Bool { waitFor(listener, toRead: true, atMost: 0) }

    func accept() { client = Glibc.accept(listener, nil, nil) }

    func hangUp() {
        if client >= 0 { close(client) }
        client = -1
    }

    func say(_ text: String) {
        let bytes = Array(text.utf8)
        var rest = bytes[...]
        while !rest.isEmpty, case .bytes(let count) = Transfer.send(client, rest) {
            rest = rest.dropFirst(count)
        }
    }

    func hear() {
        while waitFor(client, toRead: true, atMost: 0) {
            var bytes: [UInt8] = []
            guard case .bytes = Transfer.read(client, into: &bytes, limit: 4096) else { return }
            heard += String(decoding: bytes, as: UTF8.self)
        }
    }

    static let version =
        #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#
        + "\r\n"

    /// A position report with whatever else it shall have.
    static func report(
        _ time: String? = nil, mode: Int = 3, place: String = #""lat":52.5,"lon":13.4"#,
        _ more: String = ""
    ) -> String {
        let stamp = time.map { #","time":"\#($0)""# } ?? ""
        return #"{"class":"TPV","device":"/dev/x","mode":\#(mode)\#(stamp),\#(place)\#(more)}"#
            + "\r\n"
    }
}

/// A client, its events, and a loop that serves it as the daemon's does.
final class Listener {
    let client: GPSDClient
    private(set) var events: [GPSDClient.Event] = []
    /// How often it was awake.
    private(set) var wakeUps = 0

    init(port: UInt16, device: String? = nil, wall: WallTime? = nil) {
        let near = wall ?? WallTime(microseconds: 1_780_308_000_000_000)
        client = GPSDClient(server: GPSDServer(host: "localhost", port: port, device: device)) {
            near
        }
    }

    static var now: Instant { Instant(microseconds: Clock.bootMicroseconds()) }

    /// Serves until `condition` holds.
    /// - Returns: whether it came to hold in time.
    @discardableResult
    func serve(within seconds: Double = 20, until condition: () -> Bool) -> Bool {
        let limit = Self.now + Elapsed(seconds: seconds)
        while !condition() {
            guard Self.now < limit else { return false }
            step(atMost: 20)
        }
        return true
    }

    /// Sleeps until the client is ready or due.
    func step(atMost milliseconds: Int32) {
        let due = client.deadline.map { max(0, ($0 - Self.now).microseconds / 1000 + 1) }
        let wait = Int32(clamping: min(Int64(milliseconds), due ?? .max))
        if let descriptor = client.descriptor {
            if waitFor(descriptor, toRead: !client.waitsToWrite, atMost: wait) {
                wakeUps += 1
                events += client.ready(at: Self.now)
            }
        } else {
            usleep(UInt32(wait) * 1000)
        }
        let more = client.advance(to: Self.now)
        if !more.isEmpty { wakeUps += 1 }
        events += more
    }

    /// Connects to a scripted gpsd, up to its first words.
    func meet(_ gpsd: ScriptedGPSD) -> Bool {
        guard serve(until: { gpsd.hasWaiting }) else { return false }
        gpsd.accept()
        let before = connections
        gpsd.say(ScriptedGPSD.version)
        return serve(until: { connections > before })
    }

    var connections: Int {
        events.count {
            if case .connected = $0 { return true }
            return false
        }
    }

    var fixes: [Fix] {
        events.compactMap {
            if case .fix(let fix, _) = $0 { return fix }
            return nil
        }
    }

    var moments: [Instant] {
        events.compactMap {
            if case .fix(_, let measured) = $0 { return measured }
            return nil
        }
    }

    var failures: [String] {
        events.compactMap {
            if case .disconnected(let reason, _) = $0 { return reason }
            return nil
        }
    }
}
