import RunCore
import RunFormats
import Testing

@Suite("Polyline as a format")
struct PolylineFormatTests {
    private func run(_ places: [(Double, Double)]) -> Activity {
        Activity(segments: [
            Activity.Segment(
                points: places.map {
                    Point(coordinate: Coordinate(latitude: $0.0, longitude: $0.1))
                })
        ])
    }

    @Test("is one line that reads back, with the digits that were asked for")
    func line() {
        let run = run([(38.5, -120.2), (40.7, -120.95), (43.252, -126.453)])
        #expect(Format.text("polyline", run) == "_p~iF~ps|U_ulLnnqC_mqNvxq`@\n")
        let read = Fixtures.read(Array("  _p~iF~ps|U_ulLnnqC_mqNvxq`@\r\n".utf8), PolylineReader())
        #expect(read.problems.isEmpty && read.activity.points == run.points)
        let fine = Format.text("polyline", run, ExportOptions(polylinePrecision: 7))
        #expect(fine.utf8.count > 30)
        #expect(Format.text("polyline", run, ExportOptions(polylinePrecision: 99)) == fine)
    }

    @Test("points without a position are left out and counted; nothing at all is an empty line")
    func missing() {
        var sample = Samples.run()
        sample.segments[0].points[5].coordinate = nil
        let encoded = Format.named("polyline")?.encode(sample)
        #expect(encoded?.report.written == 601 && encoded?.report.withoutPosition == 1)
        #expect(Format.text("polyline", Activity()) == "\n")
        let wrong = Fixtures.read(Array("_p~iF~ps|U_".utf8), PolylineReader())
        #expect(wrong.problems.fatal != nil && wrong.activity.points.isEmpty)
    }

    @Test("a tolerance leaves out what is nearer to the line, keeps corners and both ends")
    func tolerance() {
        // 0.0001° is 11 m north or south of the straight way east.
        let zigzag = (0...100).map { ($0 % 2 == 0 ? 0 : 0.0001, Double($0) * 0.001) }
        func count(_ metres: Double, _ places: [(Double, Double)]) -> Int {
            let text = Format.text(
                "polyline", run(places), ExportOptions(polylineTolerance: metres))
            return Fixtures.read(Array(text.utf8), PolylineReader()).activity.points.count
        }
        #expect(count(0, zigzag) == 101)
        #expect(count(5, zigzag) == 101)
        #expect(count(12, zigzag) == 2)
        var corner = (0...50).map { (0.0, Double($0) * 0.001) }
        corner += (1...50).map { (Double($0) * 0.001, 0.05) }
        #expect(count(1, corner) == 3)
        var dateline = (0..<10).map { (0.0, 179.99 + Double($0) * 0.001) }
        dateline += (0...10).map { (0.0, -180 + Double($0) * 0.001) }
        #expect(count(1, dateline) == 2)
        #expect(count(.nan, zigzag) == 101)
    }

    @Test("every point left out of a real track is within the tolerance of the line that is left")
    func bound() throws {
        let track = try Fixtures.read("gpx/korita-zbevnica.gpx").activity.points.compactMap(
            \.coordinate)
        for tolerance in [2.0, 10, 50] {
            let text = Format.text(
                "polyline", run(track.map { ($0.latitude, $0.longitude) }),
                ExportOptions(polylinePrecision: 7, polylineTolerance: tolerance))
            let line = Fixtures.read(
                Array(
                    try Polyline.encode(Polyline.decode(Array(text.dropLast().utf8), precision: 7))),
                PolylineReader()
            ).activity.points.compactMap(\.coordinate)
            #expect(line.count < track.count / 2 && line.count > 2)
            let worst =
                stride(from: 0, to: track.count, by: 9).map { index in
                    zip(line, line.dropFirst()).map { distance(track[index], $0, $1) }.min()
                        ?? .infinity
                }.max() ?? 0
            #expect(worst < tolerance + 1.5, "\(tolerance) m: \(worst)")
        }
    }

    /// Metres from a place to a short line, by the geodesic distances to twenty places on it.
    private func distance(_ place: Coordinate, _ from: Coordinate, _ to: Coordinate) -> Double {
        let length = Geodesic.distance(from: from, to: to)
        let a = Geodesic.distance(from: place, to: from)
        guard a <= length + 60 else { return a }
        return stride(from: 0, through: 1.0001, by: 1 / max(20, length)).map { share in
            let on = Coordinate(
                latitude: from.latitude + (to.latitude - from.latitude) * share,
                longitude: from.longitude + (to.longitude - from.longitude) * share)
            return Geodesic.distance(from: place, to: on)
        }.min() ?? a
    }
}
