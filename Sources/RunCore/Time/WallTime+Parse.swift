extension WallTime {
    /// Reads an RFC 3339 time such as `2026-06-01T10:00:00.123Z` or `2017-01-01T12:30:00-03:30`.
    ///
    /// Years 0000 … 9999, 0 … 9 fraction digits (rounded to the nearest microsecond), `Z`,
    /// `±hh:mm` or `±hhmm`. Second 60 is the second that follows, as in POSIX time.
    /// - Parameter assuming: the offset of a text that names none; nil makes that an error.
    /// - Throws: where the text is wrong and what was expected there.
    package init(
        rfc3339 text: UnsafeBufferPointer<UInt8>, assuming: UTCOffset? = nil
    ) throws(TimeSyntaxError) {
        var scanner = TimeScanner(text: text)
        self = try scanner.time(assuming: assuming)
    }

    /// Reads an RFC 3339 time; see ``init(rfc3339:assuming:)``.
    package init(
        rfc3339 text: ArraySlice<UInt8>, assuming: UTCOffset? = nil
    ) throws(TimeSyntaxError) {
        // The standard library of Swift 6.0 does not pass a typed error through here.
        self = try text.withUnsafeBufferPointer { bytes in
            Result { () throws(TimeSyntaxError) in
                try WallTime(rfc3339: bytes, assuming: assuming)
            }
        }.get()
    }

    /// Reads an RFC 3339 time; see ``init(rfc3339:assuming:)``.
    package init(rfc3339 text: String, assuming: UTCOffset? = nil) throws(TimeSyntaxError) {
        try self.init(rfc3339: Array(text.utf8)[...], assuming: assuming)
    }
}

/// Walks once over the bytes of a time.
private struct TimeScanner {
    let text: UnsafeBufferPointer<UInt8>
    var position = 0

    mutating func time(assuming: UTCOffset?) throws(TimeSyntaxError) -> WallTime {
        let date = try date()
        guard let separator = take(),
            [UInt8(ascii: "T"), UInt8(ascii: "t"), 0x20].contains(separator)
        else { throw wrong("T between date and time", back: 1) }
        let hour = try number(digits: 2, in: 0...23, "an hour, 00 to 23")
        try expect(UInt8(ascii: ":"), ":")
        let minute = try number(digits: 2, in: 0...59, "a minute, 00 to 59")
        try expect(UInt8(ascii: ":"), ":")
        let second = try number(digits: 2, in: 0...60, "a second, 00 to 60")
        let fraction = try fraction()
        let offset = try zone(assuming: assuming)
        guard position == text.count else { throw wrong("the end") }
        let seconds = date.daysSinceEpoch * 86_400 + hour * 3_600 + minute * 60 + second - offset
        return WallTime(microseconds: Int64(seconds) * 1_000_000 + Int64(fraction))
    }

    private mutating func date() throws(TimeSyntaxError) -> CivilDate {
        let year = try number(digits: 4, in: 0...9999, "a year of four digits")
        try expect(UInt8(ascii: "-"), "-")
        let month = try number(digits: 2, in: 1...12, "a month, 01 to 12")
        try expect(UInt8(ascii: "-"), "-")
        let last = CivilDate.daysIn(month: month, year: year)
        let day = try number(digits: 2, in: 1...last, "a day, 01 to \(last)")
        return CivilDate(year: year, month: month, day: day)
    }

    /// Microseconds after the second; nothing if there is no point.
    private mutating func fraction() throws(TimeSyntaxError) -> Int {
        guard position < text.count, text[position] == UInt8(ascii: ".") else { return 0 }
        position += 1
        var nanoseconds = 0
        var digits = 0
        while position < text.count, let digit = digit(at: position) {
            guard digits < 9 else { throw wrong("at most nine fraction digits") }
            nanoseconds = nanoseconds * 10 + digit
            digits += 1
            position += 1
        }
        guard digits > 0 else { throw wrong("a fraction digit") }
        for _ in digits..<9 { nanoseconds *= 10 }
        return (nanoseconds + 500) / 1_000
    }

    /// Seconds east of Greenwich.
    private mutating func zone(assuming: UTCOffset?) throws(TimeSyntaxError) -> Int {
        guard let sign = take() else {
            guard let assuming else { throw wrong("Z or an offset") }
            return assuming.seconds
        }
        switch sign {
        case UInt8(ascii: "Z"), UInt8(ascii: "z"): return 0
        case UInt8(ascii: "+"), UInt8(ascii: "-"): break
        default: throw wrong("Z or an offset", back: 1)
        }
        let hours = try number(digits: 2, in: 0...23, "offset hours, 00 to 23")
        if position < text.count, text[position] == UInt8(ascii: ":") { position += 1 }
        let minutes = try number(digits: 2, in: 0...59, "offset minutes, 00 to 59")
        let seconds = hours * 3_600 + minutes * 60
        return sign == UInt8(ascii: "-") ? -seconds : seconds
    }

    private mutating func number(
        digits: Int, in range: ClosedRange<Int>, _ expected: @autoclosure () -> String
    ) throws(TimeSyntaxError) -> Int {
        let start = position
        var value = 0
        for _ in 0..<digits {
            guard position < text.count, let digit = digit(at: position) else {
                throw wrong("a digit")
            }
            value = value * 10 + digit
            position += 1
        }
        guard range.contains(value) else {
            throw TimeSyntaxError(offset: start, expected: expected())
        }
        return value
    }

    private func digit(at index: Int) -> Int? {
        let value = text[index] &- UInt8(ascii: "0")
        return value < 10 ? Int(value) : nil
    }

    private mutating func take() -> UInt8? {
        guard position < text.count else { return nil }
        position += 1
        return text[position - 1]
    }

    private mutating func expect(_ byte: UInt8, _ name: String) throws(TimeSyntaxError) {
        guard position < text.count, text[position] == byte else { throw wrong(name) }
        position += 1
    }

    private func wrong(_ expected: String, back: Int = 0) -> TimeSyntaxError {
        TimeSyntaxError(offset: max(0, min(position, text.count) - back), expected: expected)
    }
}
