import RunCore

/// A place of a line, with its time.
struct GeoPosition: Equatable, Sendable {
    var coordinate: Coordinate
    var altitude: Double?
    var time: WallTime?

    /// Longitude, latitude and, where known, altitude.
    func write(_ out: inout ByteBuffer) {
        out.append("[")
        out.append(decimal: coordinate.longitude, digits: 9)
        out.append(",")
        out.append(decimal: coordinate.latitude, digits: 9)
        if let altitude, altitude.isFinite { out.append(",", decimal: altitude, digits: 3, "") }
        out.append("]")
    }
}

/// Cuts a line where it crosses the 180th meridian, so that none runs round the world.
struct DatelineCutter {
    private var lines: [[GeoPosition]] = []
    private var current: [GeoPosition] = []

    mutating func add(_ position: GeoPosition) {
        if let last = current.last {
            let step = position.coordinate.longitude - last.coordinate.longitude
            if abs(step) > 180 { cut(from: last, to: position) }
        }
        current.append(position)
    }

    /// Every line has two positions or more; a lone one is there twice.
    consuming func finish() -> [[GeoPosition]] {
        let all = current.isEmpty ? lines : lines + [current]
        return all.map { $0.count == 1 ? [$0[0], $0[0]] : $0 }
    }

    private mutating func cut(from: GeoPosition, to: GeoPosition) {
        // Eastward over +180° the longitude falls by nearly 360.
        let edge: Double = from.coordinate.longitude > 0 ? 180 : -180
        let before = abs(edge - from.coordinate.longitude)
        let after = abs(-edge - to.coordinate.longitude)
        let share = before + after > 0 ? before / (before + after) : 0
        var crossing = GeoPosition(
            coordinate: Coordinate(
                latitude: mix(from.coordinate.latitude, to.coordinate.latitude, share),
                longitude: edge))
        if let a = from.altitude, let b = to.altitude { crossing.altitude = mix(a, b, share) }
        if let a = from.time, let b = to.time {
            crossing.time = (a + Elapsed(seconds: (b - a).seconds * share)).milliseconds
        }
        if before > 0 { current.append(crossing) }
        lines.append(current)
        crossing.coordinate.longitude = -edge
        current = after > 0 ? [crossing] : []
    }

    private func mix(_ a: Double, _ b: Double, _ share: Double) -> Double { a + (b - a) * share }
}
