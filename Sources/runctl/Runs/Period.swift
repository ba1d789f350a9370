internal import RunCore

/// A week, month or year of local days: what totals are counted by.
enum Period: String, CaseIterable {
    case week
    case month
    case year

    /// `2026-W23` (ISO 8601: weeks begin on Monday and belong to the year of their Thursday),
    /// `2026-06`, `2026`.
    func name(of day: Int) -> String {
        let date = CivilDate(daysSinceEpoch: day)
        switch self {
        case .year: return Decimal.padded(date.year, 4)
        case .month: return "\(Decimal.padded(date.year, 4))-\(Decimal.padded(date.month))"
        case .week:
            let sinceMonday = (date.weekday + 6) % 7
            let thursday = day - sinceMonday + 3
            let year = CivilDate(daysSinceEpoch: thursday).year
            let first = CivilDate(year: year, month: 1, day: 1).daysSinceEpoch
            return "\(Decimal.padded(year, 4))-W\(Decimal.padded((thursday - first) / 7 + 1))"
        }
    }
}
