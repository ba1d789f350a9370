import RunCore
import RunFormats
import Testing

@Suite("NMEAReader")
struct NMEAReaderTests {
    private func read(_ sentences: [String]) -> (activity: Activity, problems: Problems) {
        let text = sentences.map { body in
            let sum = body.utf8.reduce(0, ^)
            let hex = String(sum, radix: 16, uppercase: true)
            return "$\(body)*\(hex.count < 2 ? "0" : "")\(hex)\r\n"
        }
        return Fixtures.read(Array(text.joined().utf8), NMEAReader())
    }

    @Test("sentences of one moment make one point with position, altitude, speed and time")
    func epoch() throws {
        let (activity, problems) = read([
            "GPRMC,060001.50,A,1258.2000,N,07735.4000,W,5.4,87.1,010626,,",
            "GPGGA,060001.50,1258.2000,N,07735.4000,W,1,09,0.9,920.1,M,-90.0,M,,",
            "GPRMC,060002.50,A,1258.2000,S,07735.4000,E,,,010626,,",
        ])
        #expect(problems.isEmpty)
        let points = activity.points
        #expect(points.count == 2)
        #expect(points[0].time?.rfc3339() == "2026-06-01T06:00:01.5Z")
        #expect(points[0].altitude == 920.1)
        #expect(abs((points[0].speed ?? 0) - 2.778) < 1e-9)
        #expect(points[0].coordinate == Coordinate(latitude: 12.97, longitude: -77.59))
        #expect(points[1].coordinate == Coordinate(latitude: -12.97, longitude: 77.59))
        #expect(points[1].speed == nil && points[1].altitude == nil)
    }

    @Test("midnight belongs to the next day, also before the next date is heard")
    func midnight() {
        let (activity, _) = read([
            "GPRMC,235959,A,1258.2,N,07735.4,E,,,311226,,",
            "GPGGA,000000,1258.2,N,07735.4,E,1,09,0.9,920.1,M,,M,,",
            "GPRMC,000001,A,1258.2,N,07735.4,E,,,010127,,",
        ])
        #expect(
            activity.points.map { $0.time?.rfc3339() } == [
                "2026-12-31T23:59:59Z", "2027-01-01T00:00:00Z", "2027-01-01T00:00:01Z",
            ])
    }

    @Test("without a date there is no time; impossible numbers are no position")
    func missing() {
        let (activity, _) = read([
            "GPGGA,000000,1258.2,N,07735.4,E,1,09,0.9,920.1,M,,M,,",
            "GPGGA,000001,9958.2,N,07735.4,E,1,09,0.9,920.1,M,,M,,",
            "GPGGA,000002,1260.0,N,07735.4,E,1,09,0.9,920.1,M,,M,,",
            "GPGGA,000003,,N,,E,1,,,,M,,M,,",
            "GPGGA,99999999999999999999999,1258.2,N,07735.4,E,1,09,0.9,920.1,M,,M,,",
            "GPRMC,1e300,A,1258.2,N,07735.4,E,,,010127,,",
        ])
        #expect(activity.points.count == 1 && activity.points[0].time == nil)
    }

    @Test("what is no NMEA is refused")
    func other() {
        let (activity, problems) = Fixtures.read(Array("hello\nworld\n".utf8), NMEAReader())
        #expect(activity.points.isEmpty && problems.fatal != nil)
    }
}
