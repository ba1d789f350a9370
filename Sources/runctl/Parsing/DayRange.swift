internal import RunCore

/// Days as people name them, counted from 1970-01-01.
enum DayRange {
    /// The days of `2026-06-01`, `2026-06`, `2026`, `today` or `yesterday`; nil for anything else.
    static func days(_ word: String, today: Int) -> ClosedRange<Int>? {
        if word == "today" { return today...today }
        if word == "yesterday" { return (today - 1)...(today - 1) }
        let parts = word.split(separator: "-", omittingEmptySubsequences: false)
        let lengths = [4, 2, 2]
        guard (1...3).contains(parts.count), zip(parts, lengths).allSatisfy({ $0.count == $1 })
        else { return nil }
        let numbers = parts.compactMap { part in
            part.utf8.allSatisfy { (48...57).contains($0) } ? Int(part) : nil
        }
        guard numbers.count == parts.count else { return nil }
        return days(numbers)
    }

    private static func days(_ numbers: [Int]) -> ClosedRange<Int>? {
        let year = numbers[0]
        guard numbers.count > 1 else {
            return day(year, 1, 1)...day(year, 12, 31)
        }
        let month = numbers[1]
        guard (1...12).contains(month) else { return nil }
        let length = CivilDate.daysIn(month: month, year: year)
        guard numbers.count > 2 else {
            return day(year, month, 1)...day(year, month, length)
        }
        guard (1...length).contains(numbers[2]) else { return nil }
        return day(year, month, numbers[2])...day(year, month, numbers[2])
    }

    private static func day(_ year: Int, _ month: Int, _ day: Int) -> Int {
        CivilDate(year: year, month: month, day: day).daysSinceEpoch
    }
}
