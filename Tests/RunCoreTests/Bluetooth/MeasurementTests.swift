import Testing

@testable import RunCore

@Suite("Values of Bluetooth sensors")
struct MeasurementTests {
    @Test("a foot pod's report with all fields")
    func running() throws {
        // Running, 3.0 m/s, 170 steps/min, stride 2.12 m, 12,345.6 m.
        let value: [UInt8] = [0x07, 0x00, 0x03, 170, 212, 0, 0x40, 0xE2, 0x01, 0x00]
        let measurement = try #require(RunningMeasurement(value))
        #expect(measurement.speed == 3)
        #expect(measurement.cadence == 170)
        #expect(measurement.strideLength == 2.12)
        #expect(measurement.distance == 12_345.6)
        #expect(measurement.isRunning)
    }

    @Test("fields that the flags do not promise are unknown")
    func flags() throws {
        let short = try #require(RunningMeasurement([0, 0x80, 0x01, 110]))
        #expect(short.speed == 1.5 && short.strideLength == nil && short.distance == nil)
        #expect(!short.isRunning)
        let distance = try #require(RunningMeasurement([2, 0, 0, 0, 255, 255, 255, 255]))
        #expect(distance.distance == 429_496_729.5 && distance.strideLength == nil)
    }

    @Test("a report that is too short for its flags is none; longer ones are read")
    func lengths() {
        let whole: [UInt8] = [0x07, 0, 3, 170, 212, 0, 1, 2, 3, 4]
        for count in 0..<whole.count {
            #expect(RunningMeasurement(Array(whole.prefix(count))) == nil)
        }
        #expect(RunningMeasurement(whole + [9, 9]) == RunningMeasurement(whole))
    }

    @Test("a strap's report in both widths, with contact, energy and intervals")
    func heart() throws {
        let narrow = try #require(HeartRateMeasurement([0x06, 151]))
        #expect(narrow.bpm == 151 && narrow.hasContact == true && narrow.intervals.isEmpty)
        #expect(narrow.reading == HeartReading(bpm: 151))
        // Wide, contact supported but absent, energy 300 kJ, two intervals.
        let wide = try #require(
            HeartRateMeasurement([0x1D, 150, 0, 0x2C, 1, 0x00, 0x02, 0x00, 0x01]))
        #expect(wide.bpm == 150 && wide.hasContact == false && wide.energy == 300)
        #expect(wide.intervals == [0.5, 0.25])
        #expect(wide.reading == nil)
        let plain = try #require(HeartRateMeasurement([0x00, 60]))
        #expect(plain.hasContact == nil && plain.reading == HeartReading(bpm: 60))
    }

    @Test(
        "no heart beats at 0 or 255, and a short value is no report", arguments: [0, 24, 251, 255])
    func impossible(_ bpm: UInt8) {
        #expect(HeartRateMeasurement([0, bpm])?.reading == nil)
        #expect(HeartRateMeasurement([1, bpm]) == nil)
        #expect(HeartRateMeasurement([8, bpm, 1]) == nil)
        #expect(HeartRateMeasurement([]) == nil)
    }

    @Test("random and changed bytes never trap, and give numbers in range")
    func fuzz() {
        let seeds: [[UInt8]] = [
            [0x07, 0, 3, 170, 212, 0, 1, 2, 3, 4], [0x1D, 150, 0, 0x2C, 1, 0, 2, 0, 1], [],
        ]
        for seed in 0..<50_000 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            var bytes = seeds[Int(seed % 3)]
            for _ in 0..<Int(random.next() % 6) {
                let byte = UInt8(truncatingIfNeeded: random.next())
                switch random.next() % 3 {
                case 0: bytes.append(byte)
                case 1 where !bytes.isEmpty: bytes[Int(random.next() % UInt64(bytes.count))] = byte
                default: _ = bytes.popLast()
                }
            }
            var cadence = PodCadence()
            if let pod = RunningMeasurement(bytes) {
                #expect(pod.speed >= 0 && pod.speed < 256, "seed \(seed)")
                #expect((0...510).contains(cadence.steps(pod)), "seed \(seed)")
            }
            if let heart = HeartRateMeasurement(bytes) {
                #expect(heart.intervals.count <= bytes.count / 2, "seed \(seed)")
                #expect(heart.reading.map { (25...250).contains($0.bpm) } ?? true)
            }
        }
    }
}

@Suite("Steps or strides of a foot pod")
struct PodCadenceTests {
    private func pod(
        _ speed: Double, _ cadence: Double, stride: Double? = nil
    ) throws -> RunningMeasurement {
        let raw = UInt16(speed * 256)
        var value: [UInt8] = [
            stride == nil ? 0 : 1, UInt8(raw & 255), UInt8(raw >> 8), UInt8(cadence),
        ]
        if let stride {
            let centimetres = UInt16(stride * 100)
            value += [UInt8(centimetres & 255), UInt8(centimetres >> 8)]
        }
        return try #require(RunningMeasurement(value))
    }

    private func factor(_ reports: [RunningMeasurement]) -> Int {
        var cadence = PodCadence()
        for report in reports { _ = cadence.steps(report) }
        return cadence.factor
    }

    @Test("pods that count steps are left alone, walking and running")
    func steps() throws {
        for (speed, cadence) in [(1.0, 100.0), (1.4, 115), (2.5, 155), (3.0, 170), (4.5, 185)] {
            let report = try pod(speed, cadence)
            #expect(factor(Array(repeating: report, count: 30)) == 1)
        }
    }

    @Test("pods that count strides are doubled, walking and running")
    func strides() throws {
        for (speed, cadence) in [(1.0, 50.0), (1.4, 57), (2.5, 78), (3.0, 85), (4.5, 92)] {
            let report = try pod(speed, cadence)
            #expect(factor(Array(repeating: report, count: 30)) == 2)
        }
    }

    @Test("the pod's own stride length decides where the cadence is unusual")
    func strideLength() throws {
        // A short man's quick steps: 200 steps/min at 2.4 m/s, strides of 1.44 m.
        let quick = try pod(2.4, 100, stride: 1.44)
        #expect(factor(Array(repeating: quick, count: 30)) == 2)
        // Long slow steps: 90 steps/min at 1.6 m/s, strides of 2.13 m.
        let slow = try pod(1.6, 90, stride: 2.13)
        #expect(factor(Array(repeating: slow, count: 30)) == 1)
    }

    @Test("a few odd reports change nothing, and rest says nothing")
    func steady() throws {
        let strides = try Array(repeating: pod(3, 85), count: 10)
        let odd = try Array(repeating: pod(3, 170), count: 4)
        let rest = try Array(repeating: pod(0, 0), count: 100)
        #expect(factor(strides + odd + rest) == 2)
        var cadence = PodCadence()
        #expect(cadence.steps(try pod(0, 0)) == 0)
    }
}
