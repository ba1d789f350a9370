import RunCore
import RunFormats
import Testing

@Suite("XML from strangers")
struct XMLSafetyTests {
    private func read(_ text: String) -> (activity: Activity, problems: Problems) {
        Fixtures.read(Array(text.utf8), GPXReader())
    }

    @Test("a file that declares an entity is refused, before anything is expanded")
    func entities() {
        let laughs = """
            <?xml version="1.0"?><!DOCTYPE gpx [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>
            <gpx><trk><name>&b;</name></trk></gpx>
            """
        let (activity, problems) = read(laughs)
        #expect(problems.fatal?.reason == "the file declares an entity, which is refused")
        #expect(activity.header.name == nil)
        let outside = "<!DOCTYPE gpx [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><gpx>&x;</gpx>"
        #expect(read(outside).problems.fatal != nil)
    }

    @Test("depth and length are bounded, with the line in the message")
    func bounds() {
        let deep = "<gpx>\n" + String(repeating: "<a>", count: 100_000)
        #expect(read(deep).problems.fatal?.place == .line(2))
        let long =
            "<gpx><trk><name>" + String(repeating: "x", count: 2_000_000) + "</name></trk></gpx>"
        #expect(read(long).problems.fatal?.reason.hasPrefix("a text longer than") == true)
    }

    @Test("a file cut in the middle keeps the points before the cut")
    func cut() throws {
        let text = Format.text("gpx", Samples.run())
        let (activity, problems) = read(String(text.prefix(text.count / 2)))
        #expect(activity.points.count > 250)
        #expect(problems.fatal?.reason.hasPrefix("not well-formed XML") == true)
    }

    @Test("what is no GPX says what it is not", arguments: ["", "   ", "hello", "<html></html>"])
    func other(text: String) {
        #expect(read(text).problems.fatal != nil)
        #expect(read(text).activity.points.isEmpty)
    }

    @Test("a wrong value loses the value and not the point, and names the line")
    func wrongValues() {
        let (activity, problems) = read(
            """
            <gpx><trk><trkseg>
            <trkpt lat="1" lon="2"><ele>high</ele><time>yesterday</time></trkpt>
            <trkpt lat="91" lon="2"></trkpt><trkpt lat="nan" lon="2"/><trkpt/>
            <trkpt lat=" +1.5e0 " lon="2"><ele>-1.25</ele></trkpt>
            </trkseg></trk></gpx>
            """)
        #expect(activity.points.count == 2)
        #expect(activity.points.last?.altitude == -1.25)
        #expect(activity.points.last?.coordinate?.latitude == 1.5)
        #expect(problems.count == 5 && problems.fatal == nil)
        #expect(problems.first.first?.place == .line(2))
    }
}
