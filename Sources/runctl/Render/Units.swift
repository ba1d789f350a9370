/// The units that a person reads; everything inside is SI.
enum Units: String, CaseIterable, Equatable {
    case metric
    case imperial
    case nautical

    /// The long unit: what a split is measured in, and what pace is given for.
    var longName: String {
        switch self {
        case .metric: "km"
        case .imperial: "mi"
        case .nautical: "nmi"
        }
    }

    /// Metres in the long unit.
    var longMetres: Double {
        switch self {
        case .metric: 1_000
        case .imperial: 1_609.344
        case .nautical: 1_852
        }
    }

    /// Metres in the unit of heights, and of distances too short for the long unit.
    var shortMetres: Double { self == .imperial ? 0.3048 : 1 }

    var shortName: String { self == .imperial ? "ft" : "m" }

    /// `5.28 km`; below a kilometre, or a tenth of a mile, `870 m` and `300 ft`.
    func distance(_ metres: Double) -> String {
        let limit = self == .metric ? longMetres : longMetres / 10
        if abs(metres) < limit { return height(metres) }
        return "\(Decimal.fixed(metres / longMetres, 2)) \(longName)"
    }

    /// `123 m`
    func height(_ metres: Double) -> String {
        "\(Decimal.fixed(metres / shortMetres, 0)) \(shortName)"
    }

    /// `5:41 /km`; `–` for nobody who moves.
    func pace(_ metresPerSecond: Double) -> String {
        guard metresPerSecond.isFinite, metresPerSecond > longMetres / 86_400 else { return "–" }
        return "\(Stopwatch.clock(longMetres / metresPerSecond)) /\(longName)"
    }

    /// `10.6 km/h`, `5.7 kn`
    func speed(_ metresPerSecond: Double) -> String {
        let name =
            switch self {
            case .metric: "km/h"
            case .imperial: "mph"
            case .nautical: "kn"
            }
        return "\(Decimal.fixed(metresPerSecond * 3_600 / longMetres, 1)) \(name)"
    }
}

/// Durations as people write them.
enum Stopwatch {
    /// `2:05`, `1:02:05`: whole seconds, rounded down, as a stopwatch shows them.
    static func clock(_ seconds: Double) -> String {
        guard seconds.isFinite, abs(seconds) < 1e12 else { return "–" }
        let total = Int(abs(seconds) + 1e-9)
        let (hours, minutes, rest) = (total / 3_600, total / 60 % 60, total % 60)
        let sign = seconds < 0 && total > 0 ? "-" : ""
        if hours == 0 { return "\(sign)\(minutes):\(Decimal.padded(rest))" }
        return "\(sign)\(hours):\(Decimal.padded(minutes)):\(Decimal.padded(rest))"
    }

    /// `45 s`, `20 min`, `3 h`, `2 days`: one rough number for ages.
    static func rough(_ seconds: Double) -> String {
        guard seconds.isFinite else { return "–" }
        switch seconds {
        case ..<100: return "\(Decimal.fixed(max(0, seconds), 0)) s"
        case ..<6_000: return "\(Decimal.fixed(seconds / 60, 0)) min"
        case ..<172_800: return "\(Decimal.fixed(seconds / 3_600, 0)) h"
        default: return "\(Decimal.fixed(seconds / 86_400, 0)) days"
        }
    }

    /// Seconds of `90s`, `10m`, `2h`, or of a plain number of seconds; nil for anything else.
    static func seconds(_ word: String) -> Double? {
        let factors: [(String, Double)] = [("s", 1), ("m", 60), ("min", 60), ("h", 3_600), ("", 1)]
        let digits = word.prefix { $0.isNumber || $0 == "." }
        guard let number = Arguments.decimal(String(digits)), number.isFinite,
            let factor = factors.first(where: { $0.0 == word.dropFirst(digits.count) })
        else { return nil }
        return number * factor.1
    }
}
