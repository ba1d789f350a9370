import RunCore
import Testing

@Suite("Heart rate and cadence of a track's points")
struct BodySignalsTests {
    private static let place = Coordinate(latitude: 45, longitude: 7)

    private static func at(_ seconds: Double) -> Instant {
        Instant(microseconds: Int64(seconds * 1e6))
    }

    private func event(_ seconds: Double, _ payload: Event.Payload) -> Event {
        Event(time: Self.at(seconds), arrival: Self.at(seconds), payload: payload)
    }

    private func point(_ seconds: Double, cadence: Double? = nil) -> TrackPoint {
        TrackPoint(
            time: Self.at(seconds), raw: Self.place, smoothed: Self.place, distance: 0,
            source: .gps, cadence: cadence)
    }

    @Test("a point has the beat of its own time, not of the time when it became sure")
    func heart() {
        var signals = BodySignals()
        for second in 0..<60 {
            signals.note(event(Double(second), .heart(HeartReading(bpm: 100 + second))))
        }
        #expect(signals.completed(point(20.5)).heart == 120)
        #expect(signals.completed(point(69)).heart == 159)
        #expect(signals.completed(point(69.1)).heart == nil)
        #expect(signals.completed(point(-1)).heart == nil)
    }

    @Test("steps around a point make its cadence; resets and another boot add none")
    func steps() throws {
        var signals = BodySignals()
        for second in 0..<60 {
            let count = second < 30 ? Int64(3 * second) : Int64(3 * (second - 30))
            let boot = second < 30 ? "a" : "b"
            signals.note(event(Double(second), .steps(StepReading(count: count, boot: boot))))
        }
        let steady = try #require(signals.completed(point(15)).cadence)
        #expect(abs(steady - 180) < 1e-6)
        #expect(signals.completed(point(15, cadence: 171)).cadence == 171)
        // One second of these sixteen is the reset, in which nobody knows of a step.
        let across = try #require(signals.completed(point(30)).cadence)
        #expect(across > 155 && across < 180)
        #expect(signals.completed(point(200)).cadence == nil)
    }

    @Test("a foot pod's own word comes first")
    func pod() {
        var signals = BodySignals()
        signals.note(event(1, .foot(FootReading(cadence: 165))))
        signals.note(event(5, .steps(StepReading(count: 1))))
        signals.note(event(15, .steps(StepReading(count: 21))))
        #expect(signals.completed(point(4)).cadence == 165)
        let counted = signals.completed(point(12)).cadence
        #expect(counted.map { abs($0 - 120) < 1e-6 } == true)
    }

    @Test("a replay puts them to the points that the smoother held back")
    func replay() throws {
        var log = "{\"t\":0,\"type\":\"start\"}\n"
        for second in 1...60 {
            log += "{\"t\":\(second),\"type\":\"heart\",\"bpm\":\(90 + second)}\n"
            log += "{\"t\":\(second),\"type\":\"steps\",\"count\":\(3 * second)}\n"
            log += "{\"t\":\(second).5,\"type\":\"fix\",\"mode\":3,\"lat\":45,"
            log += "\"lon\":\(7 + 0.00004 * Double(second)),\"eph\":5}\n"
        }
        log += "{\"t\":61,\"type\":\"stop\"}\n"
        var options = ReplayOptions()
        options.keepsPoints = true
        let bytes = Array(log.utf8)
        let report = bytes.withUnsafeBytes { Replay.run($0, options: options) }
        #expect(report.points.count > 40)
        for point in report.points {
            let second = Int(point.time.microseconds / 1_000_000)
            #expect(point.heart == 90 + second, "\(second)")
            #expect(point.cadence.map { abs($0 - 180) < 1 } == true, "\(second)")
        }
    }
}
