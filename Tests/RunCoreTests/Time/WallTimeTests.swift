import RunCore
import Testing

@Suite("WallTime as RFC 3339")
struct WallTimeTests {
    private func parse(_ text: String) -> WallTime? {
        // A wrong text is nil here; the errors have tests of their own.
        try? WallTime(rfc3339: text)
    }

    @Test("parses every form of offset and fraction to the exact microsecond")
    func parses() throws {
        let table: [(String, Int64)] = [
            ("1970-01-01T00:00:00Z", 0),
            ("2024-12-23T12:12:32Z", 1_734_955_952_000_000),
            ("2026-06-01T10:00:00.123Z", 1_780_308_000_123_000),
            ("2026-06-01T10:00:00.123456789z", 1_780_308_000_123_457),
            ("2026-06-01t10:00:00.999999999Z", 1_780_308_001_000_000),
            ("2026-06-01 15:45:00+05:45", 1_780_308_000_000_000),
            ("2026-06-01T15:45:00+0545", 1_780_308_000_000_000),
            ("2026-06-01T09:30:00-00:30", 1_780_308_000_000_000),
            ("2016-12-31T23:59:60Z", 1_483_228_800_000_000),
            ("0000-01-01T00:00:00Z", -62_167_219_200_000_000),
            ("9999-12-31T23:59:59.999999Z", 253_402_300_799_999_999),
            ("2000-02-29T00:00:00Z", 951_782_400_000_000),
            ("1969-12-31T23:59:59.5Z", -500_000),
        ]
        for (text, microseconds) in table {
            #expect(try WallTime(rfc3339: text).microseconds == microseconds, "\(text)")
        }
        #expect(
            try WallTime(rfc3339: "2017-01-01T12:30:00-03:30")
                == WallTime(rfc3339: "2017-01-01T16:00:00Z"))
    }

    @Test(
        "a wrong text is an error that names the place",
        arguments: [
            ("", 0), ("2026", 4), ("2026-13-01T00:00:00Z", 5), ("2026-02-29T00:00:00Z", 8),
            ("2026-06-01X00:00:00Z", 10), ("2026-06-01T24:00:00Z", 11),
            ("2026-06-01T00:60:00Z", 14), ("2026-06-01T00:00:61Z", 17),
            ("2026-06-01T00:00:00", 19), ("2026-06-01T00:00:00.Z", 20),
            ("2026-06-01T00:00:00.1234567890Z", 29), ("2026-06-01T00:00:00+24:00", 20),
            ("2026-06-01T00:00:00+05:60", 23), ("2026-06-01T00:00:00ZZ", 20),
            ("-026-06-01T00:00:00Z", 0), ("2026-06-01T00:00:00 Z", 19),
            ("20२6-06-01T00:00:00Z", 2),
        ])
    func refuses(text: String, offset: Int) {
        #expect { try WallTime(rfc3339: text) } throws: { error in
            (error as? TimeSyntaxError)?.offset == offset
        }
    }

    @Test("a text without an offset takes the one that the caller assumes, and only then")
    func assumes() throws {
        let time = try WallTime(rfc3339: "2026-06-01T12:00:00", assuming: UTCOffset(minutes: 120))
        #expect(time.rfc3339() == "2026-06-01T10:00:00Z")
        #expect(parse("2026-06-01T12:00:00") == nil)
    }

    @Test("prints fractions as short as they are, or as long as asked, cut and not rounded")
    func fractions() {
        let time = WallTime(microseconds: 1_780_308_000_120_900)
        #expect(time.rfc3339() == "2026-06-01T10:00:00.1209Z")
        #expect(time.rfc3339(fraction: .fixed(0)) == "2026-06-01T10:00:00Z")
        #expect(time.rfc3339(fraction: .fixed(3)) == "2026-06-01T10:00:00.120Z")
        #expect(time.rfc3339(fraction: .fixed(9)) == "2026-06-01T10:00:00.120900Z")
        #expect(WallTime(microseconds: 0).rfc3339() == "1970-01-01T00:00:00Z")
    }

    @Test("a local time has the sign of its whole offset")
    func local() throws {
        let noon = try WallTime(rfc3339: "2026-06-01T10:00:00Z")
        let table: [(Int, String)] = [
            (-30, "2026-06-01T09:30:00-00:30"), (-210, "2026-06-01T06:30:00-03:30"),
            (345, "2026-06-01T15:45:00+05:45"), (765, "2026-06-01T22:45:00+12:45"),
            (0, "2026-06-01T10:00:00+00:00"),
        ]
        for (minutes, text) in table {
            #expect(noon.rfc3339(offset: UTCOffset(minutes: minutes)) == text)
        }
        let marquesas = try WallTime(rfc3339: "2026-06-01T09:00:00Z")
        #expect(marquesas.rfc3339(offset: UTCOffset(minutes: -570)) == "2026-05-31T23:30:00-09:30")
    }

    @Test("an offset with seconds is shown as minutes with the local time that goes with them")
    func offsetSeconds() throws {
        let old = try WallTime(rfc3339: "1930-06-01T10:00:00Z")
        for seconds in [1_172, -1_172, -17_762, 29, -29, 86_399, -86_399] {
            let text = old.rfc3339(offset: UTCOffset(seconds: seconds))
            #expect(try WallTime(rfc3339: text) == old, "\(seconds) s gave \(text)")
        }
        #expect(old.rfc3339(offset: UTCOffset(seconds: 1_172)) == "1930-06-01T10:20:00+00:20")
    }

    @Test("times beyond the years 0000 to 9999 are printed as the nearest that can be")
    func clamps() throws {
        #expect(WallTime(microseconds: .max).rfc3339() == "9999-12-31T23:59:59.999999Z")
        #expect(WallTime(microseconds: .min).rfc3339() == "0000-01-01T00:00:00Z")
        for minutes in [-1439, 1439] {
            let offset = UTCOffset(minutes: minutes)
            for time in [WallTime(microseconds: .max), WallTime(microseconds: .min)] {
                let text = time.rfc3339(offset: offset)
                #expect(parse(text) != nil, "\(text)")
            }
        }
    }

    @Test("what was printed is read as the same moment, at any offset")
    func roundTrip() throws {
        var random = SplitMix64(seed: 0x5EED)
        for round in 0..<5_000 {
            let span = WallTime.latest.microseconds - WallTime.earliest.microseconds
            let place = Int64(random.next() % UInt64(span))
            let time = WallTime(microseconds: WallTime.earliest.microseconds + place)
            let offset = UTCOffset(seconds: Int(random.next() % 172_799) - 86_399)
            #expect(try WallTime(rfc3339: time.rfc3339()) == time, "round \(round)")
            let inside =
                time > WallTime.earliest + Elapsed(seconds: 86_400)
                && time < WallTime.latest + Elapsed(seconds: -86_400)
            if inside {
                let text = time.rfc3339(offset: offset)
                #expect(try WallTime(rfc3339: text) == time, "round \(round): \(text)")
            }
        }
    }

    @Test("civil dates follow one another without a gap for 3000 years")
    func civilDates() {
        var date = CivilDate(year: -500, month: 1, day: 1)
        var days = date.daysSinceEpoch
        while date.year < 2500 {
            let last = CivilDate.daysIn(month: date.month, year: date.year)
            if date.day < last {
                date.day += 1
            } else {
                date = CivilDate(
                    year: date.month == 12 ? date.year + 1 : date.year,
                    month: date.month == 12 ? 1 : date.month + 1, day: 1)
            }
            days += 1
            if date.daysSinceEpoch != days || CivilDate(daysSinceEpoch: days) != date {
                Issue.record("day \(days) is not \(date)")
                return
            }
        }
        #expect(CivilDate(year: 2026, month: 11, day: 30).weekday == 1)
        #expect(CivilDate(year: 1969, month: 12, day: 28).weekday == 0)
    }
}

/// A small seeded generator, so that a failing round can be run again.
private struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
