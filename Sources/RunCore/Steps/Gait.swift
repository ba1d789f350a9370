private import func Glibc.log

/// What five seconds of motion look like when they are taken for a gait.
struct Gait: Equatable, Sendable {
    /// Seconds from one step to the next, either foot; 0.25 to 1.3.
    var period: Double
    /// How regular it is: 1 repeats itself exactly, 0 or less does not repeat.
    var quality: Double
    /// Root mean square of the motion, m/s².
    var strength: Double

    /// Weaker motion is nobody's step: half of what a slow walk on a carpet shows, m/s².
    static let weakest = 0.35

    /// Looks for the gait in a window of `GaitWindow.length` values.
    ///
    /// Steps repeat; rides, hands and tables do not, or not for long. So the motion is compared
    /// with itself some way back (normalised autocorrelation). The shortest lag at which it is
    /// nearly at its most alike is a step or a stride of two steps, and it must still be alike
    /// 1.4 to 2.9 s back, at an even strength: a body on springs swings too, but each swing
    /// forgets the one before, and swells and fades.
    /// - Parameter previous: the period found just before; decides where the motion does not.
    static func find(in window: UnsafeBufferPointer<Double>, previous: Double?) -> Gait? {
        guard let likeness = Likeness(window), likeness.deviation >= weakest,
            let first = likeness.firstMaximum
        else { return nil }
        let lag = likeness.refined(first)
        let isStride = self.isStride(lag: lag, likeness, previous: previous)
        let period = isStride ? lag / 2 : lag
        guard period >= 0.25, period <= 1.3 else { return nil }
        let regular = min(likeness[first], likeness.farMaximum(of: lag))
        return Gait(
            period: period, quality: regular - unevenness(window, period: period),
            strength: likeness.deviation)
    }

    /// Whether the motion repeats with every second step only, as in a trouser pocket.
    ///
    /// A lag of 0.7 s is a slow step or a fast stride. The stronger the motion for the cadence
    /// that it would be, the more likely a stride: a body's acceleration grows with about the
    /// third power of its cadence (2 m/s² at 1.8 steps/s).
    private static func isStride(lag: Double, _ likeness: Likeness, previous: Double?) -> Bool {
        guard lag >= 0.56 else { return false }
        let relative = 1 / (lag * 1.8)
        let between = 5.66 * relative * relative * relative
        var evidence = 3 * log(likeness.deviation / between)
        evidence += 2 * (max(likeness.maximum(near: lag / 2), -0.2) - 0.15)
        evidence -= 1.6 * max(0, min(1, (0.9 - lag) / 0.28))
        if let previous {
            if abs(lag / 2 / previous - 1) < 0.2 {
                evidence += 0.7
            } else if abs(lag / previous - 1) < 0.2 {
                evidence -= 0.7
            }
        }
        return evidence > 0
    }

    /// Spread of the strength from stride to stride, relative to its mean.
    private static func unevenness(
        _ window: UnsafeBufferPointer<Double>, period: Double
    ) -> Double {
        let stride = max(4, Int((2 * period * EvenSampler.rate).rounded()))
        let strides = window.count / stride
        guard strides > 0 else { return 1 }
        var sum = 0.0
        var squares = 0.0
        for index in 0..<strides {
            let end = window.count - index * stride
            var energy = 0.0
            for value in window[(end - stride)..<end] { energy += value * value }
            let strength = (energy / Double(stride)).squareRoot()
            sum += strength
            squares += strength * strength
        }
        let mean = sum / Double(strides)
        let variance = max(0, squares / Double(strides) - mean * mean)
        return mean > 0 ? variance.squareRoot() / mean : 1
    }
}
