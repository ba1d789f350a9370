/// Tells good fixes that stand still while steps arrive: a treadmill by the window, a gym.
///
/// Such fixes are not adequate, from the first of them on.
struct IndoorWatch: Equatable, Sendable {
    private var place = StandstillMark()
    /// The fix in whose place the person goes on the spot.
    private(set) var spot: Anchor?

    /// Metres that a step must at least lead away from the mark. Half of a slow walker's way out
    /// and back is more than this.
    private static let metresPerStep = 0.14
    private static let radius = 5.6...20.0
    /// A receiver that measures such a speed, in m/s, does not stand.
    private static let moving = 1.0

    static func radius(steps: Int64) -> Double {
        min(max(metresPerStep * Double(steps), radius.lowerBound), radius.upperBound)
    }

    /// Takes an adequate fix. Returns the moment since which the fixes are not to be believed.
    /// - Parameter steps: counted since a moment.
    mutating func follow(
        _ anchor: Anchor, needing limit: Int64, steps: (_ since: Instant) -> Int64
    ) -> Instant? {
        if let speed = anchor.fix.speed, speed >= Self.moving { place.reset() }
        let taken = place.mark.map { steps($0.time) } ?? 0
        guard place.stays(anchor, within: Self.radius(steps: taken)), taken >= limit,
            let mark = place.mark
        else { return nil }
        return mark.time
    }

    /// From now on the fixes around this one are not believed.
    mutating func enter(at anchor: Anchor) { spot = anchor }

    /// Whether a fix is still on the spot; if not, it leads out.
    mutating func keeps(_ anchor: Anchor, steps: (_ since: Instant) -> Int64) -> Bool {
        guard let spot else { return false }
        let radius = Self.radius(steps: steps(spot.time))
        if Geodesic.distance(from: spot.place, to: anchor.place) <= radius { return true }
        reset()
        return false
    }

    mutating func reset() {
        place.reset()
        spot = nil
    }
}
