internal import RunCore
internal import RunStore

/// The report of all runs: calendar, totals, records, trend.
struct HistoryPage {
    private let runs: [RunRecord]
    private let units: Units

    /// - Parameter runs: the one that began last first.
    init(_ runs: [RunRecord], _ units: Units) {
        self.runs = runs.filter { $0.local != nil && $0.totals != nil }
        self.units = units
    }

    var html: String {
        var body = "<h1>all runs</h1>\n" + HTML.facts(facts)
        body += "<h2>calendar</h2>\n<div class=\"scroll\">\(calendar)</div>\n"
        body += "<h2>distance by month</h2>\n\(trend)"
        body += "<h2>records</h2>\n\(records)"
        for period in [Period.year, .month] {
            body += "<h2>by \(period.rawValue)</h2>\n\(table(period))"
        }
        return HTML.page(title: "all runs", body: body)
    }

    private func distance(_ run: RunRecord) -> Double { run.counted ?? 0 }

    private func active(_ run: RunRecord) -> Double { run.totals?.active.seconds ?? 0 }

    private var facts: [(String, String)] {
        [
            ("runs", "\(runs.count)"),
            ("distance", units.distance(runs.reduce(0) { $0 + distance($1) })),
            ("time", Stopwatch.clock(runs.reduce(0) { $0 + active($1) })),
            ("steps", "\(runs.reduce(0) { $0 + ($1.totals?.steps ?? 0) })"),
        ]
    }

    /// The last year of days, a week a column, darker for longer.
    private var calendar: String {
        var metres: [Int: Double] = [:]
        for run in runs { if let day = run.local?.day { metres[day, default: 0] += distance(run) } }
        guard let last = metres.keys.max() else { return "" }
        let most = metres.filter { $0.key > last - 371 }.values.max() ?? 1
        let weekday = (CivilDate(daysSinceEpoch: last).weekday + 6) % 7
        let first = last - weekday - 52 * 7
        let cells = (first...last).map { day -> String in
            let column = (day - first) / 7
            let row = (day - first) % 7
            let value = metres[day] ?? 0
            let level = value <= 0 ? "day" : "d\(min(3, 1 + Int(value / most * 2.99)))"
            let date = CivilDate(daysSinceEpoch: day)
            let name = LocalTime(WallTime(microseconds: Int64(day) * 86_400_000_000), offset: 0)
                .date
            let label = date.day == 1 ? monthLabel(column, date.month) : ""
            return
                "<rect class=\"\(level)\" x=\"\(column * 14)\" y=\"\(row * 14 + 16)\" width=\"12\""
                + " height=\"12\" rx=\"2\"><title>\(name): \(units.distance(value))</title></rect>\(label)"
        }
        return "<svg viewBox=\"0 0 744 116\" style=\"min-width:40rem\" role=\"img\""
            + " aria-label=\"calendar of the last year: a square a day, darker for longer\">"
            + cells.joined(separator: "\n") + "</svg>"
    }

    private func monthLabel(_ column: Int, _ month: Int) -> String {
        let names = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        return "<text x=\"\(column * 14)\" y=\"11\">\(names[month - 1])</text>"
    }

    private var trend: String {
        let months = PeriodTotals.of(runs, by: .month).rows.prefix(24).reversed()
        guard let most = months.map(\.distance).max(), most > 0 else { return "" }
        let width = 800.0 / Double(months.count)
        let bars = months.enumerated().map { index, row -> String in
            let height = 120 * row.distance / most
            let x = Double(index) * width
            let label = index % max(1, months.count / 8) == 0 ? row.period : ""
            return "<rect class=\"bar\" x=\"\(Decimal.fixed(x + 2, 1))\""
                + " y=\"\(Decimal.fixed(124 - height, 1))\" width=\"\(Decimal.fixed(min(width - 4, 60), 1))\""
                + " height=\"\(Decimal.fixed(height, 1))\">"
                + "<title>\(row.period): \(units.distance(row.distance))</title></rect>"
                + "<text x=\"\(Decimal.fixed(x + 2, 1))\" y=\"138\">\(label)</text>"
        }
        return "<svg viewBox=\"0 0 800 142\" role=\"img\" aria-label=\"distance by month, at most"
            + " \(units.distance(most))\">\(bars.joined(separator: "\n"))</svg>\n"
    }

    private var records: String {
        let long = runs.filter { distance($0) >= units.longMetres }
        let candidates: [(String, RunRecord?, (RunRecord) -> String)] = [
            ("longest", runs.max { distance($0) < distance($1) }, { units.distance(distance($0)) }),
            ("longest time", runs.max { active($0) < active($1) }, { Stopwatch.clock(active($0)) }),
            (
                "fastest over 1 \(units.longName)",
                long.max { distance($0) / active($0) < distance($1) / active($1) },
                { units.pace(distance($0) / active($0)) }
            ),
            (
                "most ascent", runs.max { ($0.totals?.ascent ?? 0) < ($1.totals?.ascent ?? 0) },
                { units.height($0.totals?.ascent ?? 0) }
            ),
        ]
        let rows = candidates.compactMap { name, run, value in
            run.map { [name, value($0), "run \($0.number)", $0.local?.date ?? "", $0.note ?? ""] }
        }
        return HTML.table(["record", "value", "run", "day", "note"], rows)
    }

    private func table(_ period: Period) -> String {
        let rows = PeriodTotals.of(runs, by: period).rows.map { row in
            [
                row.period, "\(row.runs)", units.distance(row.distance),
                Stopwatch.clock(row.active),
                units.pace(row.distance / row.active), "\(row.steps)",
            ]
        }
        return HTML.table([period.rawValue, "runs", "distance", "time", "pace", "steps"], rows)
    }
}
