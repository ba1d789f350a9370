package import RunCore

extension RunTotals {
    /// The columns for what the engine says of a run.
    package init(_ summary: RunSummary) {
        let begin = summary.begin ?? Instant(microseconds: 0)
        var more = JSONObject()
        more["switches"] = .integer(Int64(summary.switches))
        more["moving"] = .number(summary.moving.seconds)
        more["fixes"] = .integer(Int64(summary.fixes))
        more["marks"] = .integer(Int64(summary.marks.count))
        self.init(
            elapsed: summary.elapsed, active: summary.active, distance: summary.distance,
            estimated: summary.estimated, steps: Int64(summary.steps), ascent: summary.ascent,
            descent: summary.descent, summary: JSONValue.object(more).text,
            laps: summary.laps.map {
                LapRecord(from: $0.from - begin, to: $0.to - begin, distance: $0.distance)
            })
    }
}
