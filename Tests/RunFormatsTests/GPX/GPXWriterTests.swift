import RunCore
import RunFormats
import Testing

@Suite("GPXWriter")
struct GPXWriterTests {
    private let start = Samples.time("2026-06-01T06:00:00Z")

    private func run(_ points: [Point], name: String? = nil) -> Activity {
        Activity(
            header: Activity.Header(name: name, kind: .run, start: start),
            segments: [Activity.Segment(points: points)])
    }

    @Test("a point has elevation, time and extensions in the order of the schema")
    func order() {
        let text = Format.text(
            "gpx",
            run([
                Point(
                    time: start, coordinate: Coordinate(latitude: -0.5, longitude: 77.590000001),
                    altitude: 920.1234, distance: 12.5, speed: 2.9, cadence: 171, heart: 151,
                    source: .gps)
            ]))
        #expect(
            text.contains(
                """
                <trkpt lat="-0.5" lon="77.590000001"><ele>920.123</ele>\
                <time>2026-06-01T06:00:00Z</time><extensions><gpxtpx:TrackPointExtension>\
                <gpxtpx:hr>151</gpxtpx:hr><gpxtpx:cad>86</gpxtpx:cad>\
                <gpxtpx:speed>2.9</gpxtpx:speed></gpxtpx:TrackPointExtension>\
                <rund:source>gps</rund:source><rund:distance>12.5</rund:distance></extensions></trkpt>
                """))
    }

    @Test("a pause begins a new trkseg, and a run of no points is still a file")
    func segments() {
        let text = Format.text("gpx", Samples.run())
        #expect(text.split(separator: "<trkseg>").count == 3)
        #expect(text.split(separator: "</trkseg>").count == 3)
        let empty = Format.text("gpx", Activity())
        #expect(empty.contains("<trk>") && empty.hasSuffix("</trk>\n</gpx>\n"))
        #expect(!empty.contains("trkseg"))
    }

    @Test(
        "points without time or position, and times that do not advance, are counted, not invented")
    func omissions() throws {
        let place = Coordinate(latitude: 1, longitude: 2)
        let points = [
            Point(time: start, coordinate: place), Point(time: nil, coordinate: place),
            Point(time: start + Elapsed(seconds: 1)),
            Point(time: start + Elapsed(seconds: 0.0004), coordinate: place),
            Point(time: start + Elapsed(seconds: -5), coordinate: place),
            Point(
                time: start + Elapsed(seconds: 2),
                coordinate: Coordinate(latitude: .nan, longitude: 0)),
            Point(time: start + Elapsed(seconds: 3), coordinate: place),
        ]
        let encoded = try #require(Format.named("gpx")?.encode(run(points)))
        let text = String(decoding: encoded.bytes, as: UTF8.self)
        #expect(text.split(separator: "<trkpt").count == 3)
        #expect(!text.contains("1970") && !text.contains("lat=\"0\""))
        #expect(encoded.report.withoutTime == 1)
        #expect(encoded.report.withoutPosition == 2)
        #expect(encoded.report.outOfOrder == 2)
        #expect(encoded.report.lines.first == "1 point without time left out")
    }

    @Test("a name loses only the characters that XML cannot hold")
    func escaping() {
        let name = "a & b < \"c\" \u{0}\u{1}\u{B}\u{FFFE}\u{FFFF} ]]> 😀\n\t\r"
        let text = Format.text("gpx", run([], name: name))
        #expect(
            text.contains(
                "<name>a &amp; b &lt; &quot;c&quot;  ]]&gt; 😀&#10;&#9;&#13;</name>"))
    }
}
