import Foundation

@testable import RunCore

/// Motions made by formula, for what no recording at hand shows.
struct SimulatedMotion {
    var hertz = 50.0
    var seconds: Double
    var random: SeededGenerator

    init(seconds: Double, hertz: Double = 50, seed: UInt64) {
        self.seconds = seconds
        self.hertz = hertz
        random = SeededGenerator(seed: seed)
    }

    private var count: Int { Int(seconds * hertz) }

    // MARK: on foot

    /// Running: the ground pushes for 65 % of a step and the rest is flight; a sharp impact.
    ///
    /// Each step's length in time is off by 2.5 % and its force by 10 %; `asymmetry` makes one
    /// leg stronger. Five seconds of standing before and after.
    mutating func run(cadence: Double, asymmetry: Double) -> StepRecording {
        steps("run \(cadence)/s, asymmetry \(asymmetry)", cadence, asymmetry) { phase, force in
            let push = phase < 0.65 ? sin(.pi * phase / 0.65) * .pi / 1.3 * 9.81 : 0
            let impact = phase < 0.12 ? 6 * sin(.pi * phase / 0.12) : 0
            return (force * (push + impact), 1.6 * sin(2 * .pi * phase + 1), 1.2)
        }
    }

    /// Walking with that much vertical acceleration in m/s²; `swing` is a leg's or an arm's, at
    /// half the cadence.
    mutating func walk(
        cadence: Double, amplitude: Double, asymmetry: Double, swing: Double
    ) -> StepRecording {
        let name = "walk \(cadence)/s, \(amplitude) m/s², asymmetry \(asymmetry), swing \(swing)"
        return steps(name, cadence, asymmetry) { phase, force in
            let wave =
                cos(2 * .pi * phase) - 0.5 * cos(4 * .pi * phase + 0.7)
                - 0.25 * cos(6 * .pi * phase + 2)
            let forward = 0.4 * amplitude * sin(2 * .pi * phase + 1)
            return (9.81 - amplitude * force * wave, forward, swing)
        }
    }

    private mutating func steps(
        _ name: String, _ cadence: Double, _ asymmetry: Double,
        _ motion: (Double, Double) -> (up: Double, forward: Double, swing: Double)
    ) -> StepRecording {
        var bounds = [5.0]
        var forces: [Double] = []
        while let last = bounds.last, last < seconds - 5 {
            bounds.append(last + (1 + 0.025 * random.normal()) / cadence)
            let side = forces.count.isMultiple(of: 2) ? 1 + asymmetry : 1 - asymmetry
            forces.append(side * (1 + 0.1 * random.normal()))
        }
        var step = 0
        return record("\(name), \(hertz) Hz", steps: forces.count) { time in
            while step < forces.count, time >= bounds[step + 1] { step += 1 }
            guard time >= 5, step < forces.count else { return (0, 0, 9.81) }
            let phase = (time - bounds[step]) / (bounds[step + 1] - bounds[step])
            let now = motion(phase, forces[step])
            let stride = .pi * (Double(step) + phase)
            let away = now.swing * cos(stride) * cos(stride) / 2
            return (0.2 * sin(stride), now.forward + now.swing * sin(stride), now.up + away)
        }
    }

    // MARK: not on foot

    /// Somebody stands, and sways a little.
    mutating func standing() -> StepRecording {
        let sway = [noise(over: 0.8, 0.25), noise(over: 0.8, 0.25), noise(over: 0.5, 0.2)]
        return record("standing") { index in (sway[0][index], sway[1][index], 9.81 + sway[2][index])
        }
    }

