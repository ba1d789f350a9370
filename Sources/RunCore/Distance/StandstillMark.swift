/// Watches whether fixes stay in one place: the earliest fix that all later ones are near to.
struct StandstillMark: Equatable, Sendable {
    private(set) var mark: Anchor?

    /// Takes the next fix.
    /// - Parameter radius: metres around the mark that still count as the same place.
    /// - Returns: whether the fix is in the same place as the mark.
    mutating func stays(_ anchor: Anchor, within radius: Double) -> Bool {
        if let mark, Geodesic.distance(from: mark.place, to: anchor.place) <= radius { return true }
        mark = anchor
        return false
    }

    mutating func reset() { mark = nil }
}
