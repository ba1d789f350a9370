private import func Glibc.cos
private import func Glibc.sin

/// Metres east and north of a place, good within a few hundred metres of it.
struct LocalPlane: Equatable, Sendable {
    private(set) var origin: Coordinate
    /// Metres a degree.
    private(set) var east: Double
    private(set) var north: Double

    /// Beyond this distance the plane should be laid anew, in metres.
    static let reach = 300.0

    init(at origin: Coordinate) {
        self.origin = origin
        let degree = Double.pi / 180
        let sine = sin(origin.latitude * degree)
        let squared = 1 - ShortLine.eccentricitySquared * sine * sine
        let prime = ShortLine.semiMajor / squared.squareRoot()
        north = prime * (1 - ShortLine.eccentricitySquared) / squared * degree
        // Never 0, so that the poles stay finite.
        east = max(prime * cos(origin.latitude * degree) * degree, 1e-3)
    }

    func point(_ place: Coordinate) -> (x: Double, y: Double) {
        var turn = place.longitude - origin.longitude
        if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
        return (turn * east, (place.latitude - origin.latitude) * north)
    }

    func place(x: Double, y: Double) -> Coordinate {
        var longitude = origin.longitude + x / east
        if longitude > 180 { longitude -= 360 } else if longitude < -180 { longitude += 360 }
        let latitude = min(max(origin.latitude + y / north, -90), 90)
        return Coordinate(latitude: latitude, longitude: longitude)
    }
}
