import EventLoop
import RunCore
import TestSupport
import Testing

@testable import Services

@Suite("positions from GeoClue", .enabled(if: PrivateBus.isPossible), .serialized)
struct GeoClueReceiverTests {
    let fixture: BusFixture
    private static let service = "org.freedesktop.GeoClue2"
    private static let manager = "/org/freedesktop/GeoClue2/Manager"
    private static let client = "/org/freedesktop/GeoClue2/Client/1"
    private static let clientInterface = "org.freedesktop.GeoClue2.Client"

    init() throws { fixture = try BusFixture() }

    private func startGeoClue(start: String = "") throws {
        try fixture.bus.mock(
            name: Self.service, object: Self.manager,
            interface: "org.freedesktop.GeoClue2.Manager")
        for (name, input, output, code) in [
            ("CreateClient", "", "o", "ret = '\(Self.client)'"), ("DeleteClient", "o", "", ""),
        ] {
            try fixture.mock(
                Self.service, Self.manager, "AddMethod",
                ["sssss", "org.freedesktop.GeoClue2.Manager", name, input, output, code])
        }
        try fixture.mock(
            Self.service, Self.manager, "AddObject",
            [
                "ssa{sv}a(ssss)", Self.client, Self.clientInterface, "4", "DesktopId", "s", "",
                "RequestedAccuracyLevel", "u", "0", "DistanceThreshold", "u", "9",
                "TimeThreshold", "u", "9", "2", "Start", "", "", start, "Stop", "", "", "",
            ])
    }

    private func update(_ number: Int, latitude: Double) throws {
        let path = "/org/freedesktop/GeoClue2/Location/\(number)"
        try fixture.mock(
            Self.service, Self.manager, "AddObject",
            [
                "ssa{sv}a(ssss)", path, "org.freedesktop.GeoClue2.Location", "7", "Latitude", "d",
                "\(latitude)", "Longitude", "d", "77.59", "Accuracy", "d", "5", "Altitude", "d",
                "920", "Speed", "d", "2.9", "Heading", "d", "-1", "Timestamp", "(tt)",
                "1780293601", "500000", "0",
            ])
        try fixture.mock(
            Self.service, Self.client, "EmitSignal",
            ["sssav", Self.clientInterface, "LocationUpdated", "oo", "2", "o", "/", "o", path])
    }

    private func calls(_ object: String, _ method: String) throws -> Int {
        let text = try fixture.mock(Self.service, object, "GetMethodCalls", ["s", method])
        return Int(text.split(separator: " ")[1]) ?? 0
    }

    @Test("a client is made exact and immediate, gives fixes, and is deleted at the end")
    func wholeRun() throws {
        try startGeoClue()
        var fixes: [Fix] = []
        let receiver = try GeoClueReceiver(over: fixture.connection) { event in
            if case .fix(let fix) = event { fixes.append(fix) }
        }
        receiver.start()
        try fixture.turn { receiver.state == .working }
        let level = try fixture.mock(
            Self.service, Self.client, "Get",
            ["ss", Self.clientInterface, "RequestedAccuracyLevel"],
            interface: "org.freedesktop.DBus.Properties")
        #expect(level.hasPrefix("v u 8"))
        try update(1, latitude: 12.97)
        try fixture.turn { fixes.count == 1 }
        let fix = try #require(fixes.first)
        #expect(fix.mode == 3 && fix.coordinate?.latitude == 12.97 && fix.eph == 8)
        #expect(fix.ephSource == .receiver && fix.speed == 2.9 && fix.track == nil)
        let stamped = try WallTime(rfc3339: "2026-06-01T06:00:01.5Z")
        #expect(fix.time == stamped)
        receiver.stop()
        try fixture.turn { try calls(Self.manager, "DeleteClient") == 1 }
        #expect(try calls(Self.client, "Stop") == 1)
        try update(2, latitude: 13)
        try fixture.turn(seconds: 0.3)
        #expect(fixes.count == 1)
    }

    @Test("each cause is named")
    func causes() throws {
        func cause() throws -> PositionState {
            let receiver = try GeoClueReceiver(over: fixture.connection) { _ in }
            receiver.start()
            try fixture.turn { receiver.state != .starting }
            return receiver.state
        }
        #expect(try cause() == .failed("there is no GeoClue"))
        let denied = "org.freedesktop.DBus.Error.AccessDenied"
        try startGeoClue(start: "raise dbus.exceptions.DBusException('no', name='\(denied)')")
        #expect(try cause() == .failed("GeoClue does not let rund know the position"))
    }

    @Test("unknown and impossible values are unknown, or no fix at all")
    func dirt() {
        let whole: [String: BusValue] = [
            "Latitude": .double(12), "Longitude": .double(77), "Accuracy": .double(5),
            "Altitude": .double(-.greatestFiniteMagnitude), "Speed": .double(-1),
            "Heading": .double(-1), "Timestamp": .structure([.uint64(.max), .uint64(0)]),
        ]
        let fix = GeoClueReceiver.fix(whole)
        #expect(fix?.mode == 2 && fix?.altitude == nil && fix?.speed == nil && fix?.time == nil)
        let odd: [BusValue] = [
            .string("x"), .double(.nan), .double(1e300), .bytes([1]), .structure([]), .int64(-1),
        ]
        for name in whole.keys {
            for value in odd {
                var properties = whole
                properties[name] = value
                guard let fix = GeoClueReceiver.fix(properties) else { continue }
                #expect(fix.coordinate?.isValid == true)
                #expect(fix.eph.map { $0 > 0 } ?? true)
            }
        }
    }
}
