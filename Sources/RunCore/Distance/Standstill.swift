/// Decides whether the person stands, from the smoothed speed and from steps.
enum Standstill {
    /// Metres per second: below the first one begins to stand, above the second one goes.
    static let standing = 0.35
    static let leaving = 0.55
    /// A silent counter may be a dead one: it only raises both a little.
    private static let doubt = 0.15
    /// Without any step around, such a speed is noise.
    private static let withoutSteps = 1.2
    /// Steps a second around that no one who stands makes.
    private static let walking = 0.7
    /// Counters hold steps back and hand them out in bursts: this far to both sides is looked at.
    private static let window = Elapsed(seconds: 6)
    /// Mean Doppler speeds in m/s: a phone that stands shows less than the first one, and such a
    /// speed of the way is noise; one that walks shows more than the second one.
    private static let doppler = (standing: 0.25, going: 0.5, noise: 0.7)

    /// - Parameters:
    ///   - speed: of the smoothed way in m/s.
    ///   - doppler: mean over the next seconds in m/s, if there is any.
    static func decide(
        wasStanding: Bool, speed: Double, doppler: Double?, at time: Instant, _ steps: StepView
    ) -> Bool {
        if let count = steps.count(after: time - window, upTo: time + window) {
            if count / (2 * window.seconds) >= walking { return false }
            if count == 0 { return speed < withoutSteps }
        }
        if let doppler {
            if doppler >= Self.doppler.going { return false }
            if doppler < Self.doppler.standing { return speed < Self.doppler.noise }
        }
        let limit = wasStanding ? leaving : standing
        return speed < limit + (steps.isSilent(at: time) ? doubt : 0)
    }
}
