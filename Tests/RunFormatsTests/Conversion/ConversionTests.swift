import RunCore
import RunFormats
import Testing

@Suite("Conversion")
struct ConversionTests {
    private func convert(
        _ bytes: [UInt8], _ from: String, _ to: String, piece: Int = 1_000
    ) throws -> (bytes: [UInt8], report: Conversion.Report) {
        let source = try #require(Format.named(from))
        let target = try #require(Format.named(to))
        var conversion = try #require(Conversion(from: source, to: target))
        var out = ByteBuffer()
        for start in stride(from: 0, to: bytes.count, by: piece) {
            bytes[start..<min(bytes.count, start + piece)].withUnsafeBytes {
                conversion.feed($0, to: &out)
            }
        }
        let report = conversion.finish(to: &out)
        return (out.bytes, report)
    }

    @Test("every format that is read becomes every format that is written, with all its points")
    func pairs() throws {
        let sample = Samples.run()
        for from in Format.all where from.makeReader != nil && from.makeWriter != nil {
            // A polyline has no times, and what needs times then says so.
            guard from.name != "polyline" else { continue }
            let bytes = try #require(from.encode(sample)?.bytes)
            for to in Format.all where to.makeWriter != nil {
                let (result, report) = try convert(bytes, from.name, to.name)
                #expect(report.problems.isEmpty, "\(from.name) to \(to.name)")
                #expect(!result.isEmpty && report.outcome != .nothing, "\(from.name) to \(to.name)")
                if from.name != "log" {
                    #expect(report.written.written == 602, "\(from.name) to \(to.name)")
                }
                if let reader = to.makeReader?(), to.name != "log", from.name != "log" {
                    let again = Fixtures.read(result, reader)
                    #expect(
                        again.problems.isEmpty && again.activity.points.count == 602,
                        "\(from.name) to \(to.name): \(again.problems.first)")
                }
            }
        }
    }

    @Test("a polyline becomes what needs no times, and nothing else, aloud")
    func untimed() throws {
        let bytes = Array("_p~iF~ps|U_ulLnnqC_mqNvxq`@".utf8)
        for name in ["geojson", "csv", "polyline"] {
            #expect(try convert(bytes, "polyline", name).report.written.written == 3)
        }
        for name in ["gpx", "tcx", "fit", "kml", "log"] {
            let report = try convert(bytes, "polyline", name).report
            #expect(report.outcome == .nothing, "\(name)")
            #expect(report.written.lines == ["3 points without time left out"], "\(name)")
        }
    }

    @Test("a file without distances gets them along its lines, never across a pause")
    func distances() throws {
        let gpx = """
            <gpx><trk><trkseg>
            <trkpt lat="0" lon="0"><time>2026-06-01T06:00:00Z</time></trkpt>
            <trkpt lat="0" lon="0.001"><time>2026-06-01T06:00:40Z</time></trkpt></trkseg><trkseg>
            <trkpt lat="0" lon="0.1"><time>2026-06-01T07:00:00Z</time></trkpt>
            <trkpt lat="0" lon="0.101"><time>2026-06-01T07:00:40Z</time></trkpt>
            </trkseg></trk></gpx>
            """
        let (tcx, report) = try convert(Array(gpx.utf8), "gpx", "tcx", piece: 7)
        #expect(report.outcome == .complete && report.pointsRead == 4)
        let run = Fixtures.read(tcx, TCXReader()).activity
        #expect(run.points.map(\.distance) == [0, 111.319, 111.319, 222.639])
        #expect(run.laps.map(\.active) == [80] && run.laps.map(\.distance) == [222.639])
        let (csv, _) = try convert(Array(gpx.utf8), "gpx", "csv")
        #expect(Fixtures.read(csv, CSVReader()).activity.totals.distance == 222.639)
    }

    @Test("a damaged file gives what came before the damage; what is nothing at all says so")
    func damage() throws {
        let fit = try Fixtures.bytes("fit/garmin-fenix-5-run.fit")
        let (gpx, report) = try convert(Array(fit.prefix(fit.count / 2)), "fit", "gpx")
        #expect(report.outcome == .partial && report.problems.fatal != nil)
        #expect(Fixtures.read(gpx, GPXReader()).activity.points.count == report.written.written)
        #expect(try convert([], "gpx", "fit").report.outcome == .nothing)
        #expect(try convert(Array("hello".utf8), "nmea", "gpx").report.outcome == .nothing)
        let untimed = try Fixtures.bytes("gpx/track_with_dilution_errors.gpx")
        let nothing = try convert(untimed, "gpx", "fit").report
        #expect(nothing.outcome == .nothing && nothing.written.withoutTime == 2)
    }

    @Test("formats are known by their first bytes, else by their names")
    func detection() throws {
        for format in Format.all where format.makeReader != nil && format.makeWriter != nil {
            let bytes = try #require(format.encode(Samples.run())?.bytes)
            if format.name != "polyline" {
                #expect(
                    Format.detect(Array(bytes.prefix(4_096)), fileName: "x")?.name == format.name)
            }
            let name = "a.b/Morning." + format.extensions[0].uppercased()
            #expect(Format.detect([], fileName: name)?.name == format.name)
        }
        #expect(
            Format.detect(try Fixtures.bytes("nmea/quectel.log"), fileName: "q.log")?.name == "nmea"
        )
        #expect(Format.detect(Array("hello".utf8), fileName: "README") == nil)
    }
}
