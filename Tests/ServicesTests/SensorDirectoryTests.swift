import EventLoop
import Services
import TestSupport
import Testing

@Suite(
    "finding and remembering Bluetooth sensors", .enabled(if: PrivateBus.isPossible), .serialized)
struct SensorDirectoryTests {
    let fixture: BusFixture
    private static let pod = "11:22:33:44:55:66"

    init() throws { fixture = try BusFixture() }

    private func directory() throws -> SensorDirectory {
        try SensorDirectory(over: fixture.connection)
    }

    private func list(_ directory: SensorDirectory) throws
        -> Result<[KnownSensor], SensorDirectory.Refusal>
    {
        var answer: Result<[KnownSensor], SensorDirectory.Refusal>?
        directory.list { answer = $0 }
        try fixture.turn { answer != nil }
        return try #require(answer)
    }

    @Test("a scan shows pods and straps as they appear, and nothing else")
    func scan() throws {
        let blueZ = try MockBlueZ(fixture)
        let directory = try directory()
        var seen: [KnownSensor] = []
        directory.scan(seen: { seen.append($0) }, failed: { Issue.record("\($0)") })
        try fixture.turn { try blueZ.calls("/org/bluez/hci0", "StartDiscovery") == 1 }
        try blueZ.addDevice(
            "00:00:00:00:00:01", name: "Phone", service: "0000110a-0000-1000-8000-00805f9b34fb",
            trusted: false)
        try blueZ.addDevice(
            Self.pod, name: "Stryd", service: MockBlueZ.runningService, trusted: false)
        try fixture.turn { !seen.isEmpty }
        #expect(Set(seen.map(\.name)) == ["Stryd"])
        #expect(seen.first?.kinds == [.foot] && seen.first?.strength == -79)
        directory.stopScan()
        try fixture.turn { try blueZ.calls("/org/bluez/hci0", "StopDiscovery") == 1 }
    }

    @Test("a paired sensor is listed as such until it is forgotten")
    func pairAndForget() throws {
        let blueZ = try MockBlueZ(fixture)
        try blueZ.addDevice(
            Self.pod, name: "Stryd", service: MockBlueZ.runningService, trusted: false)
        let directory = try directory()
        #expect(try list(directory).get().map(\.isPaired) == [false])
        var answers: [SensorDirectory.Refusal?] = []
        directory.pair(Self.pod.lowercased()) { answers.append($0) }
        try fixture.turn { answers.count == 1 }
        try fixture.turn { try list(directory).get().map(\.isPaired) == [true] }
        directory.forget(Self.pod) { answers.append($0) }
        try fixture.turn { answers.count == 2 }
        try fixture.turn { try list(directory).get().isEmpty }
        #expect(answers == [nil, nil])
    }

    @Test("a sensor that was never seen is refused by its address")
    func unknown() throws {
        _ = try MockBlueZ(fixture)
        let directory = try directory()
        var answers: [SensorDirectory.Refusal?] = []
        directory.pair("00:11:22:33:44:55") { answers.append($0) }
        directory.forget("00:11:22:33:44:55") { answers.append($0) }
        try fixture.turn { answers.count == 2 }
        let refusal = SensorDirectory.Refusal.unknown(address: "00:11:22:33:44:55")
        #expect(answers == [refusal, refusal])
        #expect("\(refusal)" == "no sensor 00:11:22:33:44:55 has been seen")
    }

    @Test("without BlueZ, without an adapter, and with Bluetooth off, the cause is named")
    func causes() throws {
        #expect(try list(directory()) == .failure(.noBlueZ))
        let blueZ = try MockBlueZ(fixture, adapter: false)
        let directory = try directory()
        #expect(try list(directory) == .failure(.noAdapter))
        try fixture.mock(
            MockBlueZ.service, "/", "AddAdapter", ["ss", "hci0", "board"],
            interface: "org.bluez.Mock")
        try fixture.turn { (try? list(directory).get()) != nil }
        try fixture.mock(
            MockBlueZ.service, "/org/bluez/hci0", "UpdateProperties",
            ["sa{sv}", "org.bluez.Adapter1", "1", "Powered", "b", "false"])
        try fixture.turn { try list(directory) == .failure(.adapterOff) }
        _ = blueZ
    }
}
