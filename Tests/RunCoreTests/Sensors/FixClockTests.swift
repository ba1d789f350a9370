import RunCore
import Testing

@Suite struct FixClockTests {
    private let origin = WallTime(microseconds: 1_780_308_000_000_000)

    private func at(_ seconds: Double) -> Instant { Instant(seconds: seconds) }

    private func gps(_ seconds: Double) -> WallTime { origin + Elapsed(seconds: seconds) }

    @Test("a fix that is late by more than the smallest recent delay is that much older")
    func ages() {
        var clock = FixClock()
        #expect(clock.measured(arrival: at(100.2), time: gps(0)) == at(100.2))
        #expect(clock.measured(arrival: at(101.1), time: gps(1)) == at(101.1))
        // Two seconds of jam: both fixes come at once, and keep their second between them.
        #expect(clock.measured(arrival: at(104.0), time: gps(2)) == at(102.1))
        #expect(clock.measured(arrival: at(104.0), time: gps(3)) == at(103.1))
        #expect(clock.measured(arrival: at(104.1), time: gps(4)) == at(104.1))
    }

    @Test("without a GPS time a fix is as new as its arrival")
    func withoutTime() {
        var clock = FixClock()
        for second in 0..<5 {
            let arrival = at(10 + Double(second))
            #expect(clock.measured(arrival: arrival, time: nil) == arrival)
        }
    }

    @Test("a GPS time that jumps back or ahead costs no fix its moment")
    func jumps() {
        for jump: Double in [-3, -1320, 3600, 7168 * 86_400] {
            var clock = FixClock()
            for second in 0..<10 {
                _ = clock.measured(arrival: at(Double(second)), time: gps(Double(second)))
            }
            for second in 10..<20 {
                let arrival = at(Double(second))
                let measured = clock.measured(arrival: arrival, time: gps(Double(second) + jump))
                #expect(measured == arrival, "jump of \(jump) s at \(second) s")
            }
        }
    }

    @Test("the leap second, told as the second after it, neither goes back nor stalls for long")
    func leapSecond() {
        var clock = FixClock()
        var last = at(0)
        let told = [57.0, 58, 59, 60, 60, 61, 62, 63]
        for (index, second) in told.enumerated() {
            let measured = clock.measured(arrival: at(Double(index + 1)), time: gps(second))
            #expect(measured >= last)
            #expect(at(Double(index + 1)) - measured <= Elapsed(seconds: 1))
            last = measured
        }
    }

    @Test("moments never decrease and never lie after the arrival, whatever the receiver says")
    func alwaysOrdered() {
        for seed in UInt64(1)...200 {
            var random = SplitMix(seed: seed)
            var clock = FixClock()
            var arrival = at(0)
            var last = at(-1)
            for _ in 0..<100 {
                arrival = arrival + Elapsed(microseconds: Int64(random.next() % 3_000_000))
                let noise = Int64(bitPattern: random.next() % 200_000_000) - 100_000_000
                let time =
                    random.next() % 5 == 0
                    ? nil : WallTime(microseconds: origin.microseconds + noise)
                let measured = clock.measured(arrival: arrival, time: time)
                #expect(measured >= last && measured <= arrival, "seed \(seed)")
                last = measured
            }
        }
    }

    @Test("of fixes that came together at first, the older ones were measured earlier")
    func greeting() {
        var clock = FixClock()
        let arrival = Instant(seconds: 100)
        let times = [10.0, 11, 12].map { WallTime(microseconds: Int64($0 * 1e6)) }
        clock.learn(times.map { (arrival, $0) })
        let measured = times.map { clock.measured(arrival: arrival, time: $0) }
        #expect(measured.map(\.seconds) == [98, 99, 100])
        let next = clock.measured(
            arrival: Instant(seconds: 101.2), time: WallTime(microseconds: 13_000_000))
        #expect(next == Instant(seconds: 101))
    }
}

@Suite struct GPSWeekTests {
    private static let day: Int64 = 86_400_000_000

    @Test("a date 1024 or 2048 weeks off is put right; a right one is left alone")
    func corrected() {
        let now = WallTime(microseconds: 1_780_308_000_000_000)
        #expect(GPSWeek.corrected(now, near: now) == now)
        let once = WallTime(microseconds: now.microseconds - 7168 * Self.day)
        #expect(GPSWeek.corrected(once, near: now) == now)
        let ahead = WallTime(microseconds: now.microseconds + 7168 * Self.day)
        #expect(GPSWeek.corrected(ahead, near: now) == now)
        let yearOff = WallTime(microseconds: now.microseconds - 365 * Self.day)
        #expect(GPSWeek.corrected(yearOff, near: now) == yearOff)
    }

    @Test("a time before 2000 is no time")
    func tooOld() {
        let now = WallTime(microseconds: 1_780_308_000_000_000)
        #expect(GPSWeek.corrected(WallTime(microseconds: 0), near: now) == nil)
        #expect(GPSWeek.corrected(WallTime(microseconds: Int64.min), near: now) == nil)
        #expect(GPSWeek.corrected(WallTime(microseconds: Int64.max), near: now) != nil)
    }
}

/// Steele, Lea and Flood 2014: a small generator with a seed that can be printed.
struct SplitMix {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
