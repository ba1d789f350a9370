import RunCore
import RunFormats
import Testing

@Suite("CSVWriter")
struct CSVWriterTests {
    @Test("every row has the fourteen columns, and lines end as RFC 4180 says")
    func columns() {
        let lines = Format.text("csv", Samples.run()).split(separator: "\r\n")
        #expect(lines.first?.hasPrefix("event,time,latitude,longitude,altitude,distance") == true)
        for line in lines {
            #expect(line.split(separator: ",", omittingEmptySubsequences: false).count == 14)
        }
        #expect(
            lines.contains(
                "point,2026-06-01T06:00:00Z,12.97,77.59,920.5,0,3,172,151,gps,,,,"))
        #expect(lines.contains("pause,2026-06-01T06:05:00Z,,,,,,,,,,,,"))
        #expect(lines.contains("lap,2026-06-01T06:03:20Z,,,,600,,,,,200,600,,"))
        #expect(lines.last == "stop,,,,,1800,,,,,600,1800,,")
    }

    @Test(
        "no text can become a formula",
        arguments: ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "'=1"])
    func formulas(text: String) throws {
        var run = Samples.run()
        run.header.name = text
        let csv = Format.text("csv", run)
        #expect(csv.contains("\"'\(text)\""))
        let (read, problems) = Fixtures.read(Array(csv.utf8), CSVReader())
        #expect(problems.isEmpty && read.header.name == text)
    }

    @Test("a table of others, with its columns in another order, is read as far as it is known")
    func otherTables() {
        let (read, problems) = Fixtures.read(
            Array(
                "time,longitude,latitude,mood\n2026-06-01T06:00:00Z,2,1,good\nnever,2,x,\n\n".utf8),
            CSVReader())
        #expect(read.points.count == 2)
        #expect(read.points[0].coordinate == Coordinate(latitude: 1, longitude: 2))
        #expect(read.points[1].coordinate == nil && read.points[1].time == nil)
        #expect(problems.count == 1 && problems.first.first?.place == .line(3))
        let wrong = Fixtures.read(Array("a,b\n1,2\n".utf8), CSVReader()).problems
        #expect(wrong.fatal?.place == .line(1))
    }
}
