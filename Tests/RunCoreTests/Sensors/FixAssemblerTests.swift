import RunCore
import Testing

@Suite struct FixAssemblerTests {
    private let place = Coordinate(latitude: 45.5, longitude: 7.25)

    private func report(
        second: Int64?, speed: Double? = nil, eph: Double? = nil, altitude: Double? = nil
    ) -> Fix {
        Fix(
            mode: altitude == nil ? 2 : 3, coordinate: place, altitude: altitude,
            time: second.map { WallTime(microseconds: 1_780_308_000_000_000 + $0 * 1_000_000) },
            eph: eph, speed: speed, device: "/dev/ttyACM0")
    }

    @Test("the first epoch waits for its other reports, the next ones end with the habitual number")
    func habit() {
        var assembler = FixAssembler()
        #expect(assembler.add(report(second: 0, eph: 9), arrival: Instant(seconds: 0)).isEmpty)
        #expect(assembler.add(report(second: 0, speed: 3), arrival: Instant(seconds: 0.05)).isEmpty)
        #expect(assembler.deadline == Instant(seconds: 0.25))
        let first = assembler.advance(to: Instant(seconds: 0.25))
        #expect(first.map(\.fix.speed) == [3])
        #expect(first.map(\.fix.eph) == [9])
        #expect(first.map(\.firstArrival) == [Instant(seconds: 0)])
        #expect(assembler.deadline == nil)
        #expect(assembler.add(report(second: 1, eph: 8), arrival: Instant(seconds: 1)).isEmpty)
        let second = assembler.add(report(second: 1, speed: 4), arrival: Instant(seconds: 1.02))
        #expect(second.map(\.fix.speed) == [4])
        #expect(second.map(\.fix.eph) == [8])
        #expect(assembler.deadline == nil)
    }

    @Test("one report an epoch is given out at once, without a timer")
    func single() {
        var assembler = FixAssembler()
        _ = assembler.add(report(second: 0), arrival: Instant(seconds: 0))
        _ = assembler.advance(to: Instant(seconds: 0.3))
        for second in 1..<20 as Range<Int64> {
            let given = assembler.add(
                report(second: second), arrival: Instant(seconds: Double(second)))
            #expect(given.count == 1)
            #expect(assembler.deadline == nil)
        }
    }

    @Test("an epoch gives one fix, however many reports it has and whenever they come")
    func exactlyOnce() {
        for seed in UInt64(1)...300 {
            var random = SplitMix(seed: seed)
            var assembler = FixAssembler()
            var given: [WallTime?] = []
            let epochs = 30
            var now = Instant(seconds: 0)
            for epoch in 0..<Int64(epochs) {
                now = max(now, Instant(seconds: Double(epoch)))
                for _ in 0..<Int(1 + random.next() % 4) {
                    now = now + Elapsed(microseconds: Int64(random.next() % 200_000))
                    given += assembler.advance(to: now).map(\.fix.time)
                    given += assembler.add(report(second: epoch), arrival: now).map(\.fix.time)
                }
            }
            given += assembler.advance(to: now + Elapsed(seconds: 1)).map(\.fix.time)
            #expect(given.count == epochs, "seed \(seed)")
            #expect(Set(given.map { $0?.microseconds }).count == epochs, "seed \(seed)")
        }
    }

    @Test("reports without a time belong together if they say the same place in one burst")
    func withoutTime() {
        var assembler = FixAssembler()
        _ = assembler.add(report(second: nil), arrival: Instant(seconds: 0))
        _ = assembler.add(report(second: nil, speed: 2), arrival: Instant(seconds: 0.1))
        #expect(assembler.advance(to: Instant(seconds: 0.3)).map(\.fix.speed) == [2])
        _ = assembler.add(report(second: nil), arrival: Instant(seconds: 1))
        let both = assembler.add(report(second: nil, speed: 5), arrival: Instant(seconds: 1.01))
        #expect(both.map(\.fix.speed) == [5])
    }

    @Test("an altitude of one sentence is kept when the next has none")
    func altitude() {
        var assembler = FixAssembler()
        _ = assembler.add(report(second: 0, altitude: 40), arrival: Instant(seconds: 0))
        _ = assembler.add(report(second: 0, speed: 1), arrival: Instant(seconds: 0.1))
        let fix = assembler.advance(to: Instant(seconds: 0.3)).first?.fix
        #expect(fix?.altitude == 40)
        #expect(fix?.mode == 3)
    }
}

@Suite struct ErrorOriginTests {
    @Test("HDOP × 19 and × 4.75 are gpsd's own figures, everything else the receiver's")
    func factors() {
        var plain = ErrorOrigin()
        #expect(plain.judge(eph: 17.1, hdop: 0.9) == .synthesised)
        var differential = ErrorOrigin()
        #expect(differential.judge(eph: 4.275, hdop: 0.9) == .synthesised)
        var receiver = ErrorOrigin()
        #expect(receiver.judge(eph: 4.2, hdop: 0.9) == .receiver)
        #expect(receiver.judge(eph: nil, hdop: 0.9) == nil)
    }

    @Test("one HDOP of another epoch does not make a synthesised figure the receiver's")
    func hysteresis() {
        var origin = ErrorOrigin()
        #expect(origin.judge(eph: 17.1, hdop: 0.9) == .synthesised)
        #expect(origin.judge(eph: 57, hdop: 0.9) == .synthesised)
        #expect(origin.judge(eph: 57, hdop: 3.0) == .synthesised)
        for _ in 0..<2 { #expect(origin.judge(eph: 5, hdop: 0.9) == .synthesised) }
        #expect(origin.judge(eph: 5, hdop: 0.9) == .receiver)
    }
}

@Suite struct BackOffTests {
    @Test("tries come after 1, 2, 4, 8, 16 and then every 30 seconds, and begin anew after success")
    func sequence() {
        var backOff = BackOff()
        let waits = (0..<8).map { _ in backOff.next().microseconds / 1_000_000 }
        #expect(waits == [1, 2, 4, 8, 16, 30, 30, 30])
        backOff.reset()
        #expect(backOff.next() == Elapsed(seconds: 1))
    }
}
