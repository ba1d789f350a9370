internal import RunCore
internal import RunStore

/// Sums of runs by week, month or year of their own local days, the newest period first.
struct PeriodTotals {
    struct Row: Equatable {
        var period: String
        var runs = 0
        /// Metres.
        var distance = 0.0
        /// Seconds without pauses.
        var active = 0.0
        var steps: Int64 = 0
        var ascent = 0.0
    }

    let unit: Period
    private(set) var rows: [Row] = []

    /// - Parameter runs: the newest first; those without a known start are left out.
    static func of(_ runs: [RunRecord], by unit: Period) -> PeriodTotals {
        var totals = PeriodTotals(unit: unit)
        var places: [String: Int] = [:]
        for run in runs {
            guard let day = run.local?.day else { continue }
            let name = unit.name(of: day)
            if places[name] == nil {
                places[name] = totals.rows.count
                totals.rows.append(Row(period: name))
            }
            guard let place = places[name] else { continue }
            totals.rows[place].runs += 1
            totals.rows[place].distance += run.counted ?? 0
            guard let sums = run.totals else { continue }
            totals.rows[place].active += sums.active.seconds
            totals.rows[place].steps += sums.steps
            totals.rows[place].ascent += sums.ascent ?? 0
        }
        return totals
    }

    func table(_ units: Units) -> Table {
        var table = Table([
            (unit.rawValue, .left), ("runs", .right), ("distance", .right), ("time", .right),
            ("pace", .right), ("ascent", .right), ("steps", .right),
        ])
        for row in rows {
            table.add([
                row.period, String(row.runs), units.distance(row.distance),
                Stopwatch.clock(row.active), units.pace(row.distance / row.active),
                row.ascent > 0 ? units.height(row.ascent) : "", String(row.steps),
            ])
        }
        return table
    }

    var json: JSONValue {
        let rows = rows.map { row in
            let object: JSONObject = [
                "period": .string(row.period), "runs": .integer(Int64(row.runs)),
                "distance": .number(row.distance), "active": .number(row.active),
                "ascent": .number(row.ascent), "steps": .integer(row.steps),
            ]
            return JSONValue.object(object)
        }
        let object: JSONObject = ["by": .string(unit.rawValue), "totals": .array(rows)]
        return .object(object)
    }
}
