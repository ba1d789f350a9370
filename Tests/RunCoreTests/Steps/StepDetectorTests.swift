import Testing

@testable import RunCore

@Suite("Steps from raw acceleration")
struct StepDetectorTests {
    @Test("the hand-counted walks are right to 3 %, and to 2 % on average")
    func recordings() throws {
        let walks = try StepRecording.positions.map { try StepRecording.fixture($0) }
        for walk in walks {
            #expect(abs(walk.error) <= 3, "\(walk.name): \(walk.counted) for \(walk.steps)")
        }
        let mean = walks.reduce(0) { $0 + abs($1.error) } / Double(walks.count)
        #expect(mean <= 2)
    }

    @Test("slower and faster walks, weak and strong motion, are right to 6 %")
    func variants() throws {
        for position in StepRecording.positions {
            let walk = try StepRecording.fixture(position)
            for factor in [0.7, 0.85, 1.2] { expect(walk.faster(by: factor), within: 6) }
            for factor in [0.4, 1.8] { expect(walk.scaled(by: factor), within: 6) }
        }
    }

    @Test("any rate from 15 to 200 Hz counts the same, with jitter")
    func rates() throws {
        for position in StepRecording.positions {
            let walk = try StepRecording.fixture(position)
            for (index, hertz) in [15.0, 25, 52, 104, 200].enumerated() {
                let seed = UInt64(index + 1)
                expect(walk.resampled(hertz: hertz, jitter: 0.6, seed: seed), within: 4)
            }
        }
    }

    @Test("how the sensor lies in the pocket changes nothing")
    func rotation() throws {
        let walk = try StepRecording.fixture("hand")
        let turned = walk.map("turned") { a in Acceleration(x: -a.z, y: a.x, z: -a.y) }
        #expect(turned.counted == walk.counted)
    }

    @Test("noise of 1.5 m/s² on every axis costs less than 4 %")
    func noise() throws {
        for position in StepRecording.positions {
            var random = SeededGenerator(seed: 11)
            let walk = try StepRecording.fixture(position)
            let noisy = walk.map("\(position), noisy") { a in
                Acceleration(
                    x: a.x + 1.5 * random.normal(), y: a.y + 1.5 * random.normal(),
                    z: a.z + 1.5 * random.normal())
            }
            expect(noisy, within: 4)
        }
    }

    @Test("running at 2.4 to 3.2 steps a second is right to 2 %")
    func running() {
        for (index, cadence) in [2.4, 2.6, 2.8, 3.0, 3.2].enumerated() {
            for asymmetry in [0, 0.1, 0.25] {
                for hertz in [25.0, 50, 100] {
                    var motion = SimulatedMotion(
                        seconds: 60, hertz: hertz, seed: UInt64(100 + index))
                    expect(motion.run(cadence: cadence, asymmetry: asymmetry), within: 2)
                }
            }
        }
    }

    @Test("walking at 1.4 to 2.3 steps a second is right to 3 %, also with a swinging leg")
    func walking() {
        let gaits = [(1.4, 1.0), (1.5, 1.2), (1.7, 1.7), (1.9, 2.3), (2.1, 2.8), (2.3, 3.2)]
        for (index, gait) in gaits.enumerated() {
            for (asymmetry, swing) in [(0.0, 0.3), (0.3, 0.5), (0.6, 0.8), (0.4, 3.0)] {
                var motion = SimulatedMotion(seconds: 90, seed: UInt64(200 + index))
                let walk = motion.walk(
                    cadence: gait.0, amplitude: gait.1, asymmetry: asymmetry, swing: swing)
                expect(walk, within: 3)
            }
        }
    }

    @Test("standing, handling and riding make less than 2 % of the steps of a walk that long")
    func falseSteps() {
        let seconds = 600.0
        var motion = SimulatedMotion(seconds: seconds, seed: 7)
        var still = [motion.standing(), motion.handling()]
        for (natural, damping) in [(1.1, 0.25), (1.4, 0.3), (1.8, 0.25), (1.5, 0.15)] {
            for level in [0.5, 1.5] {
                still.append(motion.ride(natural: natural, damping: damping, level: level))
            }
        }
        for recording in still {
            let counted = recording.counted
            #expect(Double(counted) < 0.02 * 1.8 * seconds, "\(recording.name): \(counted) steps")
        }
    }

    @Test("a walk with pauses counts each part, and nothing between")
    func pauses() throws {
        var whole = StepRecording(name: "three walks", steps: 0, samples: [])
        for seed in 1...3 as ClosedRange<UInt64> {
            var motion = SimulatedMotion(seconds: 40, seed: seed)
            let walk = motion.walk(cadence: 1.8, amplitude: 2, asymmetry: 0.2, swing: 0.4)
            var rest = SimulatedMotion(seconds: 25, seed: seed + 50)
            for part in [walk, rest.standing()] {
                let start = whole.samples.last.map { $0.time + 0.02 } ?? 0
                whole.samples += part.samples.map {
                    StepRecording.Sample(time: start + $0.time, acceleration: $0.acceleration)
                }
                whole.steps += part.steps
            }
        }
        expect(whole, within: 4)
    }

    @Test("a gap of seconds loses the steps in the gap and no others")
    func gap() throws {
        var walk = try StepRecording.fixture("hand")
        let whole = walk.counted
        walk.samples.removeAll { (100..<110).contains($0.time) }
        let lost = whole - walk.counted
        #expect((15...21).contains(lost), "lost \(lost) of about 18")
    }

    @Test("repeated, older and impossible samples change nothing")
    func dirt() throws {
        let walk = try StepRecording.fixture("bag")
        var clean = StepDetector()
        var dirty = StepDetector()
        for (index, sample) in walk.samples.enumerated() {
            let now = Instant(seconds: 10 + sample.time)
            _ = clean.add(sample.acceleration, at: now)
            _ = dirty.add(sample.acceleration, at: now)
            if index % 7 == 0 {
                _ = dirty.add(Acceleration(x: 1e9, y: 0, z: 0), at: now + Elapsed(seconds: 0.001))
                _ = dirty.add(Acceleration(x: .nan, y: 0, z: 0), at: now)
                _ = dirty.add(Acceleration(x: 3, y: 3, z: 3), at: now)
                _ = dirty.add(Acceleration(x: 3, y: 3, z: 3), at: now - Elapsed(seconds: 0.2))
            }
        }
        #expect(clean.steps == dirty.steps)
    }

    @Test("times at the ends of the clock and random bytes never trap, and steps never fall")
    func extremes() {
        for seed in 0..<40 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            var detector = StepDetector()
            var time: Int64 = seed % 4 == 0 ? .max - 3_000_000 : seed % 4 == 1 ? .min : 0
            for _ in 0..<3_000 {
                let jump = random.next() % 50 == 0 ? Int64(bitPattern: random.next()) : 20_000
                time = time &+ jump
                let before = detector.steps
                let size = random.next() % 20 == 0 ? 1e300 : 20
                let found = detector.add(
                    Acceleration(
                        x: size * random.normal(), y: size * random.normal(), z: random.normal()),
                    at: Instant(microseconds: time))
                #expect(found >= 0 && detector.steps == before + found, "seed \(seed)")
            }
        }
    }

    private func expect(_ recording: StepRecording, within percent: Double) {
        let error = recording.error
        #expect(
            abs(error) <= percent,
            "\(recording.name): \(recording.counted) for \(recording.steps), \(error) %")
    }
}
