private import func Glibc.log

/// Finds out whether a pod's cadence counts steps or strides, and gives steps.
///
/// The standard says steps a minute, but some pods count one foot only. The pod's own stride
/// length tells which: speed ÷ stride length is the rate of strides. Without one, nobody runs at
/// 85 steps a minute or walks at 55. The answer is held until there is steady evidence against.
package struct PodCadence: Equatable, Sendable {
    /// Reports of evidence beyond which more does not count, and at which an answer is changed.
    private static let most = 10
    private static let enough = 5

    /// Positive: strides; negative: steps.
    private var evidence = 0
    /// Steps that one of the pod's counts stands for: 1 or 2.
    package private(set) var factor = 1

    package init() {}

    /// Steps per minute, both feet; 0 for a pod at rest.
    package mutating func steps(_ measurement: RunningMeasurement) -> Double {
        let told = Double(measurement.cadence)
        if let twice = Self.isStrides(told, measurement) {
            evidence = max(-Self.most, min(Self.most, evidence + (twice ? 1 : -1)))
            if abs(evidence) >= Self.enough { factor = evidence > 0 ? 2 : 1 }
        }
        return told * Double(factor)
    }

    /// - Returns: nil where the report says nothing of it.
    private static func isStrides(_ told: Double, _ measurement: RunningMeasurement) -> Bool? {
        let speed = measurement.speed
        guard speed > 0.6, speed < 8, told > 20 else { return nil }
        var expected = usual(at: speed)
        if let stride = measurement.strideLength, stride > 0.3, stride < 5 {
            let steps = speed / stride * 120
            // A stride length that makes no human cadence is itself the length of a step.
            if steps > 70, steps < 240 { expected = steps }
        }
        // The nearer one by ratio, and not in between.
        let ratio = log(expected / told)
        if ratio > 0.42, ratio < 1 { return true }
        if abs(ratio) < 0.28 { return false }
        return nil
    }

    /// Steps per minute that people mostly make at that speed in m/s.
    private static func usual(at speed: Double) -> Double {
        speed < 2.1 ? 95 + 15 * speed : 150 + 5 * speed
    }
}