    /// Somebody turns the phone about, taps on it, picks it up and lays it down.
    mutating func handling() -> StepRecording {
        let turns = [running(noise(over: 1, 0.02)), running(noise(over: 1, 0.02))]
        let moves = [noise(over: 0.3, 1.2), noise(over: 0.3, 1.2), noise(over: 0.3, 1.2)]
        var taps = [Double](repeating: 0, count: count)
        for _ in 0..<Int(seconds * 1.5) {
            let start = Int(random.uniform() * Double(count - 4))
            let force = 1 + 4 * random.uniform()
            for index in start..<(start + 4) { taps[index] += force }
        }
        let busy = (0...Int(seconds / 5)).map { _ in random.uniform() < 0.5 ? 0.0 : 1.0 }
        let rate = hertz
        return record("handling") { (index: Int) in
            let (a, b) = (turns[0][index], turns[1][index])
            let now = busy[Int(Double(index) / rate / 5)]
            return (
                9.81 * sin(a) + now * moves[0][index],
                9.81 * cos(a) * sin(b) + now * moves[1][index],
                9.81 * cos(a) * cos(b) + now * moves[2][index] + taps[index]
            )
        }
    }

    /// A ride: a body on springs (natural frequency in Hz, damping ratio) over a rough road with
    /// `level` m/s² of it, at changing speed, with bends, brakes and an engine.
    mutating func ride(natural: Double, damping: Double, level: Double) -> StepRecording {
        let bounce = sprung(natural, damping)
        let lurch = sprung(0.8, 0.2)
        let speeds = (0...Int(seconds / 20) + 1).map { _ in min(1, 1.3 * random.uniform()) }
        let pedal = (0...Int(seconds / 6) + 1).map { _ in random.normal() }
        let rate = hertz
        return record("ride \(natural) Hz, damping \(damping), \(level) m/s²") { (index: Int) in
            let time = Double(index) / rate
            let speed = Self.between(speeds, time / 20)
            let engine = 0.3 * sin(2 * .pi * 27 * time)
            return (
                0.5 * level * speed * lurch[index], Self.between(pedal, time / 6),
                9.81 + level * speed * bounce[index] + engine
            )
        }
    }

    private static func between(_ values: [Double], _ place: Double) -> Double {
        let index = Int(place)
        return values[index] + (values[index + 1] - values[index]) * (place - Double(index))
    }

    /// Acceleration of a sprung mass on a road whose height is a random walk; deviation 1.
    private mutating func sprung(_ natural: Double, _ damping: Double) -> [Double] {
        let w = 2 * .pi * natural
        var (road, height, speed) = (0.0, 0.0, 0.0)
        let raw = (0..<count).map { _ -> Double in
            road += random.normal() - road * 0.005
            let acceleration = w * w * (road - height) - 2 * damping * w * speed
            speed += acceleration / hertz
            height += speed / hertz
            return acceleration
        }
        return scaled(raw, to: 1)
    }

    /// Smooth noise: a moving average, three times over, of that many seconds.
    private mutating func noise(over width: Double, _ deviation: Double) -> [Double] {
        var values = (0..<count).map { _ in random.normal() }
        let reach = max(1, Int(width * hertz / 3))
        for _ in 0..<3 {
            let sums = running(values)
            for index in values.indices {
                let last = min(values.count - 1, index + reach)
                values[index] = (sums[last] - sums[index]) / Double(reach)
            }
        }
        return scaled(values, to: deviation)
    }

    private func running(_ values: [Double]) -> [Double] {
        var sum = 0.0
        return values.map { value in
            sum += value
            return sum
        }
    }

    private func scaled(_ values: [Double], to deviation: Double) -> [Double] {
        let mean = values.reduce(0, +) / Double(values.count)
        let power = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)
        return values.map { ($0 - mean) / power.squareRoot() * deviation }
    }

    // MARK: recording

    private mutating func record(
        _ name: String, steps: Int, _ motion: (Double) -> (Double, Double, Double)
    ) -> StepRecording {
        let rate = hertz
        return record(name, steps: steps) { (index: Int) in motion(Double(index) / rate) }
    }

    private mutating func record(
        _ name: String, steps: Int = 0, _ motion: (Int) -> (Double, Double, Double)
    ) -> StepRecording {
        let samples = (0..<count).map { index in
            let (x, y, z) = motion(index)
            return StepRecording.Sample(
                time: Double(index) / hertz,
                acceleration: Acceleration(
                    x: x + 0.1 * random.normal(), y: y + 0.1 * random.normal(),
                    z: z + 0.1 * random.normal()))
        }
        return StepRecording(name: name, steps: steps, samples: samples)
    }
}
