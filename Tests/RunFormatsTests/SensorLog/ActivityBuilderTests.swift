import RunCore
import RunFormats
import Testing

@Suite("ActivityBuilder")
struct ActivityBuilderTests {
    /// 3 m/s eastward at 12.97° north; no fixes from 100 to 160 s, where 150 steps are counted.
    private func events(wall: WallTime?, pause: ClosedRange<Int>? = nil) -> [Event] {
        let start = Samples.time("2026-06-01T06:00:00Z")
        var events = [
            event(0, .start(RunStart(wall: wall, zone: "Asia/Kolkata", activity: "walk")))
        ]
        for second in 1...300 {
            if let pause, second == pause.lowerBound { events.append(event(second, .pause)) }
            if let pause, second == pause.upperBound { events.append(event(second, .resume)) }
            if second == 97 { events.append(event(second, .mark(Mark(text: "P-1")))) }
            if second == 200 { events.append(event(second, .lap)) }
            if second % 5 == 0 {
                events.append(
                    event(second, .steps(StepReading(count: Int64(second) * 5 / 2, boot: "b"))))
            }
            if (101..<160).contains(second) { continue }
            events.append(event(second, .heart(HeartReading(bpm: 140))))
            let place = Coordinate(latitude: 12.97, longitude: 77.59 + Double(second) * 2.763e-5)
            let label = start + Elapsed(seconds: Double(second))
            let fix = Fix(
                mode: 3, coordinate: place, altitude: 920, time: label, eph: 4,
                ephSource: .receiver, hdop: 0.8, satellites: 10, speed: 3, track: 90)
            events.append(event(second, .fix(fix)))
        }
        events.append(event(300, .stop))
        return events
    }

    private func event(_ second: Int, _ payload: Event.Payload) -> Event {
        let moment = Instant(microseconds: Int64(second) * 1_000_000 + 5_000_000_000)
        return Event(time: moment, arrival: moment, payload: payload)
    }

    private func build(_ events: [Event], raw: Bool = false) -> Activity {
        var builder = ActivityBuilder(options: .init(rawTrack: raw))
        for event in events { builder.handle(event) }
        return builder.finish()
    }

    private let wall = Samples.time("2026-06-01T06:00:00Z")

    @Test("times, totals, laps and marks are those of the engine's run")
    func totals() throws {
        let run = build(events(wall: wall))
        #expect(run.header.start == wall && run.header.zone == "Asia/Kolkata")
        #expect(run.header.kind == .walk)
        #expect(run.totals.elapsed == 300 && run.totals.active == 300)
        #expect(run.laps.count == 2)
        #expect(run.laps.first?.end == wall + Elapsed(seconds: 200))
        let sum = run.laps.reduce(0) { $0 + $1.distance }
        #expect(abs(sum - (run.totals.distance ?? 0)) < 0.001)
        #expect(run.marks.first?.text == "P-1")
        let place = try #require(run.marks.first?.coordinate)
        #expect(abs(place.longitude - 77.59268) < 0.0002)
    }

    @Test("the tunnel is points without a position whose distance rises with the steps")
    func tunnel() throws {
        let run = build(events(wall: wall))
        #expect(run.segments.count == 1)
        let points = run.points
        let inside = points.filter { $0.source == .pedometer && $0.coordinate == nil }
        #expect(inside.count >= 10)
        let distances = points.compactMap(\.distance)
        #expect(zip(distances, distances.dropFirst()).allSatisfy { $0 <= $1 })
        let times = points.compactMap(\.time)
        #expect(times.count == points.count)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        // The engine's pedometer span and what its points cover are the same metres.
        let before = points.last { $0.time.map { $0 <= wall + Elapsed(seconds: 100) } ?? false }
        let after = points.first { $0.time.map { $0 >= wall + Elapsed(seconds: 160) } ?? false }
        let covered = (after?.distance ?? 0) - (before?.distance ?? 0)
        #expect(covered > 60 && covered < 300)
        #expect(abs((points.last?.distance ?? 0) - (run.totals.distance ?? -1)) < 8)
    }

    @Test("a pause separates two segments that keep its times, and counts for nothing")
    func pause() throws {
        let run = build(events(wall: wall, pause: 220...250))
        #expect(run.segments.count == 2)
        #expect(run.segments.first?.end == wall + Elapsed(seconds: 220))
        #expect(run.segments.last?.start == wall + Elapsed(seconds: 250))
        #expect(run.totals.active == 270 && run.totals.elapsed == 300)
        let inPause = run.points.contains { point in
            guard let time = point.time else { return false }
            return time > wall + Elapsed(seconds: 220.5) && time < wall + Elapsed(seconds: 249.5)
        }
        #expect(!inPause)
    }

    @Test("a run begun before the clock was set takes its date from the receiver, weeks mended")
    func receiverClock() {
        #expect(build(events(wall: nil)).header.start == wall)
        let rollover = events(wall: nil).map { event in
            guard case .fix(var fix) = event.payload else { return event }
            fix.time = fix.time.map { $0 + Elapsed(seconds: -7_168 * 86_400) }
            var event = event
            event.payload = .fix(fix)
            return event
        }
        #expect(build(rollover).header.start == wall)
    }

    @Test("a log that was cut off ends with its last event; no event at all is an empty run")
    func cutOff() {
        let run = build(Array(events(wall: wall).dropLast(50)))
        #expect((run.totals.elapsed ?? 0) > 250)
        #expect(!run.points.isEmpty)
        #expect(build([]) == build([]))
        #expect(build([]).points.isEmpty)
    }

    @Test("the sensor log of a run comes back through the engine with its pauses, laps and marks")
    func logRoundTrip() throws {
        let sample = Samples.run()
        let log = try #require(Format.named("log")?.encode(sample))
        #expect(log.report.written == 602 && log.report.lines.isEmpty)
        let (read, problems) = Fixtures.read(log.bytes, SensorLogReader())
        #expect(problems.isEmpty, "\(problems.first)")
        #expect(read.segments.map(\.start) == sample.segments.map(\.start))
        #expect(read.segments.map(\.end) == sample.segments.map(\.end))
        #expect(read.laps.map(\.end) == sample.laps.map(\.end))
        #expect(
            read.marks.map(\.text) == ["P-1"] && read.marks.map(\.time) == sample.marks.map(\.time))
        #expect(abs((read.totals.distance ?? 0) - 1_800) < 20)
        #expect(read.points.count > 590)
        #expect(Format.detect(log.bytes, fileName: nil)?.name == "log")
    }
}
