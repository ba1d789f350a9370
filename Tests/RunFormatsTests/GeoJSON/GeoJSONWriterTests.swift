import RunCore
import RunFormats
import Testing

@Suite("GeoJSONWriter")
struct GeoJSONWriterTests {
    private func features(_ activity: Activity) throws -> [JSONValue] {
        let json = try JSONValue(parsing: Format.text("geojson", activity))
        #expect(json["type"]?.string == "FeatureCollection")
        return try #require(json["features"]?.array)
    }

    private func run(_ places: [(Double, Double)]) -> Activity {
        let start = Samples.time("2026-06-01T06:00:00Z")
        let points = places.enumerated().map { index, place in
            Point(
                time: start + Elapsed(seconds: Double(index) * 10),
                coordinate: Coordinate(latitude: place.0, longitude: place.1),
                altitude: Double(index) * 10)
        }
        return Activity(segments: [Activity.Segment(points: points)])
    }

    private func numbers(_ value: JSONValue?) -> [[Double]] {
        value?.array?.map { $0.array?.compactMap(\.double) ?? [] } ?? []
    }

    @Test("a line over the 180th meridian is cut there, both ways, at the latitude of the crossing")
    func dateline() throws {
        for sign in [1.0, -1.0] {
            let feature = try features(run([(0, sign * 179.5), (2, sign * -178.5)]))[0]
            let geometry = feature["geometry"]
            #expect(geometry?["type"]?.string == "MultiLineString")
            let lines = geometry?["coordinates"]?.array ?? []
            #expect(lines.count == 2)
            #expect(numbers(lines.first) == [[sign * 179.5, 0, 0], [sign * 180, 0.5, 2.5]])
            #expect(numbers(lines.last) == [[sign * -180, 0.5, 2.5], [sign * -178.5, 2, 10]])
            let times = feature["properties"]?["coordTimes"]?.array?.map { $0.array?.count }
            #expect(times == [2, 2])
        }
    }

    @Test("points on the meridian itself make no empty lines")
    func onTheLine() throws {
        let lines = try features(run([(0, 179), (0, 180), (0, -180), (0, -179)]))[0]
        let coordinates = lines["geometry"]?["coordinates"]?.array ?? []
        #expect(coordinates.map { numbers($0).map { $0[0] } } == [[179, 180], [-180, -179]])
        for line in coordinates { #expect((line.array?.count ?? 0) >= 2) }
    }

    @Test("a pause makes a MultiLineString, marks are points, a run without places has no geometry")
    func shapes() throws {
        let found = try features(Samples.run())
        #expect(found.count == 2)
        #expect(found[0]["geometry"]?["type"]?.string == "MultiLineString")
        #expect(found[0]["properties"]?["distance"]?.double == 1_800)
        #expect(found[0]["properties"]?["name"]?.string == "Morning & evening")
        #expect(found[1]["geometry"]?["type"]?.string == "Point")
        #expect(found[1]["properties"]?["name"]?.string == "P-1")
        #expect(try features(Activity())[0]["geometry"] == .null)
        let one = try features(run([(1, 2)]))[0]
        #expect(numbers(one["geometry"]?["coordinates"]) == [[2, 1, 0], [2, 1, 0]])
    }
}
