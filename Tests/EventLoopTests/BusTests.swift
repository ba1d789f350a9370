import EventLoop
import Glibc
import POSIX
import TestSupport
import Testing

@Suite("D-Bus connection", .enabled(if: PrivateBus.isPossible), .serialized)
struct BusTests {
    let box: Sandbox
    let bus: PrivateBus
    let loop: EventLoop

    init() throws {
        box = try Sandbox()
        bus = try PrivateBus(in: box)
        loop = try EventLoop()
        try bus.mock(name: "org.example.Echo", object: "/echo", interface: "org.example.Echo")
    }

    private func connect(lost: @escaping () -> Void = {}) throws -> BusConnection {
        try BusConnection(.address(bus.address), on: loop, lost: lost)
    }

    private func turn(until done: () -> Bool) throws {
        _ = try eventually(within: 20, every: 0) {
            if !done() { try loop.runOnce(atMost: 50_000) }
            return done()
        }
        #expect(done())
    }

    private func addMethod(_ name: String, _ input: String, _ output: String, _ code: String) throws
    {
        try bus.call(
            "org.example.Echo", "/echo", "org.freedesktop.DBus.Mock", "AddMethod",
            ["sssss", "org.example.Echo", name, input, output, code])
    }

    private func result(
        _ connection: BusConnection, _ name: String, _ arguments: [BusValue] = [],
        within seconds: Double = 10
    ) throws -> Result<[BusValue], BusError> {
        var answer: Result<[BusValue], BusError>?
        let method = BusConnection.Method(
            "org.example.Echo", "/echo", "org.example.Echo", name)
        connection.call(method, arguments, within: seconds) { answer = $0 }
        try turn { answer != nil }
        return try #require(answer)
    }

    @Test("every type of value goes out and comes back as it was")
    func roundTrip() throws {
        let values: [BusValue] = [
            .bool(true), .byte(200), .int16(-30_000), .uint16(60_000), .int32(-7), .uint32(7),
            .int64(.min), .uint64(.max), .double(-0.25), .string("Straße, 5 €"), .path("/a/b"),
            .signature("a{sv}"), .array(of: "s", []), .strings(["x", ""]), .bytes([0, 255]),
            .options([("one", .int32(1)), ("two", .options([("deep", .bool(false))]))]),
            .structure([.double(1), .string("in"), .array(of: "(ss)", [])]),
            .variant(.structure([.byte(1)])),
        ]
        let types = values.map(\.type).joined()
        try addMethod("Echo", types, types, "ret = args")
        #expect(try result(connect(), "Echo", values).get() == values)
    }

