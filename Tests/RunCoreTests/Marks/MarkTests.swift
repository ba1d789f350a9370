import RunCore
import Testing

@Suite("Marks and segments")
struct MarkTests {
    private func mark(_ text: String? = nil) -> Event.Payload { .mark(Mark(text: text)) }

    private func segment(_ name: String, _ isStart: Bool) -> Event.Payload {
        .segment(SegmentMark(name: name, isStart: isStart))
    }

    @Test("marks are numbered as they are set, and know place, error, way and direction")
    func marks() throws {
        var run = Scenario()
        run.run(1..<20)
        run.add(19.5, mark())
        run.run(20..<41, from: 57)
        run.add(40.5, mark("nest"))
        run.run(41..<51, from: 120)
        run.add(50, .stop)
        let marks = run.play().marks
        #expect(marks.map(\.label) == ["P-1", "P-2 nest"])
        let first = try #require(marks.first)
        let second = try #require(marks.last)
        let east = try #require(first.place).coordinate.longitude * Scenario.metresPerDegree
        #expect(abs(east - 55.5) < 0.01, "between the fixes at 54 and 57 m: \(east)")
        #expect(first.place?.eph == 5 && first.place?.age == 0.5)
        #expect(abs((first.distance ?? 0) - 55.5) < 2, "\(first)")
        #expect(first.leg == nil)
        let leg = try #require(second.leg)
        #expect(leg.from == 1)
        #expect(abs((leg.distance ?? 0) - 63) < 3, "\(leg)")
        #expect(abs((leg.straight ?? 0) - 63) < 0.1, "\(leg)")
        #expect(abs((leg.bearing ?? 0) - 90) < 0.01)
    }

    @Test("a mark set afterwards has its own moment, minutes and hours later too")
    func later() throws {
        for delay in [20.0, 400, 3000] {
            var run = Scenario()
            run.run(1..<3600)
            let moment = 3599 - delay
            run.add(moment, at: 3599.5, mark("gate"))
            run.run(3600..<3620, from: 3 * 3599)
            run.add(3619, .stop)
            let summary = run.play()
            let mark = try #require(summary.marks.first)
            #expect(mark.time == Instant(seconds: moment))
            let expected = 3 * (moment - 1)
            #expect(abs((mark.distance ?? 0) - expected) < 16, "\(delay): \(mark)")
            let place = try #require(mark.place)
            let east = place.coordinate.longitude * Scenario.metresPerDegree
            #expect(abs(east - expected) < 1, "\(delay): \(east)")
            #expect(abs(summary.distance - 3 * 3618) < 1e-6)
        }
    }

    @Test("marks are told in the order of their time, each way from the one before")
    func order() {
        var run = Scenario()
        run.run(1..<100)
        run.add(99, mark("b"))
        run.add(50, at: 99.5, mark("a"))
        run.add(100, .stop)
        let marks = run.play().marks
        #expect(marks.map(\.label) == ["P-2 a", "P-1 b"])
        #expect(marks[0].leg == nil && marks[1].leg?.from == 2)
    }

    @Test("in a tunnel a mark lies along the steps, and has no place until one is known again")
    func tunnel() throws {
        var run = Scenario()
        run.steps(0, 0)
        run.run(1..<11)
        run.steps(10, 0)
        for second in 11..<100 { run.steps(Double(second), Int64(second - 10) * 2) }
        run.add(60, at: 99, mark())
        run.fix(100, 27 + 180)
        run.add(110, .stop)
        let mark = try #require(run.play().marks.first)
        #expect(mark.place == nil)
        #expect(abs((mark.distance ?? 0) - 127) < 1.5, "27 m and 100 steps: \(mark)")
    }

