import RunCore
import Testing

@Suite("Adequate fixes")
struct AdequacyTests {
    private func play(_ fill: (inout Scenario) -> Void) -> RunSummary {
        var run = Scenario()
        fill(&run)
        return run.play()
    }

    private func fix(_ change: (inout Fix) -> Void) -> Fix {
        var fix = Fix(mode: 3, coordinate: Coordinate(latitude: 0, longitude: 0))
        change(&fix)
        return fix
    }

    @Test("each limit refuses for its own reason")
    func reasons() {
        let cases: [(RejectionReason?, (inout Fix) -> Void)] = [
            (nil, { _ in }), (.noFix, { $0.mode = 1 }), (.position, { $0.coordinate = nil }),
            (.position, { $0.coordinate?.latitude = .nan }),
            (.position, { $0.coordinate?.latitude = 91 }),
            (
                nil,
                {
                    $0.eph = 30
                    $0.ephSource = .receiver
                }
            ),
            (
                .eph,
                {
                    $0.eph = 30.1
                    $0.ephSource = .receiver
                }
            ), (.eph, { $0.eph = 40 }),
            // gpsd's own invention for a healthy receiver, and for a poor one.
            (
                nil,
                {
                    $0.eph = 17.1
                    $0.hdop = 0.9
                    $0.satellites = 8
                }
            ),
            (
                nil,
                {
                    $0.eph = 47.5
                    $0.hdop = 2.5
                    $0.satellites = 5
                }
            ),
            (
                .hdop,
                {
                    $0.eph = 49.4
                    $0.hdop = 2.6
                    $0.satellites = 8
                }
            ),
            (
                .satellites,
                {
                    $0.eph = 17.1
                    $0.hdop = 0.9
                    $0.satellites = 4
                }
            ),
            (
                nil,
                {
                    $0.hdop = 2.5
                    $0.satellites = 5
                }
            ), (.hdop, { $0.hdop = 2.6 }),
            (
                .hdop,
                {
                    $0.eph = 60
                    $0.ephSource = .synthesised
                }
            ),
            // With differential corrections the factor is another one.
            (
                nil,
                {
                    $0.eph = 9.5
                    $0.hdop = 2
                    $0.satellites = 6
                }
            ),
        ]
        for (index, (reason, change)) in cases.enumerated() {
            let run = play { $0.add(1, .fix(fix(change))) }
            let expected = reason.map { [$0] } ?? []
            #expect(run.rejected.occurred.map(\.reason) == expected, "case \(index)")
            #expect(run.fixes == (reason == nil ? 1 : 0), "case \(index)")
        }
    }

    @Test("a fix may be 3 s old on arrival and not more")
    func freshness() {
        #expect(play { $0.fix(1, 0, at: 4) }.fixes == 1)
        #expect(play { $0.fix(1, 0, at: 4.000001) }.rejected[.stale] == 1)
    }

    @Test("a fix that is not newer than the last one adds nothing")
    func order() {
        let run = play {
            $0.fix(1, 0)
            $0.fix(2, 3)
            $0.fix(2, 9)
            $0.fix(1.5, 9, at: 2.5)
            $0.fix(3, 6)
        }
        #expect(run.rejected[.order] == 2)
        #expect(abs(run.distance - 6) < 1e-6)
    }

    @Test("one wild fix to 0, 0 and back is no way of thousands of kilometres")
    func wildFix() {
        var run = Scenario()
        let places = [(52.5, 13.4), (0, 0), (52.5, 13.40003), (52.5, 13.40006)]
        for (index, place) in places.enumerated() {
            run.add(
                Double(index + 1),
                .fix(
                    Fix(
                        mode: 3,
                        coordinate: Coordinate(latitude: place.0, longitude: place.1), eph: 5)))
        }
        let summary = run.play()
        #expect(summary.distance > 1.9 && summary.distance < 4.2)
        #expect(summary.rejected[.jump] == 1)
    }

    @Test("a run at 0, 0 is a run")
    func nullIsland() {
        let run = play { $0.run(1..<11) }
        #expect(abs(run.distance - 27) < 1e-6)
    }

