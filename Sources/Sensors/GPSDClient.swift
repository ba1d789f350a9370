private import Glibc
internal import POSIX
package import RunCore

/// The recorder's connection to gpsd: never waits, and comes back for ever.
///
/// Its descriptor changes with every connection; `generation` tells when. Call `ready` when the
/// descriptor is (writable, if `waitsToWrite`), and `advance` when the deadline is over.
package final class GPSDClient {
    package enum Event: Equatable, Sendable {
        /// A fix, or the news that the receiver has none.
        case fix(Fix, measured: Instant)
        /// gpsd answered; its release.
        case connected(release: String)
        /// The session is dead, or could not be begun.
        case disconnected(reason: String, retryIn: Elapsed)
        /// gpsd has so many receivers.
        case receivers(Int)
        /// gpsd said something that a person should know.
        case warning(String)
    }

    private enum State {
        case resting(until: Instant)
        case lookingUp(HostLookup, until: Instant)
        case connecting(OpenSocket, until: Instant)
        case open(OpenSocket)
    }

    package let server: GPSDServer
    /// Grows whenever `descriptor` is another one, even if it has the same number.
    package private(set) var generation = 0

    private var state = State.resting(until: Instant(microseconds: 0))
    private var addresses: [HostAddress] = []
    private var lastFailure = ""
    private var backOff = BackOff()
    private var lines = LineBuffer(limit: longestLine)
    private let unpacker = GPSDUnpacker()
    private var receivers: [String: Receiver] = [:]
    private var rhythm = EpochRhythm()
    private var hasToldOfLongLine = false
    private let wall: () -> WallTime

    /// As long as libgps takes one (GPS_JSON_RESPONSE_MAX).
    private static let longestLine = 20_480
    private static let connectLimit = Elapsed(microseconds: 10_000_000)
    private static let mostReceivers = 16

    /// - Parameter wall: a civil time near now, for receivers whose week counter ran over.
    package init(server: GPSDServer, wall: @escaping () -> WallTime) {
        self.server = server
        self.wall = wall
    }

    /// What to watch; nil while it rests.
    package var descriptor: Int32? {
        switch state {
        case .resting: nil
        case .lookingUp(let lookup, _): lookup.descriptor
        case .connecting(let socket, _): socket.raw
        case .open(let socket): socket.raw
        }
    }

    /// Watch for writable instead of readable.
    package var waitsToWrite: Bool {
        if case .connecting = state { return true }
        return false
    }

    /// What comes now can wait until `nextLook`: do not watch the descriptor.
    package var isResting: Bool { nextLook != nil }

    /// When it will look by itself at what a regular receiver will have sent by then.
    package var nextLook: Instant? {
        if case .open = state { return rhythm.next }
        return nil
    }

    /// When `advance` has something to do.
    package var deadline: Instant? {
        switch state {
        case .resting(let until): until
        case .lookingUp(_, let until): until
        case .connecting(_, let until): until
        case .open:
            (receivers.values.compactMap(\.deadline) + [rhythm.next].compactMap(\.self)).min()
        }
    }

    /// Does what time asks for: connects, gives up a try, gives out a fix.
    package func advance(to now: Instant) -> [Event] {
        guard let deadline, deadline <= now else { return [] }
        switch state {
        case .resting: return begin(now)
        case .lookingUp: return fail("\(server.host): no answer from the name server", now)
        case .connecting: return tryNext(now, after: "no answer")
        case .open(let socket): return look(socket.raw, now)
        }
    }

    /// Goes on with what the descriptor is ready for.
    package func ready(at now: Instant) -> [Event] {
        switch state {
        case .resting: return []
        case .lookingUp: return lookedUp(now)
        case .connecting(let socket, _):
            if let failure = HostAddress.failure(of: socket.raw) {
                return tryNext(now, after: failure.reason)
            }
            return connected(socket, now)
        case .open(let socket): return read(socket.raw, now)
        }
    }

    /// Takes what a regular receiver has sent, if it is time for that, and what nothing completed.
    private func look(_ socket: Int32, _ now: Instant) -> [Event] {
        var events: [Event] = []
        if let next = rhythm.next, next <= now {
            events += read(socket, now)
            if rhythm.next == next { rhythm.missed() }
        }
        for name in receivers.keys.sorted() {
            events += withReceiver(name, now) { $0.advance(to: now) }
        }
        return events
    }

    private func begin(_ now: Instant) -> [Event] {
        addresses = HostAddress.numeric(server.host, port: server.port)
        guard addresses.isEmpty else { return tryNext(now, after: "no address") }
        do {
            state = .lookingUp(try HostLookup(server.host), until: now + Self.connectLimit)
            generation += 1
            return []
        } catch {
            return fail("\(error)", now)
        }
    }

    private func lookedUp(_ now: Instant) -> [Event] {
        guard case .lookingUp(let lookup, _) = state,
            let found = lookup.addresses(port: server.port)
        else { return [] }
        addresses = found
        return tryNext(now, after: "no such host")
    }

    private func tryNext(_ now: Instant, after failure: String) -> [Event] {
        var failure = failure
        while !addresses.isEmpty {
            do {
                state = .connecting(
                    try addresses.removeFirst().connect(), until: now + Self.connectLimit)
                generation += 1
                return []
            } catch {
                failure = error.reason
            }
        }
        return fail(failure, now)
    }

    private func connected(_ socket: OpenSocket, _ now: Instant) -> [Event] {
        let device = server.device.map { ",\"device\":\(JSONValue.string($0).text)" } ?? ""
        let watch = "?WATCH={\"enable\":true,\"json\":true\(device)};\n"
        let bytes = Array(watch.utf8)
        guard Transfer.send(socket.raw, bytes[...]) == .bytes(bytes.count) else {
            return fail("it closed the connection", now)
        }
        lines = LineBuffer(limit: Self.longestLine)
        receivers = [:]
        rhythm = EpochRhythm()
        state = .open(socket)
        generation += 1
        return []
    }

    /// Reads all that is there; a flood is left for the next pass of the loop.
    private func read(_ socket: Int32, _ now: Instant) -> [Event] {
        var events: [Event] = []
        for _ in 0..<16 {
            var bytes: [UInt8] = []
            switch Transfer.read(socket, into: &bytes, limit: 16 << 10) {
            case .bytes(let count):
                events += take(bytes, now)
                if count < 16 << 10 { return events }
            case .wouldBlock: return events
            case .closed: return events + fail("it closed the connection", now)
            case .failed(let error): return events + fail(error.reason, now)
            }
        }
        return events
    }

    private func take(_ bytes: [UInt8], _ now: Instant) -> [Event] {
        var events: [Event] = []
        lines.add(bytes) { line in
            switch line {
            case .complete(let text):
                if let report = unpacker.unpack(text, near: wall()) {
                    events += take(report, now)
                }
            case .tooLong:
                if !hasToldOfLongLine { events.append(.warning("gpsd sent an over-long line")) }
                hasToldOfLongLine = true
            }
        }
        return events
    }

    private func take(_ report: GPSDReport, _ now: Instant) -> [Event] {
        switch report {
        case .version(let release):
            backOff.reset()
            return [.connected(release: release)]
        case .devices(let count): return [.receivers(count)]
        case .device(let path, let isActive):
            return isActive ? [] : [.warning("gpsd lost the receiver \(path)")]
        case .error(let text): return [.warning("gpsd says: \(text)")]
        case .sky(let device, let hdop, let satellites):
            return withReceiver(device, now) {
                $0.take(sky: hdop, satellites, at: now)
                return []
            }
        case .position(let fix): return withReceiver(fix.device, now) { $0.take(fix, at: now) }
        }
    }

    private func withReceiver(
        _ device: String?, _ now: Instant, _ body: (inout Receiver) -> [Event]
    ) -> [Event] {
        let name = device ?? ""
        // Names come from outside: a flood of them must not fill the memory.
        if receivers[name] == nil, receivers.count >= Self.mostReceivers { receivers = [:] }
        var receiver = receivers[name] ?? Receiver()
        let epochs = receiver.epochs
        let events = body(&receiver)
        if receiver.epochs != epochs {
            // Two receivers have no rhythm together.
            rhythm.completed(receivers.count < 2 ? receiver.lastTime : nil, at: now)
        }
        receivers[name] = receiver
        return events
    }

    private func fail(_ reason: String, _ now: Instant) -> [Event] {
        let wait = backOff.next()
        state = .resting(until: now + wait)
        generation += 1
        receivers = [:]
        // Said once: a gpsd that is not there is not news every 30 s.
        guard reason != lastFailure || wait.microseconds <= 1_000_000 else { return [] }
        lastFailure = reason
        return [.disconnected(reason: reason, retryIn: wait)]
    }
}
