import Foundation

@testable import RunCore

/// A stream of accelerations whose true number of steps is known.
struct StepRecording {
    struct Sample {
        /// Seconds since the first one.
        var time: Double
        var acceleration: Acceleration
    }

    var name: String
    var steps: Int
    var samples: [Sample]

    /// One of the recordings of `Tests/Fixtures/steps`, whose steps were counted by hand.
    static func fixture(_ name: String) throws -> StepRecording {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let file = folder.appendingPathComponent("../../Fixtures/steps/\(name).csv")
        let bytes = try Data(contentsOf: file)
        var recording = StepRecording(name: name, steps: 0, samples: [])
        var microseconds = 0
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            guard line.first != UInt8(ascii: "#") else { continue }
            let fields = line.split(separator: UInt8(ascii: ",")).map { field in
                Int(String(decoding: field, as: UTF8.self)) ?? 0
            }
            microseconds += fields[0]
            let acceleration = Acceleration(
                x: Double(fields[1]) / 1e3, y: Double(fields[2]) / 1e3, z: Double(fields[3]) / 1e3)
            recording.samples.append(
                Sample(time: Double(microseconds) / 1e6, acceleration: acceleration))
            recording.steps += fields.count > 4 ? fields[4] : 0
        }
        // The first line's time is not since anything.
        let start = recording.samples.first?.time ?? 0
        for index in recording.samples.indices { recording.samples[index].time -= start }
        return recording
    }

    static let positions = ["hand", "backpocket", "bag"]

    /// What the detector makes of it, in percent of the truth.
    var error: Double { (Double(counted) / Double(steps) - 1) * 100 }

    var counted: Int {
        var detector = StepDetector()
        var sum = 0
        for sample in samples {
            sum += detector.add(sample.acceleration, at: Instant(seconds: 1000 + sample.time))
        }
        return sum + detector.finish()
    }

    /// The same walk at another speed: time shrinks, and the motion grows with its 2.5th power.
    func faster(by factor: Double) -> StepRecording {
        var copy = scaled(by: factor * factor * factor.squareRoot())
        copy.name = "\(name), \(factor) times as fast"
        for index in copy.samples.indices { copy.samples[index].time /= factor }
        return copy
    }

    /// The same walk with more or less motion around the same gravity.
    func scaled(by factor: Double) -> StepRecording {
        var mean = Acceleration(x: 0, y: 0, z: 0)
        for sample in samples {
            mean.x += sample.acceleration.x / Double(samples.count)
            mean.y += sample.acceleration.y / Double(samples.count)
            mean.z += sample.acceleration.z / Double(samples.count)
        }
        return map("\(name), motion × \(factor)") { a in
            Acceleration(
                x: mean.x + (a.x - mean.x) * factor, y: mean.y + (a.y - mean.y) * factor,
                z: mean.z + (a.z - mean.z) * factor)
        }
    }

    func map(_ name: String, _ change: (Acceleration) -> Acceleration) -> StepRecording {
        var copy = self
        copy.name = name
        for index in copy.samples.indices {
            copy.samples[index].acceleration = change(copy.samples[index].acceleration)
        }
        return copy
    }

    /// The same walk as a sensor of another rate would have given it, each time off by up to
    /// `jitter` periods. A slower sensor averages over its period first, as sensors do.
    func resampled(hertz: Double, jitter: Double, seed: UInt64) -> StepRecording {
        var random = SeededGenerator(seed: seed)
        var copy = self
        copy.name = "\(name), \(hertz) Hz, jitter \(jitter), seed \(seed)"
        guard let end = samples.last?.time else { return copy }
        let inputs = max(1, Int((Double(samples.count) / end / hertz).rounded()))
        var next = 1
        copy.samples = (0..<Int(end * hertz)).map { tick in
            let time = max(0, (Double(tick) + jitter * (random.uniform() - 0.5)) / hertz)
            while next < samples.count - 1, samples[next].time < time { next += 1 }
            if inputs > 1 { return Sample(time: time, acceleration: mean(of: inputs, at: next)) }
            let (before, after) = (samples[next - 1], samples[next])
            let part = (time - before.time) / (after.time - before.time)
            return Sample(
                time: time,
                acceleration: between(before.acceleration, after.acceleration, part))
        }
        return copy
    }

    private func mean(of count: Int, at index: Int) -> Acceleration {
        var sum = Acceleration(x: 0, y: 0, z: 0)
        let range = max(0, index - count + 1)...index
        for sample in samples[range] {
            sum.x += sample.acceleration.x / Double(range.count)
            sum.y += sample.acceleration.y / Double(range.count)
            sum.z += sample.acceleration.z / Double(range.count)
        }
        return sum
    }

    private func between(_ a: Acceleration, _ b: Acceleration, _ part: Double) -> Acceleration {
        Acceleration(
            x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part,
            z: a.z + (b.z - a.z) * part)
    }
}
