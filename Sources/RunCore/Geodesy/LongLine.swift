private import func Glibc.asin
private import func Glibc.atan
private import func Glibc.atan2
private import func Glibc.cos
private import func Glibc.sin
private import func Glibc.tan

/// The geodesic between places far apart, by Vincenty's inverse formula (Survey Review XXIII 176,
/// 1975).
///
/// The formula does not converge for nearly opposite places. There the line is cut in two by a
/// circle that every way between them crosses, and the crossing that makes the sum shortest is
/// looked for.
enum LongLine {
    static func distance(_ a: Coordinate, _ b: Coordinate) -> Double {
        vincenty(a, b)?.metres ?? opposite(a, b)
    }

    /// Degrees clockwise from north at the first place.
    static func bearing(_ a: Coordinate, _ b: Coordinate) -> Double {
        // For nearly opposite places every direction is about as good as another: the sphere's.
        let azimuth = vincenty(a, b)?.azimuth ?? onSphere(a, b)
        let degrees = azimuth / degree
        return degrees < 0 ? degrees + 360 : degrees
    }

    private static func onSphere(_ a: Coordinate, _ b: Coordinate) -> Double {
        let (from, to) = (a.latitude * degree, b.latitude * degree)
        let east = (b.longitude - a.longitude) * degree
        return atan2(
            sin(east) * cos(to), cos(from) * sin(to) - sin(from) * cos(to) * cos(east))
    }

    private static let degree = Double.pi / 180
    private static let semiMinor = ShortLine.semiMajor * (1 - ShortLine.flattening)

    private struct Line {
        var metres: Double
        /// Radians clockwise from north at the first place.
        var azimuth: Double
    }

    /// Nil where the iteration does not converge.
    private static func vincenty(_ a: Coordinate, _ b: Coordinate) -> Line? {
        let f = ShortLine.flattening
        let u1 = atan((1 - f) * tan(a.latitude * degree))
        let u2 = atan((1 - f) * tan(b.latitude * degree))
        let (sinU1, cosU1, sinU2, cosU2) = (sin(u1), cos(u1), sin(u2), cos(u2))
        var east = b.longitude - a.longitude
        if east > 180 { east -= 360 } else if east < -180 { east += 360 }
        let difference = east * degree
        var lambda = difference
        for _ in 0..<60 {
            let (sinL, cosL) = (sin(lambda), cos(lambda))
            let across = cosU2 * sinL
            let along = cosU1 * sinU2 - sinU1 * cosU2 * cosL
            let sinSigma = (across * across + along * along).squareRoot()
            if sinSigma == 0 { return difference == 0 ? Line(metres: 0, azimuth: 0) : nil }
            let cosSigma = sinU1 * sinU2 + cosU1 * cosU2 * cosL
            let sigma = atan2(sinSigma, cosSigma)
            let sinAlpha = cosU1 * cosU2 * sinL / sinSigma
            let cosSquared = 1 - sinAlpha * sinAlpha
            // On the equator there is no middle to speak of.
            let middle = cosSquared > 1e-14 ? cosSigma - 2 * sinU1 * sinU2 / cosSquared : 0
            let c = f / 16 * cosSquared * (4 + f * (4 - 3 * cosSquared))
            let before = lambda
            let inner = middle + c * cosSigma * (-1 + 2 * middle * middle)
            lambda = difference + (1 - c) * f * sinAlpha * (sigma + c * sinSigma * inner)
            guard abs(lambda) <= Double.pi else { return nil }
            if abs(lambda - before) < 1e-14 {
                return Line(
                    metres: length(sigma, sinSigma, cosSigma, middle, cosSquared),
                    azimuth: atan2(across, along))
            }
        }
        return nil
    }

    private static func length(
        _ sigma: Double, _ sinSigma: Double, _ cosSigma: Double, _ middle: Double,
        _ cosSquared: Double
    ) -> Double {
        let major = ShortLine.semiMajor * ShortLine.semiMajor
        let minor = semiMinor * semiMinor
        let u2 = cosSquared * (major - minor) / minor
        let a = 1 + u2 / 16384 * (4096 + u2 * (-768 + u2 * (320 - 175 * u2)))
        let b = u2 / 1024 * (256 + u2 * (-128 + u2 * (74 - 47 * u2)))
        let last = b / 6 * middle * (-3 + 4 * sinSigma * sinSigma) * (-3 + 4 * middle * middle)
        let inner = cosSigma * (-1 + 2 * middle * middle) - last
        let correction = b * sinSigma * (middle + b / 4 * inner)
        return semiMinor * a * (sigma - correction)
    }

    /// The shortest sum of two lines over a point a quarter of the globe away from the first place.
    private static func opposite(_ a: Coordinate, _ b: Coordinate) -> Double {
        func sum(_ bearing: Double) -> Double {
            let middle = quarter(from: a, bearing)
            return (vincenty(a, middle)?.metres ?? .infinity)
                + (vincenty(middle, b)?.metres ?? .infinity)
        }
        let step = Double.pi / 36
        var best = (bearing: 0.0, metres: Double.infinity)
        for index in 0..<72 {
            let metres = sum(Double(index) * step)
            if metres < best.metres { best = (Double(index) * step, metres) }
        }
        var low = best.bearing - step
        var high = best.bearing + step
        for _ in 0..<60 {
            let left = low + (high - low) * 0.382
            let right = low + (high - low) * 0.618
            if sum(left) < sum(right) { high = right } else { low = left }
        }
        return min(best.metres, sum((low + high) / 2))
    }

    /// The place a quarter of a sphere away in a direction (radians from north).
    private static func quarter(from place: Coordinate, _ bearing: Double) -> Coordinate {
        let latitude = place.latitude * degree
        let up = cos(latitude) * cos(bearing)
        let turn = atan2(sin(bearing), -sin(latitude) * cos(bearing))
        var longitude = place.longitude + turn / degree
        if longitude > 180 { longitude -= 360 } else if longitude < -180 { longitude += 360 }
        return Coordinate(latitude: asin(min(1, max(-1, up))) / degree, longitude: longitude)
    }
}
