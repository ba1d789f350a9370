import EventLoop
import RunCore
import Services
import TestSupport
import Testing

@Suite("Bluetooth sensors through BlueZ", .enabled(if: PrivateBus.isPossible), .serialized)
struct BluetoothSensorsTests {
    let fixture: BusFixture
    private static let pod = "11:22:33:44:55:66"
    private static let strap = "AA:BB:CC:DD:EE:01"

    init() throws { fixture = try BusFixture() }

    /// What is heard, with what made it.
    private final class Heard {
        var events: [BluetoothSensors.Event] = []

        var feet: [FootReading] {
            events.compactMap { event in
                if case .foot(_, let reading) = event { return reading }
                return nil
            }
        }

        var rates: [Int] {
            events.compactMap { event in
                if case .heart(_, let measurement) = event { return measurement.bpm }
                return nil
            }
        }

        var connections: Int {
            events.reduce(0) { sum, event in
                if case .connected = event { return sum + 1 }
                return sum
            }
        }

        var losses: Int {
            events.reduce(0) { sum, event in
                if case .lost = event { return sum + 1 }
                return sum
            }
        }
    }

    private func sensors(_ heard: Heard) throws -> BluetoothSensors {
        try BluetoothSensors(over: fixture.connection, on: fixture.loop) { heard.events.append($0) }
    }

    private func addPod(_ blueZ: MockBlueZ, trusted: Bool = true, inReach: Bool = true) throws {
        try blueZ.addDevice(
            Self.pod, name: "Stryd", service: MockBlueZ.runningService, trusted: trusted)
        try blueZ.setReach(Self.pod, isInReach: inReach)
    }

    @Test("a paired pod is connected to, listened to, and let go at the end")
    func pod() throws {
        let blueZ = try MockBlueZ(fixture)
        try addPod(blueZ)
        let heard = Heard()
        let sensors = try sensors(heard)
        try fixture.turn { sensors.sensors.count == 1 }
        #expect(try blueZ.calls(MockBlueZ.path(Self.pod), "Connect") == 0, "no run, no connection")
        sensors.start()
        try fixture.turn { sensors.sensors.first?.isConnected == true }
        try blueZ.resolve(Self.pod, measurement: MockBlueZ.runningMeasurement)
        try fixture.turn { heard.connections == 1 }
        try blueZ.notify(Self.pod, [0x07, 0x00, 0x03, 170, 212, 0, 0x40, 0xE2, 0x01, 0x00])
        try fixture.turn { !heard.feet.isEmpty }
        #expect(heard.feet == [FootReading(speed: 3, cadence: 170, distance: 12_345.6)])
        try blueZ.notify(Self.pod, [0x07, 0x00])
        sensors.stop()
        try fixture.turn { sensors.sensors.first?.isConnected == false }
        #expect(heard.feet.count == 1 && heard.losses == 0)
        let characteristic = MockBlueZ.path(Self.pod) + "/service0010/char0011"
        #expect(try blueZ.calls(characteristic, "StartNotify") == 1)
        #expect(try blueZ.calls(characteristic, "StopNotify") == 1)
    }

    @Test("a pod that counts strides gives steps")
    func strides() throws {
        let blueZ = try MockBlueZ(fixture)
        try addPod(blueZ)
        let heard = Heard()
        let sensors = try sensors(heard)
        sensors.start()
        try fixture.turn { sensors.sensors.first?.isConnected == true }
        try blueZ.resolve(Self.pod, measurement: MockBlueZ.runningMeasurement)
        try fixture.turn { heard.connections == 1 }
        for count in 1...8 {
            try blueZ.notify(Self.pod, [0, UInt8(count), 3, 85])
            try fixture.turn { heard.feet.count == count }
        }
        #expect(heard.feet.last?.cadence == 170)
    }

