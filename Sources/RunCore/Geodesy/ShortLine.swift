private import func Glibc.cos
private import func Glibc.sin

/// The short way: the ellipsoid's two radii of curvature at the middle latitude.
///
/// Relative error below 1e-8 up to 1 km, away from the poles.
enum ShortLine {
    /// Semi-major axis in metres, and the square of the first eccentricity (WGS 84).
    static let semiMajor = 6_378_137.0
    static let flattening = 1 / 298.257223563
    static let eccentricitySquared = flattening * (2 - flattening)

    static func distance(_ a: Coordinate, _ b: Coordinate) -> Double {
        let degree = Double.pi / 180
        let north = (b.latitude - a.latitude) * degree
        var east = b.longitude - a.longitude
        if east > 180 { east -= 360 } else if east < -180 { east += 360 }
        let middle = (a.latitude + b.latitude) / 2 * degree
        let sine = sin(middle)
        let squared = 1 - eccentricitySquared * sine * sine
        let prime = semiMajor / squared.squareRoot()
        let meridian = prime * (1 - eccentricitySquared) / squared
        let dy = meridian * north
        let dx = prime * cos(middle) * east * degree
        return (dx * dx + dy * dy).squareRoot()
    }
}
