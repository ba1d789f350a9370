import RunCore
import RunFormats
import Testing

@Suite("Round trips")
struct RoundTripTests {
    private func again(_ format: String, _ activity: Activity) throws -> Activity {
        let format = try #require(Format.named(format))
        let bytes = try #require(format.encode(activity)?.bytes)
        let reader = try #require(format.makeReader?())
        let (read, problems) = Fixtures.read(bytes, reader)
        #expect(problems.isEmpty, "\(problems.first)")
        return read
    }

    @Test("GPX keeps name, sport, segments, marks and every value of every point")
    func gpx() throws {
        let sample = Samples.run()
        let read = try again("gpx", sample)
        #expect(read.header.name == sample.header.name)
        #expect(read.header.kind == .run && read.header.start == sample.header.start)
        #expect(
            read.segments.map(\.points) == sample.segments.map(\.points).map { $0.map(rounded) })
        #expect(read.marks == sample.marks)
    }

    @Test("TCX keeps laps, pauses and every value but the source")
    func tcx() throws {
        let sample = Samples.run()
        let read = try again("tcx", sample)
        #expect(read.header.kind == .run && read.header.start == sample.header.start)
        #expect(read.laps == sample.laps)
        #expect(read.totals.deviceDistance == 1_800)
        #expect(read.segments.count == 2)
        let expected = sample.points.map { point in
            var point = rounded(point)
            point.source = nil
            return point
        }
        #expect(read.points == expected)
    }

    @Test("FIT keeps laps, pauses, totals, marks' times and every value at its resolution")
    func fit() throws {
        let sample = Samples.run()
        let read = try again("fit", sample)
        #expect(read.header.kind == .run && read.header.start == sample.header.start)
        #expect(read.laps == sample.laps)
        #expect(read.segments.map(\.start) == sample.segments.map(\.start))
        #expect(read.segments.map(\.end) == sample.segments.map(\.end))
        #expect(read.marks.map(\.time) == sample.marks.map(\.time))
        #expect(read.totals.active == 600 && read.totals.elapsed == 660)
        #expect(read.totals.deviceDistance == 1_800 && read.totals.steps == 1_800)
        #expect(read.points.count == sample.points.count)
        for (theirs, ours) in zip(read.points, sample.points) {
            #expect(theirs.time == ours.time && theirs.heart == ours.heart)
            #expect(theirs.cadence == ours.cadence)
            #expect(abs((theirs.distance ?? 0) - (ours.distance ?? 1)) <= 0.005)
            #expect(abs((theirs.speed ?? 0) - 3) <= 0.0005)
            #expect(abs((theirs.altitude ?? 0) - 920.5) <= 0.101)
            let place = try #require(theirs.coordinate)
            #expect(abs(place.latitude - 12.97) < 5e-8)
            #expect(abs(place.longitude - (ours.coordinate?.longitude ?? 0)) < 5e-8)
        }
    }

    @Test("CSV keeps everything but the zone")
    func csv() throws {
        var sample = Samples.run()
        sample.header.note = "=cmd|' /C calc'!A0, \"quoted\"\nsecond line"
        sample.marks[0].text = "'tis -5"
        let read = try again("csv", sample)
        #expect(read.header.name == sample.header.name && read.header.note == sample.header.note)
        #expect(
            read.segments
                == sample.segments.map { segment in
                    var segment = segment
                    segment.points = segment.points.map(rounded)
                    return segment
                })
        #expect(read.laps == sample.laps && read.marks == sample.marks)
        #expect(read.totals.distance == 1_800 && read.totals.active == 600)
        #expect(read.totals.steps == 1_800)
    }

    @Test("KML keeps name, pauses, marks and every value; GeoJSON keeps places, times and totals")
    func maps() throws {
        let sample = Samples.run()
        let kml = try again("kml", sample)
        #expect(kml.header.name == sample.header.name && kml.header.start == sample.header.start)
        #expect(kml.segments.map(\.points) == sample.segments.map { $0.points.map(rounded) })
        #expect(kml.marks == sample.marks)
        let geo = try again("geojson", sample)
        #expect(geo.header.name == sample.header.name && geo.header.kind == .run)
        #expect(geo.header.zone == "Asia/Kolkata" && geo.totals == sample.totals)
        #expect(geo.marks == sample.marks)
        let places = sample.segments.map { segment in
            segment.points.map(rounded).map {
                Point(time: $0.time, coordinate: $0.coordinate, altitude: $0.altitude)
            }
        }
        #expect(geo.segments.map(\.points) == places)
    }

    @Test("a line that GeoJSON had to cut at the 180th meridian is one again")
    func dateline() throws {
        let start = Samples.time("2026-06-01T06:00:00Z")
        let points = [179.5, 179.9, -179.8, -179.5].enumerated().map { index, longitude in
            Point(
                time: start + Elapsed(seconds: Double(index)),
                coordinate: Coordinate(latitude: Double(index), longitude: longitude))
        }
        let run = Activity(segments: [Activity.Segment(points: points)])
        #expect(try again("geojson", run).segments.map(\.points) == [points])
    }

    @Test("a pedometer stretch keeps its metres in TCX, FIT and CSV and never becomes 0,0")
    func pedometer() throws {
        var sample = Samples.run()
        for index in 100..<160 {
            sample.segments[0].points[index].coordinate = nil
            sample.segments[0].points[index].source = .pedometer
        }
        for format in ["tcx", "fit", "csv"] {
            let read = try again(format, sample)
            let stretch = read.points[100..<160]
            #expect(stretch.allSatisfy { $0.coordinate == nil }, "\(format)")
            #expect(
                stretch.map(\.distance) == sample.points[100..<160].map(\.distance), "\(format)")
            #expect(read.points[160].coordinate != nil, "\(format)")
        }
        let gpx = try again("gpx", sample)
        #expect(gpx.points.count == sample.points.count - 60)
    }

    @Test("a file in pieces of any size is the same as the file at once")
    func pieces() throws {
        for name in ["gpx", "tcx", "fit", "kml", "geojson", "csv"] {
            let format = try #require(Format.named(name))
            let bytes = try #require(format.encode(Samples.run())?.bytes)
            let whole = Fixtures.read(bytes, try #require(format.makeReader?()))
            for pieces in [[1], [7, 1, 300], [4_096]] {
                let cut = Fixtures.read(
                    bytes, try #require(format.makeReader?()), pieces: pieces)
                #expect(cut.activity == whole.activity, "\(name) in pieces of \(pieces)")
                #expect(cut.problems.isEmpty)
            }
        }
    }

    /// To the digits that text formats write.
    private func rounded(_ point: Point) -> Point {
        var point = point
        if let place = point.coordinate {
            point.coordinate = Coordinate(
                latitude: (place.latitude * 1e9).rounded() / 1e9,
                longitude: (place.longitude * 1e9).rounded() / 1e9)
        }
        return point
    }
}
