private import func Glibc.cos
private import func Glibc.sin

/// The straight line through the ellipsoid, lengthened to the arc above it.
///
/// It knows no poles and no dateline. Good up to a few kilometres.
enum Chord {
    static func distance(_ a: Coordinate, _ b: Coordinate) -> Double {
        let offset = position(a) - position(b)
        let squared = (offset * offset).sum()
        let radius = 6_371_000.0
        return squared.squareRoot() * (1 + squared / (24 * radius * radius))
    }

    /// Metres from the centre of the earth.
    private static func position(_ place: Coordinate) -> SIMD4<Double> {
        let degree = Double.pi / 180
        let sine = sin(place.latitude * degree)
        let cosine = cos(place.latitude * degree)
        let e2 = ShortLine.eccentricitySquared
        let prime = ShortLine.semiMajor / (1 - e2 * sine * sine).squareRoot()
        return SIMD4(
            prime * cosine * cos(place.longitude * degree),
            prime * cosine * sin(place.longitude * degree), prime * (1 - e2) * sine, 0)
    }
}
