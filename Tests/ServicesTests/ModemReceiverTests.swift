import EventLoop
import RunCore
import Services
import TestSupport
import Testing

@Suite("a modem's GPS through ModemManager", .enabled(if: PrivateBus.isPossible), .serialized)
struct ModemReceiverTests {
    let fixture: BusFixture
    private static let service = "org.freedesktop.ModemManager1"
    private static let manager = "/org/freedesktop/ModemManager1"
    private static let modem = "/org/freedesktop/ModemManager1/Modem/0"
    private static let location = "org.freedesktop.ModemManager1.Modem.Location"
    private static let sentences = [
        "$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47",
        "$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A",
    ].joined(separator: "\r\n")

    init() throws { fixture = try BusFixture() }

    private final class Heard {
        var events: [PositionEvent] = []
        var states: [PositionState] {
            events.compactMap { event in
                if case .state(let state) = event { return state }
                return nil
            }
        }
        var fixes: [Fix] {
            events.compactMap { event in
                if case .fix(let fix) = event { return fix }
                return nil
            }
        }
    }

    private func startManager() throws {
        try fixture.bus.mock(
            name: Self.service, object: Self.manager, interface: Self.service,
            managesObjects: true)
    }

    /// - Parameter setup: what the method `Setup` does, in Python.
    private func addModem(
        state: Int = 8, capabilities: Int = 7, setup: String? = nil
    ) throws {
        let works =
            "self.UpdateProperties('\(Self.location)', {'Enabled': dbus.UInt32(args[0]), "
            + "'SignalsLocation': dbus.Boolean(args[1])})"
        let rate =
            "self.UpdateProperties('\(Self.location)', {'GpsRefreshRate': dbus.UInt32(args[0])})"
        try fixture.mock(
            Self.service, Self.manager, "AddObject",
            [
                "ssa{sv}a(ssss)", Self.modem, Self.location, "5", "Capabilities", "u",
                "\(capabilities)", "Enabled", "u", "1", "SignalsLocation", "b", "false",
                "GpsRefreshRate", "u", "30", "Location", "a{uv}", "0", "3", "Setup", "ub", "",
                setup ?? works, "SetGpsRefreshRate", "u", "", rate, "GetLocation", "", "a{uv}",
                "ret = self.Get('\(Self.location)', 'Location')",
            ])
        try fixture.mock(
            Self.service, Self.modem, "AddProperties",
            ["sa{sv}", "org.freedesktop.ModemManager1.Modem", "1", "State", "i", "\(state)"])
    }

    private func property(_ name: String) throws -> String {
        try fixture.mock(
            Self.service, Self.modem, "Get", ["ss", Self.location, name],
            interface: "org.freedesktop.DBus.Properties"
        ).split(separator: "\n").first.map(String.init) ?? ""
    }

    private func receiver(_ heard: Heard) throws -> ModemReceiver {
        try ModemReceiver(over: fixture.connection) { heard.events.append($0) }
    }

    @Test("it is switched on at one fix a second, gives fixes, and is put back as it was")
    func wholeRun() throws {
        try startManager()
        try addModem()
        let heard = Heard()
        let receiver = try receiver(heard)
        try fixture.turn(seconds: 0.2)
        #expect(heard.events.isEmpty, "no run, no receiver")
        receiver.start()
        try fixture.turn { receiver.state == .working }
        #expect(try property("Enabled") == "v u 5")
        #expect(try property("SignalsLocation") == "v b true")
        #expect(try property("GpsRefreshRate") == "v u 1")
        try fixture.mock(
            Self.service, Self.modem, "EmitSignal",
            [
                "sssav", "org.freedesktop.DBus.Properties", "PropertiesChanged", "sa{sv}as", "3",
                "s", Self.location, "a{sv}", "1", "Location", "a{uv}", "1", "4", "s",
                Self.sentences, "as", "0",
            ])
        try fixture.turn { !heard.fixes.isEmpty }
        let fix = try #require(heard.fixes.first)
        #expect(fix.mode == 3 && fix.satellites == 8 && fix.device == Self.modem)
        #expect(abs(try #require(fix.speed) - 11.52) < 0.01)
        receiver.stop()
        try fixture.turn { try property("Enabled") == "v u 1" }
        #expect(try property("SignalsLocation") == "v b false")
        try fixture.turn { try property("GpsRefreshRate") == "v u 30" }
        #expect(heard.states == [.starting, .working])
    }

    @Test("each cause is named")
    func causes() throws {
        func cause() throws -> PositionState {
            let heard = Heard()
            let receiver = try receiver(heard)
            receiver.start()
            try fixture.turn { receiver.state != .starting }
            return receiver.state
        }
        #expect(try cause() == .failed("there is no ModemManager"))
        try startManager()
        #expect(try cause() == .failed("there is no modem"))
        try addModem(state: 3)
        #expect(try cause() == .failed("the modem is off"))
        try fixture.mock(Self.service, Self.manager, "RemoveObject", ["s", Self.modem])
        try addModem(capabilities: 1)
        #expect(try cause() == .failed("the modem has no GPS"))
        try fixture.mock(Self.service, Self.manager, "RemoveObject", ["s", Self.modem])
        let name = "org.freedesktop.ModemManager1.Error.Core.Unauthorized"
        try addModem(setup: "raise dbus.exceptions.DBusException('no', name='\(name)')")
        #expect(try cause() == .failed("polkit does not let rund use the modem"))
    }

    @Test("a ModemManager that dies is told, and used again when it is back")
    func restart() throws {
        try startManager()
        try addModem()
        let heard = Heard()
        let receiver = try receiver(heard)
        receiver.start()
        try fixture.turn { receiver.state == .working }
        try fixture.bus.kill(Self.service)
        try fixture.turn { receiver.state == .failed("ModemManager has gone") }
        try startManager()
        try fixture.turn { receiver.state == .failed("there is no modem") }
        #expect(heard.fixes.isEmpty)
    }
}
