/// Three ways to measure how far one went, each held against straight lines long enough to be
/// right: the smoothed way, the receiver's Doppler speed, and steps.
///
/// Each has an error that is nearly the same factor all the time (a smoothed way still wanders, a
/// phone's speed reads short, a step has a length). The factor is learnt where the way is
/// straight; how much it varies there says how much the odometer deserves.
struct Odometers: Equatable, Sendable {
    /// What each odometer shows over a part of the way; nil where it does not speak.
    struct Readings: Equatable, Sendable {
        /// Metres along the smoothed way.
        var way = 0.0
        /// Metres by Doppler speed.
        var doppler: Double?
        /// Steps.
        var steps: Double?
    }

    private var way = Scale(prior: 1, weight: 120, bounds: 0.7...1.1)
    private var doppler = Scale(prior: 1, weight: 0, bounds: 0.7...1.6)
    private var steps = Scale(prior: 0, weight: 0, bounds: 0.3...2.2)

    /// The share that smoothing may cut off, over the square of the turning, in s².
    private static let cut = 2.0
    /// Spread that is taken for granted, so that no odometer is believed without end.
    private static let floor = 0.01

    /// Metres for readings, from all odometers that have earned it.
    /// - Parameters:
    ///   - turning: how fast the smoothed way turns, in radians a second. Smoothing cuts corners, so
    ///     the way deserves less there.
    ///   - wander: the share by which the way is expected to be too long.
    func metres(_ readings: Readings, turning: Double, wander: Double) -> Double {
        var sum = 0.0
        var total = 0.0
        let parts = [
            (way, Optional(readings.way)), (doppler, readings.doppler), (steps, readings.steps),
        ]
        let cut = Self.cut * turning * turning
        for (index, (scale, reading)) in parts.enumerated() {
            guard let reading, let factor = scale.factor(wander) else { continue }
            let bend = index == 0 ? cut * cut : 0
            let weight = 1 / (scale.spreadSquared + Self.floor * Self.floor + bend)
            sum += weight * factor * reading
            total += weight
        }
        return total > 0 ? sum / total : readings.way
    }

    /// What Doppler speed must be multiplied by; nil while unknown or unsteady.
    var dopplerFactor: Double? {
        guard let factor = doppler.factor(0), doppler.spreadSquared < 0.01 else { return nil }
        return factor
    }

    /// Learns from a straight line of that many metres.
    mutating func learn(_ metres: Double, _ readings: Readings) {
        way.learn(metres, readings.way)
        if let reading = readings.doppler { doppler.learn(metres, reading) }
        if let reading = readings.steps { steps.learn(metres, reading) }
    }
}

/// The factor between an odometer and the truth, learnt with slow forgetting.
private struct Scale: Equatable, Sendable {
    private let prior: Double
    /// Metres for which the prior stands.
    private let weight: Double
    /// What a factor can be at all.
    private let bounds: ClosedRange<Double>
    private var truth = 0.0
    private var shown = 0.0
    /// Weighted squares of the relative deviation, their weight, and the lines learnt from.
    private var squares = 0.0
    private var metres = 0.0
    private var lines = 0.0

    /// Metres after which what was learnt counts 1/e.
    private static let memory = 1500.0
    private static let enough = 3.0
    /// A line that differs by more than this share teaches doubt, but no factor.
    private static let outlier = 0.3

    init(prior: Double, weight: Double, bounds: ClosedRange<Double>) {
        self.prior = prior
        self.weight = weight
        self.bounds = bounds
    }

    /// Nil until known.
    /// - Parameter excess: the share by which the odometer is expected to show too much.
    func factor(_ excess: Double) -> Double? {
        guard weight > 0 || lines >= Self.enough else { return nil }
        guard weight > 0 else { return truth / shown }
        return (truth + prior * weight / (1 + excess)) / (shown + weight)
    }

    /// The square of the relative spread around the factor.
    var spreadSquared: Double {
        // Before anything is known, a smoothed way may be some percent off.
        (squares + 0.03 * 0.03 * 60) / (metres + 60)
    }

    mutating func learn(_ metres: Double, _ reading: Double) {
        let keep = 1 - min(0.5, metres / Self.memory)
        let isPossible = reading > 0 && bounds.contains(metres / reading)
        let deviation = factor(0).map { abs(metres - $0 * reading) / metres } ?? 0
        let doubt = isPossible ? min(deviation, Self.outlier) : Self.outlier
        squares = squares * keep + doubt * doubt * metres
        self.metres = self.metres * keep + metres
        guard isPossible, deviation < Self.outlier else { return }
        truth = truth * keep + metres
        shown = shown * keep + reading
        lines = lines * keep + 1
    }
}
