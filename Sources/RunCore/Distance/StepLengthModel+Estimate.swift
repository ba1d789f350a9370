extension StepLengthModel {
    /// Steps a second that divide walking from running.
    package static let gaitBoundary = 2.2
    /// Weight (bins) from which a gait's own data speaks.
    static let enough = 3.0
    /// What keeps the slope from following a handful of bins, in (steps/s)² of spread.
    private static let ridge = 0.5
    /// Metres that a step can have, and how far from the mean it is taken to go.
    static let bounds = 0.3...2.2
    private static let spread = 0.15
    /// Step length over body height, and the height where none is known.
    private static let perHeight = (walking: 0.415, running: 0.65)
    private static let standardHeight = 1.70

    /// The length of a step at a cadence in steps a second.
    package func stepLength(cadence: Double, settings: EngineSettings) -> StepLength {
        if settings.stepLength > 0 {
            return StepLength(metres: settings.stepLength, origin: .fixed, learntSeconds: 0)
        }
        let isWalking = cadence < Self.gaitBoundary
        let gait = isWalking ? walking : running
        if gait.weight >= Self.enough {
            return StepLength(
                metres: Self.solve(gait, cadence), origin: .learnt, learntSeconds: gait.seconds)
        }
        let ratio = isWalking ? Self.perHeight.walking : Self.perHeight.running
        let isKnown = settings.height > 0
        return StepLength(
            metres: ratio * (isKnown ? settings.height : Self.standardHeight),
            origin: isKnown ? .height : .standard, learntSeconds: gait.seconds)
    }

    /// Mean length plus slope times the distance from the mean cadence.
    static func solve(_ gait: Gait, _ cadence: Double) -> Double {
        let mean = gait.length / gait.weight
        let middle = gait.cadence / gait.weight
        let variance = max(0, gait.cadenceSquared - gait.weight * middle * middle)
        let covariance = gait.product - gait.weight * middle * mean
        let slope = covariance / (variance + ridge)
        let limit = spread * mean
        let metres = mean + min(max(slope * (cadence - middle), -limit), limit)
        return min(max(metres, bounds.lowerBound), bounds.upperBound)
    }
}
