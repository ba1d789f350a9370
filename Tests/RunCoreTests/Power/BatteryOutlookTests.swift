import Testing

@testable import RunCore

@Suite("How long the battery lasts")
struct BatteryOutlookTests {
    private func outlook(_ reading: BatteryReading) -> BatteryOutlook {
        var outlook = BatteryOutlook()
        _ = outlook.add(reading, at: Instant(seconds: 0))
        return outlook
    }

    @Test("the system's own reckoning comes first, then energy by power")
    func given() {
        let both = BatteryReading(
            percent: 50, isDischarging: true, wattHours: 10, watts: 2, secondsLeft: 7200)
        #expect(outlook(both).remaining == Elapsed(seconds: 7200))
        let energy = BatteryReading(percent: 50, isDischarging: true, wattHours: 10, watts: 2)
        #expect(outlook(energy).remaining == Elapsed(seconds: 18_000))
        #expect(outlook(BatteryReading(percent: 50, isDischarging: true)).remaining == nil)
        let charging = BatteryReading(percent: 50, isDischarging: false, secondsLeft: 7200)
        #expect(outlook(charging).remaining == nil)
    }

    @Test("a gauge that tells only the charge is watched: 1 % in 5 min leaves 5 h at 60 %")
    func fromCharge() throws {
        var outlook = BatteryOutlook()
        for minute in 0...60 {
            let reading = BatteryReading(
                percent: 72 - Double(minute / 5), isDischarging: true)
            _ = outlook.add(reading, at: Instant(seconds: Double(minute) * 60))
        }
        let hours = try #require(outlook.remaining).seconds / 3600
        #expect(abs(hours - 5) < 0.6)
    }

    @Test("the drain of half an hour ago is forgotten")
    func forgets() throws {
        var outlook = BatteryOutlook()
        var percent = 100.0
        for minute in 0..<120 {
            percent -= minute < 40 ? 1 : 0.2
            _ = outlook.add(
                BatteryReading(percent: percent, isDischarging: true),
                at: Instant(seconds: Double(minute) * 60))
        }
        let hours = try #require(outlook.remaining).seconds / 3600
        #expect(abs(hours - percent / 12) < 0.3)
    }

    @Test("the warning comes once a fall, and anew after a recovery or charging")
    func warning() {
        var outlook = BatteryOutlook()
        let steps: [(Double, Bool, Bool)] = [
            (22, true, false), (20, true, true), (19, true, false), (21, true, false),
            (20, true, false), (26, true, false), (20, true, true), (15, false, false),
            (15, true, true),
        ]
        for (index, step) in steps.enumerated() {
            let warns = outlook.add(
                BatteryReading(percent: step.0, isDischarging: step.1),
                at: Instant(seconds: Double(index)), warnBelow: 20)
            #expect(warns == step.2, "step \(index)")
        }
    }

    @Test("no level, no warning")
    func noLevel() {
        var outlook = BatteryOutlook()
        let reading = BatteryReading(percent: 0, isDischarging: true)
        #expect(outlook.add(reading, at: Instant(seconds: 0)) == false)
    }

    @Test("the text rounds as one believes")
    func text() {
        let cases: [(Double, String)] = [
            (14_400, "about 4 h left"), (17_000, "about 5 h left"), (5_400, "about 1.5 h left"),
            (3_700, "about 1 h left"), (2_000, "about 35 min left"), (20, "about 5 min left"),
        ]
        for (seconds, expected) in cases {
            let reading = BatteryReading(
                percent: 62.6, isDischarging: true, secondsLeft: seconds)
            #expect(outlook(reading).text == "battery 63 %, \(expected)")
        }
        #expect(BatteryOutlook().text == nil)
        let charging = BatteryReading(percent: 80, isDischarging: false)
        #expect(outlook(charging).text == "battery 80 %, charging or full")
    }

    @Test("impossible charges are ignored, impossible times are unknown")
    func dirt() {
        var outlook = BatteryOutlook()
        for percent in [-1, 101, .nan, .infinity] {
            let reading = BatteryReading(percent: percent, isDischarging: true)
            #expect(outlook.add(reading, at: Instant(seconds: 0), warnBelow: 20) == false)
        }
        #expect(outlook.reading == nil)
        let years = BatteryReading(percent: 5, isDischarging: true, secondsLeft: 1e9)
        #expect(self.outlook(years).remaining == nil)
        let noPower = BatteryReading(
            percent: 5, isDischarging: true, wattHours: 1e300, watts: 0.02)
        #expect(self.outlook(noPower).remaining == nil)
    }
}
