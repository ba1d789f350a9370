import Testing

@testable import runctl

@Suite("Numbers, units and columns")
struct RenderTests {
    @Test("decimals are rounded half away from zero and never show a negative zero")
    func decimals() {
        let cases: [(Double, Int, String)] = [
            (0, 2, "0.00"), (1.005, 1, "1.0"), (2.5, 0, "3"), (-2.5, 0, "-3"), (-0.001, 2, "0.00"),
            (999.999, 2, "1000.00"), (0.05, 1, "0.1"), (12.0405, 3, "12.041"), (.nan, 1, "–"),
            (.infinity, 0, "–"), (1e30, 0, "–"),
        ]
        for (value, places, expected) in cases {
            #expect(Decimal.fixed(value, places) == expected, "\(value) \(places)")
        }
    }

    @Test("a duration is shown as a stopwatch shows it")
    func clocks() {
        let cases: [(Double, String)] = [
            (0, "0:00"), (59.9, "0:59"), (60, "1:00"), (3_599, "59:59"), (3_600, "1:00:00"),
            (90_061, "25:01:01"), (-5, "-0:05"), (.nan, "–"),
        ]
        for (seconds, expected) in cases { #expect(Stopwatch.clock(seconds) == expected) }
        #expect(Stopwatch.rough(7) == "7 s" && Stopwatch.rough(600) == "10 min")
        #expect(Stopwatch.rough(7_200) == "2 h" && Stopwatch.rough(259_200) == "3 days")
    }

    @Test("distance, pace and speed are shown in the person's own units")
    func units() {
        #expect(Units.metric.distance(5_281) == "5.28 km" && Units.metric.distance(87.4) == "87 m")
        #expect(Units.metric.distance(999) == "999 m" && Units.metric.distance(1_000) == "1.00 km")
        #expect(Units.imperial.distance(5_281) == "3.28 mi")
        #expect(Units.imperial.distance(30.48) == "100 ft")
        #expect(Units.nautical.distance(1_852) == "1.00 nmi")
        #expect(Units.metric.pace(2.5) == "6:40 /km" && Units.metric.pace(0) == "–")
        #expect(Units.imperial.pace(2.5) == "10:43 /mi")
        #expect(Units.metric.speed(2.5) == "9.0 km/h" && Units.nautical.speed(2.5) == "4.9 kn")
    }

    @Test("columns line up over wide letters, and an empty column is left out")
    func tables() {
        var table = Table([("a", .left), ("gone", .right), ("number", .right)])
        table.add(["長い", "", "1"])
        table.add(["b", "", "23"])
        #expect(table.lines == ["a     number", "長い       1", "b         23"])
    }

    @Test("text is cut to cells, and control characters cannot reach a terminal")
    func text() {
        #expect(Text.cut("morning run", 8) == "morning…" && Text.cut("short", 8) == "short")
        #expect(Text.cut("長い長い", 5) == "長い…")
        #expect(Text.safe("a\u{1B}[31mb\nc\u{202E}d") == "a [31mb c d")
    }
}
