/// Distances on the WGS-84 ellipsoid.
package enum Geodesic {
    /// Metres along the shortest line between two places; NaN if a place is not valid.
    package static func distance(from a: Coordinate, to b: Coordinate) -> Double {
        ShortLine.distance(a, b)
    }
}
