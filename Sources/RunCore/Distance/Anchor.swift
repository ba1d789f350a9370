/// A fix that others are measured against.
struct Anchor: Equatable, Sendable {
    var time: Instant
    var fix: Fix
    var place: Coordinate
    /// Metres, 68 %.
    var radius: Double

    /// Nil without a position.
    init?(_ fix: Fix, at time: Instant) {
        guard let place = fix.coordinate else { return nil }
        self.time = time
        self.fix = fix
        self.place = place
        radius = fix.radius68
    }

    /// Whether a person can have come from there to here in that time, errors allowed for.
    func isReachable(from other: Anchor, maxSpeed: Double) -> Bool {
        let seconds = max(0, (time - other.time).seconds)
        let reach = maxSpeed * seconds + radius + other.radius
        return Geodesic.distance(from: other.place, to: place) <= reach
    }
}
