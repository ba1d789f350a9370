import RunCore
import RunFormats
import TestSupport
import Testing

@Suite("KMLWriter")
struct KMLWriterTests {
    private func count(_ part: String, in text: String) -> Int {
        text.split(separator: part, omittingEmptySubsequences: false).count - 1
    }

    @Test("a track has as many times as places and values, longitude first")
    func counts() {
        var sample = Samples.run()
        sample.segments[0].points[3].coordinate = nil
        sample.segments[0].points[4].altitude = nil
        sample.segments[0].points[5].heart = nil
        let text = Format.text("kml", sample)
        #expect(count("<gx:Track>", in: text) == 2)
        #expect(count("<when>", in: text) == 601 + 1)
        #expect(count("<gx:coord>", in: text) == 601)
        #expect(count("<gx:value>", in: text) == 601 * 5)
        #expect(text.contains("<gx:coord>77.59 12.97 920.5</gx:coord>"))
        #expect(text.contains("clampToGround") && !text.contains("absolute"))
        #expect(Format.text("kml", Samples.run()).contains("absolute"))
    }

    @Test(
        "gpsbabel reads every point of it",
        .enabled(if: OtherReaders.gpsbabel != nil, "gpsbabel is not installed"))
    func gpsbabel() throws {
        var sample = Samples.run()
        sample.segments[0].points[4].altitude = nil
        let bytes = try #require(Format.named("kml")?.encode(sample)?.bytes)
        let found = try OtherReaders.convert(bytes, from: "kml", to: "gpx")
        #expect(found.errors.isEmpty, "\(found.errors)")
        #expect(count("<trkpt", in: found.text) == 602)
        #expect(count("<time>2026-06-01T06:", in: found.text) >= 602)
    }
}
