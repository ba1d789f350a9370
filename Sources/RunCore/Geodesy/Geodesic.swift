/// Distances on the WGS-84 ellipsoid.
package enum Geodesic {
    /// Metres along the shortest line between two places; NaN if a place is not valid.
    ///
    /// Between two fixes this is the formula with the radii of curvature; where the meridians
    /// converge too fast for it, the chord through the ellipsoid; beyond a kilometre Vincenty's.
    package static func distance(from a: Coordinate, to b: Coordinate) -> Double {
        guard a.isValid, b.isValid else { return .nan }
        let short = ShortLine.distance(a, b)
        let middle = (abs(a.latitude) + abs(b.latitude)) / 2
        // Below 45 degrees the error stays under 1e-8 up to a kilometre.
        if short < 1000, middle < 45 { return short }
        if short < 20, middle < 89 { return short }
        return short < 1000 ? Chord.distance(a, b) : LongLine.distance(a, b)
    }

    /// The direction in which the shortest line leaves the first place, in degrees clockwise from
    /// true north, 0 ..< 360; nil for the same place twice and for places that are not valid.
    package static func bearing(from a: Coordinate, to b: Coordinate) -> Double? {
        guard a.isValid, b.isValid, a != b else { return nil }
        return LongLine.bearing(a, b)
    }
}
