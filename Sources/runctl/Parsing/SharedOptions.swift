extension Syntax.Option {
    static let units = value("units", nil, "UNITS")
    static let stateDirectory = value("state-dir", nil, "DIR")
}

extension Arguments {
    /// The units that `--units` asks for; nil: the person's usual ones.
    func units() throws(UsageError) -> Units? {
        try choice("units", of: Units.allCases.map(\.rawValue)).flatMap { Units(rawValue: $0) }
    }

    /// A whole number that is at least 1.
    func count(_ name: String) throws(UsageError) -> Int? {
        guard let word = value(name) else { return nil }
        guard let count = Int(word), count >= 1 else {
            throw UsageError("--\(name): expected a whole number from 1 on, got \"\(word)\"")
        }
        return count
    }

    /// The days that an option such as `--since` names.
    func days(_ name: String, today: Int) throws(UsageError) -> ClosedRange<Int>? {
        guard let word = value(name) else { return nil }
        if let days = DayRange.days(word, today: today) { return days }
        throw UsageError(
            "--\(name): expected a day such as 2026-06-01, a month, a year, today or yesterday,"
                + " got \"\(word)\"")
    }

    /// Metres of a length such as `5`, `5km`, `800m` or `3mi`.
    /// - Parameter units: what a bare number counts.
    func length(_ name: String, units: Units) throws(UsageError) -> Double? {
        guard let word = value(name) else { return nil }
        if let metres = Arguments.length(word, units: units) { return metres }
        throw UsageError("--\(name): expected a length such as 5km, 800m or 3mi, got \"\(word)\"")
    }

    static func length(_ word: String, units: Units) -> Double? {
        let digits = word.prefix { $0.isNumber || $0 == "." }
        guard let number = decimal(String(digits)), number.isFinite else { return nil }
        let name = word.dropFirst(digits.count).drop { $0 == " " }
        switch name {
        case "": return number * units.longMetres
        case "m": return number
        case "ft": return number * Units.imperial.shortMetres
        default:
            guard let unit = Units.allCases.first(where: { $0.longName == name }) else {
                return nil
            }
            return number * unit.longMetres
        }
    }
}

extension Context {
    /// The units to show: what was asked for, else `RUND_UNITS`, else metric.
    func units(_ asked: Units?) throws(Failure) -> Units {
        if let asked { return asked }
        guard let word = environment["RUND_UNITS"] else { return .metric }
        if let units = Units(rawValue: word) { return units }
        let words = Arguments.alternatives(Units.allCases.map(\.rawValue))
        throw Failure(.configuration, "RUND_UNITS: expected \(words), got \"\(word)\"")
    }
}
