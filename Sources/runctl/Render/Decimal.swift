/// Numbers as people write them: fixed places, no exponent, no locale.
enum Decimal {
    /// `value` rounded half away from zero to `places` (0 … 9); `–` if it is not finite.
    static func fixed(_ value: Double, _ places: Int) -> String {
        let scale = powers[max(0, min(9, places))]
        let scaled = (abs(value) * Double(scale)).rounded(.toNearestOrAwayFromZero)
        guard scaled < 9e18 else { return "–" }
        let whole = Int64(scaled)
        let sign = value < 0 && whole > 0 ? "-" : ""
        if scale == 1 { return "\(sign)\(whole)" }
        let fraction = String(whole % scale)
        return sign + "\(whole / scale)."
            + String(repeating: "0", count: places - fraction.utf8.count) + fraction
    }

    /// `value` with at least `digits` digits.
    static func padded(_ value: Int, _ digits: Int = 2) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }

    private static let powers: [Int64] = [
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    ]
}
