import EventLoop
import RunCore
import TestSupport
import Testing

@testable import Services

@Suite("battery through UPower", .enabled(if: PrivateBus.isPossible), .serialized)
struct PowerSupplyTests {
    let fixture: BusFixture

    init() throws { fixture = try BusFixture() }

    private func startUPower() throws {
        try fixture.bus.mock(template: "upower", name: "org.freedesktop.UPower")
    }

    private func set(
        state: Int, percent: Double, energy: Double = 0, rate: Double = 0, seconds: Int = 0,
        present: Bool = true
    ) throws {
        try fixture.mock(
            "org.freedesktop.UPower", "/org/freedesktop/UPower", "SetupDisplayDevice",
            [
                "uuddddxxbsu", "2", "\(state)", "\(percent)", "\(energy)", "20", "\(rate)",
                "\(seconds)", "0", present ? "true" : "false", "x", "1",
            ])
    }

    @Test("a battery is found, and its changes are heard")
    func changes() throws {
        try startUPower()
        try set(state: 2, percent: 63, energy: 12.5, rate: 3.1, seconds: 14_500)
        var readings: [BatteryReading?] = []
        let supply = try PowerSupply(over: fixture.connection) { readings.append($0) }
        try fixture.turn { !readings.isEmpty }
        #expect(
            readings == [
                BatteryReading(
                    percent: 63, isDischarging: true, wattHours: 12.5, watts: 3.1,
                    secondsLeft: 14_500)
            ])
        try set(state: 1, percent: 64)
        try fixture.turn { readings.last??.percent == 64 && readings.last??.wattHours == nil }
        #expect(readings.last??.isDischarging == false)
        _ = supply
    }

    @Test("without UPower, or without a battery, there is silence; a battery that goes is told")
    func absent() throws {
        var readings: [BatteryReading?] = []
        let supply = try PowerSupply(over: fixture.connection) { readings.append($0) }
        try fixture.turn(seconds: 0.5)
        #expect(readings.isEmpty)
        try startUPower()
        try fixture.turn(seconds: 0.5)
        #expect(readings.isEmpty)
        try set(state: 2, percent: 40)
        try fixture.turn { readings.last??.percent == 40 }
        try fixture.bus.kill("org.freedesktop.UPower")
        try fixture.turn { readings.last == .some(nil) }
        _ = supply
    }

    @Test("a UPower that comes back is asked again")
    func comesBack() throws {
        try startUPower()
        try set(state: 2, percent: 40)
        var readings: [BatteryReading?] = []
        let supply = try PowerSupply(over: fixture.connection) { readings.append($0) }
        try fixture.turn { readings.last??.percent == 40 }
        try fixture.bus.kill("org.freedesktop.UPower")
        try startUPower()
        try set(state: 2, percent: 39)
        try fixture.turn { readings.last??.percent == 39 }
        _ = supply
    }

    @Test("properties of the wrong type or range are no battery, and never trap")
    func dirt() {
        let whole: [String: BusValue] = [
            "IsPresent": .bool(true), "Percentage": .double(50), "State": .uint32(2),
            "Energy": .double(10), "EnergyRate": .double(2), "TimeToEmpty": .int64(9),
        ]
        let odd: [BusValue] = [
            .string("x"), .double(.nan), .double(-1), .double(1e300), .uint64(.max), .bytes([1]),
            .variant(.int16(-5)), .structure([]),
        ]
        #expect(PowerSupply.reading(whole)?.percent == 50)
        for name in whole.keys {
            for value in odd {
                var properties = whole
                properties[name] = value
                if let reading = PowerSupply.reading(properties) {
                    #expect((0...100).contains(reading.percent))
                    #expect(reading.secondsLeft.map { $0 > 0 } ?? true)
                }
            }
        }
        #expect(PowerSupply.reading([:]) == nil)
    }
}