    @Test("a strap with contact and battery")
    func strap() throws {
        let blueZ = try MockBlueZ(fixture)
        try blueZ.addDevice(
            Self.strap, name: "HRM", service: MockBlueZ.heartService, trusted: true)
        try blueZ.setReach(Self.strap, isInReach: true)
        let heard = Heard()
        let sensors = try sensors(heard)
        sensors.start()
        try fixture.turn { sensors.sensors.first?.isConnected == true }
        try blueZ.resolve(Self.strap, measurement: MockBlueZ.heartMeasurement)
        try fixture.turn { heard.connections == 1 }
        try blueZ.notify(Self.strap, [0x16, 151, 0x00, 0x02])
        try fixture.turn { heard.rates == [151] }
        try blueZ.setBattery(Self.strap, percent: 80)
        try fixture.turn {
            heard.events.contains { event in
                if case .battery(let sensor, 80) = event { return sensor.name == "HRM" }
                return false
            }
        }
        #expect(sensors.sensors.first?.battery == 80)
    }

    @Test("a sensor out of reach is tried again, later and later, and at once when it is seen")
    func outOfReach() throws {
        let blueZ = try MockBlueZ(fixture)
        try addPod(blueZ, inReach: false)
        let heard = Heard()
        let sensors = try sensors(heard)
        sensors.start()
        let path = MockBlueZ.path(Self.pod)
        try fixture.turn { try blueZ.calls(path, "Connect") >= 3 }
        #expect(heard.events.isEmpty)
        try blueZ.setReach(Self.pod, isInReach: true)
        try blueZ.update(Self.pod, ["1", "RSSI", "n", "-60"])
        try fixture.turn { sensors.sensors.first?.isConnected == true }
    }

    @Test("a sensor that drops out is told, and comes back by itself")
    func dropOut() throws {
        let blueZ = try MockBlueZ(fixture)
        try addPod(blueZ)
        let heard = Heard()
        let sensors = try sensors(heard)
        sensors.start()
        try fixture.turn { sensors.sensors.first?.isConnected == true }
        try blueZ.resolve(Self.pod, measurement: MockBlueZ.runningMeasurement)
        try fixture.turn { heard.connections == 1 }
        try blueZ.update(Self.pod, ["1", "Connected", "b", "false"])
        try fixture.turn { heard.losses == 1 && heard.connections == 2 }
        try blueZ.notify(Self.pod, [0, 0, 3, 170])
        try fixture.turn { heard.feet.count == 1 }
    }

    @Test("without BlueZ nothing happens; when it comes, and comes again, sensors are used")
    func blueZComesAndGoes() throws {
        let heard = Heard()
        let sensors = try sensors(heard)
        sensors.start()
        try fixture.turn(seconds: 0.3)
        for connections in 1...2 {
            let blueZ = try MockBlueZ(fixture)
            try addPod(blueZ)
            try fixture.turn { sensors.sensors.first?.isConnected == true }
            try blueZ.resolve(Self.pod, measurement: MockBlueZ.runningMeasurement)
            try fixture.turn { heard.connections == connections }
            try fixture.bus.kill(MockBlueZ.service)
            try fixture.turn { heard.losses == connections }
            #expect(sensors.sensors.isEmpty)
        }
    }

    @Test("a sensor that nobody paired is left alone")
    func stranger() throws {
        let blueZ = try MockBlueZ(fixture)
        try addPod(blueZ, trusted: false)
        let sensors = try sensors(Heard())
        sensors.start()
        try fixture.turn(seconds: 0.5)
        #expect(sensors.sensors.first?.isPaired == false)
        #expect(try blueZ.calls(MockBlueZ.path(Self.pod), "Connect") == 0)
        try blueZ.update(Self.pod, ["1", "Trusted", "b", "true"])
        try fixture.turn { sensors.sensors.first?.isConnected == true }
    }

    @Test("odd values of a characteristic are no readings, and end nothing")
    func dirt() throws {
        let blueZ = try MockBlueZ(fixture)
        try addPod(blueZ)
        let heard = Heard()
        let sensors = try sensors(heard)
        sensors.start()
        try fixture.turn { sensors.sensors.first?.isConnected == true }
        try blueZ.resolve(Self.pod, measurement: MockBlueZ.runningMeasurement)
        try fixture.turn { heard.connections == 1 }
        for value in [[], [1], [255, 255, 255, 255], [3, 0, 0, 0, 1]] as [[UInt8]] {
            try blueZ.notify(Self.pod, value)
        }
        try blueZ.notify(Self.pod, [0, 0, 3, 170])
        try fixture.turn { heard.feet.count == 1 }
        _ = sensors
    }
}
