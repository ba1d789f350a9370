import RunCore

private import func Glibc.cos

/// Leaves out places that lie near the line through the others (Ramer 1972; Douglas and Peucker 1973).
enum Simplifier {
    /// - Parameter tolerance: metres that the track may be away from the new line; 0 keeps everything.
    static func simplify(_ places: [Coordinate], tolerance: Double) -> [Coordinate] {
        guard tolerance > 0, tolerance.isFinite, places.count > 2 else { return places }
        var keeps = [Bool](repeating: false, count: places.count)
        keeps[0] = true
        keeps[places.count - 1] = true
        // A stack of our own: a long track would exhaust that of the thread.
        var ranges = [(from: 0, to: places.count - 1)]
        while let (from, to) = ranges.popLast() {
            guard let farthest = farthest(places, from, to, beyond: tolerance) else { continue }
            keeps[farthest] = true
            ranges.append((from, farthest))
            ranges.append((farthest, to))
        }
        return places.indices.filter { keeps[$0] }.map { places[$0] }
    }

    /// The place between two others that is farthest from their line, if that is too far.
    private static func farthest(
        _ places: [Coordinate], _ from: Int, _ to: Int, beyond tolerance: Double
    ) -> Int? {
        guard to - from > 1 else { return nil }
        let plane = Plane(at: places[from])
        let end = plane.point(places[to])
        var worst = tolerance * tolerance
        var index: Int?
        for candidate in from + 1..<to {
            let distance = squaredDistance(of: plane.point(places[candidate]), to: end)
            if distance > worst {
                worst = distance
                index = candidate
            }
        }
        return index
    }

    /// To the line from the origin to `end`, and not beyond its ends.
    private static func squaredDistance(of point: SIMD2<Double>, to end: SIMD2<Double>) -> Double {
        let length = (end * end).sum()
        let share = length > 0 ? max(0, min(1, (point * end).sum() / length)) : 0
        let off = point - end * share
        return (off * off).sum()
    }

    /// Metres east and north of a place; good to a thousandth over the few kilometres between kept places.
    private struct Plane {
        private static let metresPerDegree = 111_320.0

        private let origin: Coordinate
        private let eastScale: Double

        init(at origin: Coordinate) {
            self.origin = origin
            eastScale = Plane.metresPerDegree * cos(origin.latitude * .pi / 180)
        }

        func point(_ place: Coordinate) -> SIMD2<Double> {
            var east = place.longitude - origin.longitude
            // The short way over the 180th meridian.
            if east > 180 { east -= 360 } else if east < -180 { east += 360 }
            return SIMD2(
                east * eastScale, (place.latitude - origin.latitude) * Plane.metresPerDegree)
        }
    }
}