    @Test("whatever is marked, the run stays the same: distance, spans, laps and steps")
    func noInfluence() {
        for seed in 0..<60 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            var plain = Scenario()
            var marked = Scenario()
            plain.steps(0, 0)
            marked.steps(0, 0)
            for second in 1..<300 {
                let isLost = (80..<130).contains(second) || (200..<210).contains(second)
                let time = Double(second)
                func both(_ body: (inout Scenario) -> Void) {
                    body(&plain)
                    body(&marked)
                }
                if second == 150 { both { $0.add(time, .pause) } }
                if second == 170 { both { $0.add(time, .resume) } }
                if second == 40 || second == 180 { both { $0.add(time, .lap) } }
                if !isLost { both { $0.fix(time, 3 * time) } }
                both { $0.steps(time, Int64(second) * 2) }
                guard Int.random(in: 0..<5, using: &random) == 0 else { continue }
                let late = Double(Int.random(in: 0..<25, using: &random))
                marked.add(max(0, time - late), at: time, mark())
                marked.add(time, segment("s", Bool.random(using: &random)))
            }
            plain.add(300, .stop)
            marked.add(300, .stop)
            let (a, b) = (plain.play(), marked.play())
            #expect(a.brief == b.brief, "seed \(seed)")
            #expect(abs(a.distance - b.distance) < 1e-6 && a.steps == b.steps, "seed \(seed)")
            #expect(a.laps.map(\.cause) == b.laps.map(\.cause), "seed \(seed)")
            for (lap, other) in zip(a.laps, b.laps) {
                #expect(lap.from == other.from && lap.to == other.to, "seed \(seed)")
                #expect(abs(lap.distance - other.distance) < 1e-6, "seed \(seed)")
            }
            #expect(b.imbalance() == nil, "seed \(seed)")
            let distances = b.marks.compactMap(\.distance)
            #expect(distances.allSatisfy { $0 >= 0 && $0 <= b.distance + 1e-6 }, "seed \(seed)")
        }
    }

    @Test("segments have their own distance and time, in one another and again")
    func segments() {
        var run = Scenario()
        run.run(1..<21)
        run.add(20, segment("survey", true))
        run.run(21..<41, from: 60)
        run.add(40, segment("on effort", true))
        run.run(41..<61, from: 120)
        run.add(60, segment("on effort", false))
        run.add(60, .pause)
        run.add(90, .resume)
        run.run(91..<101, from: 300)
        run.add(100, segment("on effort", true))
        run.run(101..<111, from: 330)
        run.add(110, segment("nobody", false))
        run.add(110, .stop)
        let segments = run.play().segments
        #expect(segments.map(\.name) == ["survey", "on effort", "on effort"])
        #expect(segments.map(\.isOpen) == [true, false, true])
        #expect(segments[1].from == Instant(seconds: 40) && segments[1].to == Instant(seconds: 60))
        #expect(abs(segments[1].distance - 60) < 0.1 && segments[1].active.seconds == 20)
        // 20 … 60 and 90 … 110, with no line across the pause.
        #expect(segments[0].active == Elapsed(seconds: 60))
        #expect(abs(segments[0].distance - (120 + 57)) < 3.1, "\(segments[0])")
        #expect(segments[2].to == Instant(seconds: 110))
    }

    @Test("a name that has its number already is not numbered twice")
    func names() {
        #expect(MarkName.label(number: 3, text: nil) == "P-3")
        #expect(MarkName.label(number: 3, text: "P-3") == "P-3")
        #expect(MarkName.label(number: 3, text: "P-7 oak") == "P-7 oak")
        #expect(MarkName.label(number: 3, text: "P-side") == "P-3 P-side")
        #expect(MarkName.label(number: 3, text: "oak") == "P-3 oak")
    }

    @Test("lines of segments are written and read, and an unfinished one says what is missing")
    func log() throws {
        for isStart in [true, false] {
            let event = Event(
                time: Instant(microseconds: 5), arrival: Instant(microseconds: 6),
                payload: .segment(SegmentMark(name: "on \"effort\" é", isStart: isStart)))
            #expect(try LogCodec.decode(LogCodec.encode(event)) == event)
        }
        let cases = [
            ("{\"t\":1,\"type\":\"segment\",\"action\":\"start\"}", "name: missing"),
            (
                "{\"t\":1,\"type\":\"segment\",\"action\":\"go\",\"name\":\"x\"}",
                "action: expected start or end"
            ),
        ]
        for (line, reason) in cases {
            #expect(throws: LogError(reason)) { try LogCodec.decode(Array(line.utf8)) }
        }
    }

    @Test("bearings agree with GeographicLib")
    func bearings() {
        let cases: [(Double, Double, Double, Double, Double)] = [
            (40.6, -73.8, 51.6, -0.5, 51.19888284557983),
            (46.0, 7.0, 46.001, 7.0007, 26.004618392915365),
            (-33.9, 18.4, -33.95, 18.3, 239.01701378292182),
            (10, 179.9, 10.2, -179.9, 44.721609401305784), (60, 10, 60, 11, 89.56698454550485),
        ]
        for (a, b, c, d, expected) in cases {
            let bearing = Geodesic.bearing(
                from: Coordinate(latitude: a, longitude: b),
                to: Coordinate(latitude: c, longitude: d))
            #expect(abs((bearing ?? -1) - expected) < 1e-6, "\(a) \(b)")
        }
        let place = Coordinate(latitude: 1, longitude: 2)
        #expect(Geodesic.bearing(from: place, to: place) == nil)
        #expect(Geodesic.bearing(from: place, to: Coordinate(latitude: 91, longitude: 2)) == nil)
    }
}
