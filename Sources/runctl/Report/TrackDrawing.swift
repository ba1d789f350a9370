internal import RunCore

/// The track drawn to scale: one metre north is as long as one metre east.
struct TrackDrawing {
    private let points: [TrackPoint]
    private let units: Units
    private let scale: Double
    private let origin: Coordinate
    private let widthOfDegree: Double
    private let size: (width: Double, height: Double)
    private static let margin = 24.0

    /// Metres of a degree of latitude, near enough for a picture.
    private static let degree = 111_195.0

    /// nil if there are not two places to draw a line between.
    init?(_ points: [TrackPoint], _ units: Units) {
        let places = points.map(\.smoothed)
        let latitudes = places.map(\.latitude)
        guard let south = latitudes.min(), let north = latitudes.max(), let first = places.first
        else { return nil }
        // Across the dateline longitudes go on instead of jumping.
        let longitudes = places.map { TrackDrawing.near(first.longitude, $0.longitude) }
        guard let west = longitudes.min(), let east = longitudes.max() else { return nil }
        let shrink = Trigonometry.cosine(degrees: (south + north) / 2)
        let wide = (east - west) * TrackDrawing.degree * shrink
        let high = (north - south) * TrackDrawing.degree
        guard max(wide, high) > 1 else { return nil }
        self.points = points
        self.units = units
        origin = Coordinate(latitude: north, longitude: west)
        widthOfDegree = TrackDrawing.degree * shrink
        scale = min(800 / max(wide, 1), 500 / max(high, 1))
        size = (
            max(wide * scale, 120) + 2 * TrackDrawing.margin,
            max(high * scale, 60) + 3 * TrackDrawing.margin
        )
    }

    private static func near(_ reference: Double, _ longitude: Double) -> Double {
        let turns = ((longitude - reference) / 360).rounded()
        return longitude - turns * 360
    }

    /// Where a place is in the picture.
    func position(_ place: Coordinate) -> (x: Double, y: Double) {
        let longitude = TrackDrawing.near(origin.longitude + 0.001, place.longitude)
        return (
            TrackDrawing.margin + (longitude - origin.longitude) * widthOfDegree * scale,
            TrackDrawing.margin
                + (origin.latitude - place.latitude) * TrackDrawing.degree * scale
        )
    }

    /// - Parameter gaps: for each moment from which a line is missing, what covered it.
    /// - Parameter marks: what the person marked, drawn where its place is known.
    func svg(
        title: String, marks: [PlacedMark], gaps: (TrackPoint, TrackPoint) -> Source
    ) -> String {
        var parts: [String] = []
        var line = ""
        for (index, point) in points.enumerated() {
            let place = text(point.smoothed)
            if index > 0, point.beginsSegment {
                parts.append(path(line, "gps"))
                let before = points[index - 1]
                let source = gaps(before, point)
                if source != .paused {
                    let name = source == .pedometer ? "steps" : source == .gps ? "gps" : "none"
                    parts.append(path("M\(text(before.smoothed))L\(place)", name))
                }
                line = ""
            }
            line += line.isEmpty ? "M\(place)" : "L\(place)"
        }
        parts.append(path(line, "gps"))
        return """
            <svg class="track" viewBox="0 0 \(number(size.width)) \(number(size.height))" role="img" \
            aria-label="\(HTML.escaped(title))">
            \((parts + milestones + marks.compactMap(flag) + [scaleBar, ends]).joined(separator: "\n"))
            <circle id="dot" class="dot" r="7"/>
            </svg>

            """
    }

    private func path(_ line: String, _ name: String) -> String {
        line.isEmpty ? "" : "<path class=\"path \(name)\" d=\"\(line)\"/>"
    }

    /// A number at every kilometre or mile, with an arrow in the direction of the way.
    private var milestones: [String] {
        var marks: [String] = []
        let every = units.longMetres * max(1, (Double(points.count) / 40_000).rounded(.up))
        for (before, point) in zip(points, points.dropFirst()) {
            let count = (point.distance / every).rounded(.down)
            guard count > (before.distance / every).rounded(.down), count > 0 else { continue }
            let (x, y) = position(point.smoothed)
            let from = position(before.smoothed)
            let turn = Trigonometry.degrees(y: y - from.y, x: x - from.x)
            marks.append(
                "<path class=\"arrow\" transform=\"translate(\(number(x)) \(number(y)))"
                    + " rotate(\(number(turn)))\" d=\"M-5-5L7 0L-5 5Z\"/>"
                    + "<text x=\"\(number(x + 9))\" y=\"\(number(y - 7))\">"
                    + "\(Decimal.fixed(count * every / units.longMetres, 0))</text>")
        }
        return marks
    }

    private func flag(_ mark: PlacedMark) -> String? {
        guard let place = mark.place else { return nil }
        let (x, y) = position(place.coordinate)
        let name = MarkName.standard(mark.number)
        return "<circle class=\"mark\" cx=\"\(number(x))\" cy=\"\(number(y))\" r=\"4\">"
            + "<title>\(HTML.escaped(mark.label))</title></circle>"
            + "<text x=\"\(number(x + 6))\" y=\"\(number(y + 12))\">\(name)</text>"
    }

    private var ends: String {
        guard let first = points.first, let last = points.last else { return "" }
        let (a, b) = (position(first.smoothed), position(last.smoothed))
        return "<circle class=\"mark begin\" cx=\"\(number(a.x))\" cy=\"\(number(a.y))\" r=\"6\">"
            + "<title>start</title></circle>"
            + "<rect class=\"mark end\" x=\"\(number(b.x - 5))\" y=\"\(number(b.y - 5))\""
            + " width=\"10\" height=\"10\"><title>end</title></rect>"
    }

    private var scaleBar: String {
        let steps = [10.0, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 50_000, 100_000]
            .map { $0 * (units == .metric ? 1 : units.longMetres / 1_000) }
        let metres = steps.last { $0 * scale <= size.width / 3 } ?? steps[0]
        let y = size.height - 8
        return "<path class=\"scale\" d=\"M8 \(number(y))h\(number(metres * scale))\"/>"
            + "<text x=\"8\" y=\"\(number(y - 5))\">\(units.distance(metres))</text>"
    }

    private func text(_ place: Coordinate) -> String {
        let (x, y) = position(place)
        return "\(number(x)) \(number(y))"
    }

    private func number(_ value: Double) -> String { Decimal.fixed(value, 1) }
}
