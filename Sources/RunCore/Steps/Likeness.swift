/// How alike a stretch of motion is to itself, lag by lag: its normalised autocorrelation.
struct Likeness {
    /// Lags that are looked at, in values: 0.2 to 3 s.
    private static let lags = 5...75
    /// Lags at which a step or a stride may show: 0.24 to 1.92 s.
    private static let near = 6...48
    /// Where the motion must still be alike, in seconds.
    private static let far = 1.4...2.85

    /// Standard deviation of the motion.
    let deviation: Double
    private let values: [Double]

    /// - Returns: nil if the window is too short or has no motion at all.
    init?(_ window: UnsafeBufferPointer<Double>) {
        let count = window.count
        guard count > Self.lags.upperBound + 25 else { return nil }
        var mean = 0.0
        for value in window { mean += value }
        mean /= Double(count)
        var total = 0.0
        for value in window { total += (value - mean) * (value - mean) }
        guard total > 0, total.isFinite else { return nil }
        deviation = (total / Double(count)).squareRoot()
        values = Self.correlate(window, mean: mean, total: total)
    }

    subscript(lag: Int) -> Double {
        Self.lags.contains(lag) ? values[lag - Self.lags.lowerBound] : -1
    }

    /// The shortest lag of a local maximum that reaches 85 % of the greatest.
    var firstMaximum: Int? {
        var best = 0.0
        for lag in Self.near where isMaximum(lag) { best = max(best, self[lag]) }
        guard best > 0 else { return nil }
        return Self.near.first { isMaximum($0) && self[$0] >= 0.85 * best }
    }

    /// The maximum's place between the values in seconds, on the parabola through three of them.
    func refined(_ lag: Int) -> Double {
        let before = self[lag - 1]
        let after = self[lag + 1]
        let bend = before - 2 * self[lag] + after
        let shift = bend < 0 ? 0.5 * (before - after) / bend : 0
        return (Double(lag) + shift) / EvenSampler.rate
    }

    /// The greatest likeness within one value of that many seconds.
    func maximum(near seconds: Double) -> Double {
        let lag = Int((seconds * EvenSampler.rate).rounded())
        return max(self[lag - 1], self[lag], self[lag + 1])
    }

    /// The greatest likeness at a multiple of the lag that lies 1.4 to 2.85 s back.
    func farMaximum(of seconds: Double) -> Double {
        var best = 0.0
        var multiple = seconds
        while multiple <= Self.far.upperBound {
            if multiple >= Self.far.lowerBound { best = max(best, maximum(near: multiple)) }
            multiple += seconds
        }
        return best
    }

    private func isMaximum(_ lag: Int) -> Bool {
        self[lag] > 0 && self[lag] > self[lag - 1] && self[lag] >= self[lag + 1]
    }

    private static func correlate(
        _ window: UnsafeBufferPointer<Double>, mean: Double, total: Double
    ) -> [Double] {
        let count = window.count
        // Energy of the first and of the last values, kept up while the lag grows.
        var head = total
        var tail = total
        for lag in 0..<lags.lowerBound {
            let last = window[count - 1 - lag] - mean
            let first = window[lag] - mean
            head -= last * last
            tail -= first * first
        }
        return lags.map { lag in
            var product = 0.0
            for index in 0..<(count - lag) {
                product += (window[index] - mean) * (window[index + lag] - mean)
            }
            let energy = max(0, head * tail).squareRoot()
            let last = window[count - 1 - lag] - mean
            let first = window[lag] - mean
            head -= last * last
            tail -= first * first
            return energy > 0 ? product / energy : 0
        }
    }
}
