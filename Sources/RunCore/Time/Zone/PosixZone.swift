/// A rule for the offset such as `<+0330>-3:30` or `CET-1CEST,M3.5.0,M10.5.0/3` (POSIX, RFC 9636 section 3.3).
package struct PosixZone: Equatable, Sendable {
    package let standard: UTCOffset
    private let summer: Summer?

    /// Summer time: its offset, and when it begins and ends each year.
    private struct Summer: Equatable {
        let offset: UTCOffset
        let begin: Change
        let end: Change
    }

    /// A day of the year and a time of that day.
    private struct Change: Equatable {
        let day: Day
        /// Seconds after midnight, local time before the change; -167 h to 167 h.
        let time: Int

        /// Seconds since 1970 as if the local clock showed UTC.
        func local(in year: Int) -> Int64 { Int64(day.days(in: year)) * 86_400 + Int64(time) }
    }

    private enum Day: Equatable {
        /// 1 … 365; 29 February is never counted.
        case julian(Int)
        /// 0 … 365; 29 February is counted.
        case zeroBased(Int)
        /// Month, week (5 is the last), weekday (0 is Sunday).
        case weekday(month: Int, week: Int, day: Int)

        /// Days since 1970.
        func days(in year: Int) -> Int {
            let newYear = CivilDate(year: year, month: 1, day: 1).daysSinceEpoch
            switch self {
            case .julian(let day):
                return newYear + day - 1 + (CivilDate.isLeap(year: year) && day >= 60 ? 1 : 0)
            case .zeroBased(let day): return newYear + day
            case .weekday(let month, let week, let weekday):
                let first = CivilDate(year: year, month: month, day: 1)
                let toFirst = (weekday - first.weekday + 7) % 7
                let length = CivilDate.daysIn(month: month, year: year)
                var day = 1 + toFirst + (week - 1) * 7
                if day > length { day -= 7 }
                return first.daysSinceEpoch + day - 1
            }
        }
    }

    /// - Throws: what was expected instead.
    package init(_ text: String) throws(ZoneError) {
        var scanner = PosixZoneScanner(text)
        try scanner.name()
        standard = UTCOffset(seconds: -(try scanner.time(hours: 24)))
        guard !scanner.isAtEnd else {
            summer = nil
            return
        }
        try scanner.name()
        var offset = UTCOffset(seconds: standard.seconds + 3_600)
        if !scanner.isAtEnd, !scanner.skips(",") {
            offset = UTCOffset(seconds: -(try scanner.time(hours: 24)))
            if !scanner.isAtEnd { try scanner.expect(",") }
        }
        guard !scanner.isAtEnd else { throw ZoneError("summer time without its days") }
        let begin = try PosixZone.change(&scanner)
        try scanner.expect(",")
        summer = Summer(offset: offset, begin: begin, end: try PosixZone.change(&scanner))
        guard scanner.isAtEnd else { throw ZoneError("more than two changes") }
    }

    /// - Parameter second: seconds since 1970.
    func offset(at second: Int64) -> UTCOffset {
        guard let summer else { return standard }
        let year = CivilDate(daysSinceEpoch: Int((second + Int64(standard.seconds)) / 86_400)).year
        var latest: (moment: Int64, offset: UTCOffset) = (.min, standard)
        // A change of last year may still hold, and one of next year may come before New Year.
        for candidate in year - 1...year + 1 {
            let begin = summer.begin.local(in: candidate) - Int64(standard.seconds)
            let end = summer.end.local(in: candidate) - Int64(summer.offset.seconds)
            for change in [(begin, summer.offset), (end, standard)]
            where change.0 <= second && change.0 >= latest.moment {
                latest = change
            }
        }
        return latest.offset
    }

    private static func change(_ scanner: inout PosixZoneScanner) throws(ZoneError) -> Change {
        let day: Day
        if scanner.skips("M") {
            let month = try scanner.number(1...12)
            try scanner.expect(".")
            let week = try scanner.number(1...5)
            try scanner.expect(".")
            day = .weekday(month: month, week: week, day: try scanner.number(0...6))
        } else if scanner.skips("J") {
            day = .julian(try scanner.number(1...365))
        } else {
            day = .zeroBased(try scanner.number(0...365))
        }
        return Change(day: day, time: scanner.skips("/") ? try scanner.time(hours: 167) : 7_200)
    }
}

/// Walks over the text of a rule.
private struct PosixZoneScanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    var isAtEnd: Bool { position == bytes.count }

    /// Three letters or more, or anything between angle brackets.
    mutating func name() throws(ZoneError) {
        if skips("<") {
            while !isAtEnd, bytes[position] != UInt8(ascii: ">") { position += 1 }
            try expect(">")
            return
        }
        let start = position
        while !isAtEnd, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[position] | 0x20) {
            position += 1
        }
        guard position - start >= 3 else { throw ZoneError("expected a name of three letters") }
    }

    /// Seconds from `[+-]hh[:mm[:ss]]`.
    mutating func time(hours limit: Int) throws(ZoneError) -> Int {
        let isNegative = skips("-")
        if !isNegative { _ = skips("+") }
        var seconds = try number(0...limit) * 3_600
        if skips(":") {
            seconds += try number(0...59) * 60
            if skips(":") { seconds += try number(0...59) }
        }
        return isNegative ? -seconds : seconds
    }

    mutating func number(_ range: ClosedRange<Int>) throws(ZoneError) -> Int {
        let start = position
        var value = 0
        while !isAtEnd, bytes[position] &- 48 < 10, position - start < 4 {
            value = value * 10 + Int(bytes[position] - 48)
            position += 1
        }
        guard position > start, range.contains(value) else {
            throw ZoneError("expected a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    mutating func skips(_ character: Unicode.Scalar) -> Bool {
        guard !isAtEnd, UInt32(bytes[position]) == character.value else { return false }
        position += 1
        return true
    }

    mutating func expect(_ character: Unicode.Scalar) throws(ZoneError) {
        guard skips(character) else { throw ZoneError("expected \(character)") }
    }
}