    @Test("a refusal carries its name and its words")
    func refusal() throws {
        let name = "org.example.Error.NotNow"
        try addMethod(
            "Refuse", "", "", "raise dbus.exceptions.DBusException('come later', name='\(name)')")
        let answer = try result(connect(), "Refuse")
        #expect(
            answer
                == .failure(BusError(name: name, message: "come later", operation: "Refuse")))
    }

    @Test("a service that is not there is told from one that refuses")
    func absent() throws {
        var answer: Result<[BusValue], BusError>?
        let connection = try connect()
        connection.call(BusConnection.Method("org.example.Nobody", "/", "a.b", "C")) { answer = $0 }
        try turn { answer != nil }
        guard case .failure(let error) = answer else {
            Issue.record("answered")
            return
        }
        #expect(error.isAbsent && !error.isDenied)
    }

    @Test("an answer that does not come in time is an error")
    func slow() throws {
        try addMethod("Sleep", "", "", "import time; time.sleep(5)")
        guard case .failure(let error) = try result(connect(), "Sleep", within: 0.2) else {
            Issue.record("answered")
            return
        }
        #expect(error.operation == "Sleep")
    }

    @Test("arguments that D-Bus cannot carry are an error, not a closed connection")
    func unsendable() throws {
        let connection = try connect()
        guard case .failure = try result(connection, "Echo", [.path("no path")]) else {
            Issue.record("sent")
            return
        }
        try addMethod("Still", "", "s", "ret = 'here'")
        #expect(try result(connection, "Still").get() == [.string("here")])
    }

    @Test("signals come while somebody listens, and no longer")
    func signals() throws {
        let connection = try connect()
        var heard: [BusSignal] = []
        let rule = BusMatch.Rule(
            sender: "org.example.Echo", object: "/echo", interface: "org.example.Echo")
        var match: BusMatch? = try connection.watch(rule) { heard.append($0) }
        try addMethod("Ready", "", "", "")
        _ = try result(connection, "Ready")
        func emit(_ number: String) throws {
            try bus.call(
                "org.example.Echo", "/echo", "org.freedesktop.DBus.Mock", "EmitSignal",
                ["sssav", "org.example.Echo", "Tick", "i", "1", "i", number])
        }
        try emit("42")
        try turn { !heard.isEmpty }
        #expect(
            heard == [BusSignal(object: "/echo", member: "Tick", arguments: [.int32(42)])])
        #expect(match != nil)
        match = nil
        try emit("43")
        _ = try result(connection, "Ready")
        #expect(heard.count == 1)
    }

    @Test("properties are read, set, and their changes heard")
    func properties() throws {
        try bus.call(
            "org.example.Echo", "/echo", "org.freedesktop.DBus.Mock", "AddProperty",
            ["ssv", "org.example.Echo", "Level", "u", "3"])
        let connection = try connect()
        let object = BusObject("org.example.Echo", "/echo")
        var changes: [[String: BusValue]] = []
        let match = try object.watchProperties(of: "org.example.Echo", over: connection) {
            changes.append($0)
        }
        var all: [String: BusValue]?
        object.properties(of: "org.example.Echo", over: connection) { all = try? $0.get() }
        try turn { all != nil }
        #expect(all == ["Level": .uint32(3)])
        object.set("Level", of: "org.example.Echo", to: .uint32(9), over: connection)
        try turn { !changes.isEmpty }
        #expect(changes.first?["Level"]?.integer == 9)
        _ = match
    }

    @Test("a descriptor in an answer is ours, and closed with its last copy")
    func descriptor() throws {
        try addMethod(
            "Lock", "", "h",
            "import os; self.r, w = os.pipe(); ret = dbus.types.UnixFd(w); os.close(w)")
        let connection = try connect()
        var values: [BusValue] = try result(connection, "Lock").get()
        let raw = try #require(values.first?.descriptor?.raw)
        #expect(fcntl(raw, F_GETFD) == FD_CLOEXEC)
        values = []
        #expect(fcntl(raw, F_GETFD) == -1)
    }

    @Test("the loss of the bus is told once, and calls under way fail")
    func loss() throws {
        var losses = 0
        let connection = try connect { losses += 1 }
        try addMethod("Sleep", "", "", "import time; time.sleep(5)")
        var failed = false
        let method = BusConnection.Method(
            "org.example.Echo", "/echo", "org.example.Echo", "Sleep")
        connection.call(method) { answer in
            if case .failure = answer { failed = true }
        }
        try loop.runOnce(atMost: 100_000)
        bus.killDaemon()
        try turn { losses > 0 && failed }
        #expect(losses == 1)
        failed = false
        connection.call(method) { answer in
            if case .failure = answer { failed = true }
        }
        #expect(failed, "a call over a lost bus fails at once")
    }

    @Test("a bus that is not there is an error that names it")
    func noBus() {
        #expect {
            _ = try BusConnection(.address("unix:path=/nonexistent"), on: loop, lost: {})
        } throws: { error in
            "\(error)" == "connecting to the bus at unix:path=/nonexistent: "
                + "No such file or directory"
        }
    }

    @Test("an idle connection never wakes the program")
    func idle() throws {
        let connection = try connect()
        try addMethod("Ready", "", "", "")
        _ = try result(connection, "Ready")
        while try loop.runOnce(atMost: 0) {}
        #expect(try !loop.runOnce(atMost: 1_000_000))
        _ = connection
    }
}
