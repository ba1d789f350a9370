import EventLoop
import TestSupport
import Testing

/// A private bus, a loop and a connection to try a service's adapter on.
final class BusFixture {
    let box: Sandbox
    let bus: PrivateBus
    let loop: EventLoop
    let connection: BusConnection

    init() throws {
        box = try Sandbox()
        bus = try PrivateBus(in: box)
        loop = try EventLoop()
        connection = try BusConnection(.address(bus.address), on: loop, lost: {})
    }

    /// Turns the loop until it is so, 20 s at most.
    func turn(
        until done: () throws -> Bool, _ location: SourceLocation = #_sourceLocation
    ) throws {
        let isDone = try eventually(within: 20, every: 0) {
            if try done() { return true }
            try loop.runOnce(atMost: 20_000)
            return try done()
        }
        #expect(isDone, "waited in vain", sourceLocation: location)
    }

    /// Turns the loop for that long, for what must not happen.
    func turn(seconds: Double) throws {
        let end = monotonicSeconds() + seconds
        while monotonicSeconds() < end { try loop.runOnce(atMost: 20_000) }
    }

    /// Calls a method of the mock itself.
    @discardableResult
    func mock(
        _ service: String, _ object: String, _ method: String, _ arguments: [String] = [],
        interface: String = "org.freedesktop.DBus.Mock"
    ) throws -> String {
        try bus.call(service, object, interface, method, arguments)
    }
}