    @Test("a stale first fix kilometres away is dropped as if it had never been")
    func staleFirst() {
        let run = play {
            $0.steps(0, 10)
            $0.steps(29, 40)
            $0.fix(30, 9000)
            $0.run(31..<41)
            $0.steps(40, 62)
            $0.add(40, .stop)
        }
        #expect(
            run.brief == ["pedometer 0.0-31.0 34.0 m 34 steps", "gps 31.0-40.0 27.0 m 18 steps"])
        #expect(run.rejected[.provisional] == 1)
        #expect(run.rejected[.jump] == 0)
        #expect(run.imbalance() == nil)
    }

    @Test("a wrong fix after an outage is dropped, and the outage goes on to the right one")
    func wrongAfterOutage() {
        let run = play {
            $0.steps(0, 100)
            $0.run(1..<11)
            $0.steps(10, 100)
            $0.steps(40, 160)
            $0.fix(40, 350)
            $0.run(41..<51, from: 90)
            $0.steps(51, 182)
            $0.add(50, .stop)
        }
        #expect(run.spans.map(\.source) == [.gps, .pedometer, .gps])
        #expect(run.spans[1].to == Instant(seconds: 41))
        #expect(run.spans[1].distance == 62)
        #expect(abs(run.spans[2].distance - 27) < 1e-6)
        #expect(run.imbalance() == nil)
    }

    @Test("three fixes that agree move a wrong anchor, and the jump adds nothing")
    func reanchor() {
        let run = play {
            $0.run(1..<11)
            $0.run(11..<31, from: 5000)
            $0.add(30, .stop)
        }
        #expect(abs(run.distance - 27 - 57) < 1e-6)
        #expect(run.rejected.total == 0)
        #expect(run.spans.count == 1)
        let two = play {
            $0.run(1..<11)
            $0.run(11..<13, from: 5000)
            $0.run(13..<21, from: 36)
        }
        #expect(two.rejected[.jump] == 2)
        #expect(abs(two.distance - 57) < 1e-6)
    }

    @Test("fixes that jump without agreeing never become the anchor")
    func scattered() {
        let run = play {
            $0.run(1..<11)
            for second in 11..<20 { $0.fix(Double(second), Double(second % 2 == 0 ? 9000 : -9000)) }
            $0.run(20..<31, from: 57)
        }
        #expect(abs(run.distance - 87) < 1e-6)
        #expect(run.rejected[.jump] == 9)
    }

    @Test("of two receivers one is followed, the other one takes over when it is silent")
    func receivers() {
        let run = play {
            for second in 1..<21 {
                if second < 11 {
                    $0.fix(Double(second), 3 * Double(second), device: "a")
                }
                $0.fix(Double(second) + 0.1, 3 * Double(second) + 8, device: "b")
            }
            $0.add(21, .stop)
        }
        #expect(run.rejected[.device] == 12)
        // 27 m by a, then a chord to b, which is 8 m ahead.
        #expect(abs(run.distance - (27 + 20 + 18)) < 1e-6)
        #expect(run.spans.count == 1)
    }

    @Test("good fixes that stand still while steps arrive are not adequate")
    func treadmill() {
        for mode in EngineSettings.GPSMode.allCases {
            var settings = Scenario.chord
            settings.gpsMode = mode
            var run = Scenario(settings: settings)
            run.steps(0, 100)
            for second in 1...300 {
                run.fix(Double(second), second % 3 == 0 ? 1 : 0)
                run.steps(Double(second), 100 + Int64(second) * 5 / 2)
            }
            run.add(300, .stop)
            let summary = run.play()
            #expect(summary.spans.map(\.source) == [.gps, .pedometer])
            #expect(summary.spans.last?.why == .indoor)
            #expect(abs(summary.distance - 750) < 6, "\(summary.brief)")
            #expect(summary.rejected[.indoor] > 270)
            #expect(summary.imbalance() == nil)
        }
    }

    @Test("leaving the treadmill brings gps back with the first fix that leads away")
    func leavingTreadmill() {
        var run = Scenario()
        run.steps(0, 100)
        for second in 1...100 {
            run.fix(Double(second), 0)
            run.steps(Double(second), 100 + Int64(second) * 5 / 2)
        }
        for second in 101...160 {
            run.fix(Double(second), Double(second - 100) * 3)
            run.steps(Double(second), 100 + Int64(second) * 5 / 2)
        }
        run.add(160, .stop)
        let summary = run.play()
        #expect(summary.spans.map(\.source) == [.gps, .pedometer, .gps], "\(summary.brief)")
        #expect(abs(summary.distance - 430) < 15)
    }

    @Test("slow walking with turns is never taken for a treadmill")
    func slowWalk() {
        var run = Scenario()
        run.steps(0, 100)
        for second in 1...600 {
            let phase = second % 60
            run.fix(Double(second), 0.8 * Double(phase < 30 ? phase : 60 - phase))
            run.steps(Double(second), 100 + Int64(Double(second) * 1.6))
        }
        run.add(600, .stop)
        #expect(run.play().rejected[.indoor] == 0)
    }

    @Test("a run that is indoors by choice counts steps from its first moment")
    func indoorRun() {
        var run = Scenario(indoor: true)
        run.steps(0, 0)
        run.steps(1, 2)
        run.run(1..<11)
        run.steps(10, 25)
        run.add(10, .stop)
        let summary = run.play()
        #expect(summary.brief == ["pedometer 0.0-10.0 25.0 m 25 steps"])
        #expect(summary.spans[0].why == .indoor)
        #expect(summary.rejected[.indoor] == 10)
    }
}
