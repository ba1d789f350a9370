private import Glibc
private import POSIX
private import RunCore

/// Cost of counting steps in raw acceleration.
enum StepsBenchmark {
    /// Nanoseconds a sample may cost: 1 % of a core at 50 samples a second is 200,000.
    private static let limit = 20_000.0

    static func run(_ size: Benchmarks.Size) -> Bool {
        let samples = size == .small ? 500_000 : 5_000_000
        let motion = (0..<1_000).map { index -> Acceleration in
            // A walk at 2 steps/s, so that the detector is busy all the time.
            let phase = 2 * Double.pi * Double(index) / 25
            return Acceleration(x: 0.5 * sin(phase / 2), y: cos(phase), z: 9.81 + 2.5 * sin(phase))
        }
        var detector = StepDetector()
        let start = Clock.monotonicMicroseconds()
        for index in 0..<samples {
            let now = Instant(microseconds: Int64(index) * 20_000)
            _ = detector.add(motion[index % motion.count], at: now)
        }
        let spent = Double(Clock.monotonicMicroseconds() - start) * 1e3 / Double(samples)
        let share = spent * 50 / 1e9 * 100
        print("  \(Int(spent)) ns a sample, \((share * 1e5).rounded() / 1e5) % of a core at 50 Hz")
        print("  \(detector.steps) steps in \(samples) samples")
        let expected = Double(samples) / 25
        return spent <= limit && abs(Double(detector.steps) / expected - 1) < 0.01
    }
}
