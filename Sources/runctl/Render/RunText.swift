internal import RunCore
internal import RunStore

/// A recorded run in words and tables.
struct RunText {
    private let record: RunRecord
    private let report: ReplayReport
    private let splits: [Split]
    private let units: Units

    init(_ record: RunRecord, _ report: ReplayReport, _ splits: [Split], _ units: Units) {
        self.record = record
        self.report = report
        self.splits = splits
        self.units = units
    }

    var lines: [String] {
        var lines = [headline]
        if let note = record.note { lines.append("  \(Text.safe(note))") }
        lines.append("")
        lines += StatusText.fields(facts)
        lines += section("spans", spans)
        if report.summary.laps.count > 1 { lines += section("laps", laps) }
        let begin = report.summary.begin ?? Instant(microseconds: 0)
        if !report.summary.segments.isEmpty {
            lines += section(
                "segments", MarkText.table(report.summary.segments, units, begin: begin))
        }
        if !report.summary.marks.isEmpty {
            let table = MarkText.table(report.summary.marks, units) {
                Stopwatch.clock(($0.time - begin).seconds)
            }
            lines += section("marks", table)
        }
        if splits.count > 1 { lines += section("splits", splitTable) }
        return lines
    }

    private func section(_ title: String, _ table: Table) -> [String] {
        ["", "\(title):"] + table.lines.map { "  \($0)" }
    }

    private var headline: String {
        var line = "run \(record.number)"
        if let activity = record.activity { line += ", \(Text.safe(activity))" }
        if record.indoor { line += ", indoor" }
        if let local = record.local { line += ", \(local.date) \(local.clock)" }
        if let wall = record.stopWall, let offset = record.stopOffset ?? record.startOffset {
            line += "–\(LocalTime(wall, offset: offset).clock)"
        }
        if let zone = record.zone { line += " (\(Text.safe(zone)))" }
        switch record.state {
        case .active: line += ", still recording"
        case .interrupted: line += ", cut off"
        case .stopped: break
        }
        return line
    }

    private var facts: [(String, String)] {
        let run = report.summary
        let pause = run.elapsed.seconds - run.active.seconds
        return [
            ("distance", distance),
            ("", share),
            (
                "device",
                run.start?.deviceDistance.map { "\(units.distance($0)) by its own count" } ?? ""
            ),
            (
                "time",
                Stopwatch.clock(run.active.seconds)
                    + (pause >= 1 ? ", and \(Stopwatch.clock(pause)) of pauses" : "")
            ),
            (
                "pace",
                run.averageSpeed.map { "\(units.pace($0)), \(units.speed($0))" } ?? ""
            ),
            ("steps", run.steps > 0 ? "\(run.steps)" + stepLength : ""),
            ("heart", heart),
            (
                "ascent",
                run.ascent + run.descent > 0
                    ? "\(units.height(run.ascent)), descent \(units.height(run.descent))" : ""
            ),
            ("unused", unused),
        ]
    }

    private var distance: String {
        let run = report.summary
        let estimated = run.estimated > 0 ? ", and \(units.distance(run.estimated)) estimated" : ""
        let measured = units.distance(run.distance) + estimated
        guard let corrected = record.corrected else { return measured }
        return "\(units.distance(corrected)), corrected; measured \(measured)"
    }

    /// How much of the distance came from which source, where both had a part.
    private var share: String {
        let steps = report.summary.spans.filter { $0.source == .pedometer }
            .reduce(0) { $0 + $1.distance }
        guard steps > 0, report.summary.distance > steps else { return "" }
        return "\(units.distance(report.summary.distance - steps)) by gps,"
            + " \(units.distance(steps)) by steps"
    }

    private var stepLength: String {
        guard let length = report.summary.stepLength else { return "" }
        let metres = Decimal.fixed(length.metres / units.shortMetres, 2)
        return ", \(metres) \(units.shortName) each (\(length.origin.rawValue))"
    }

    private var heart: String {
        guard let heart = report.heart else { return "" }
        return "\(Decimal.fixed(heart.average, 0)) a minute, at most \(heart.highest)"
    }

    private var unused: String {
        let rejected = report.summary.rejected.occurred.map { "\($0.count) \($0.reason.name)" }
        return rejected.isEmpty ? "" : "fixes: " + rejected.joined(separator: ", ")
    }

    private var spans: Table {
        var table = Table([
            ("from", .right), ("to", .right), ("source", .left), ("distance", .right),
            ("steps", .right), ("why", .left),
        ])
        for span in report.summary.spans {
            let estimated = span.estimated > 0 ? "~\(units.distance(span.estimated))" : ""
            let counts = span.source == .gps || span.source == .pedometer
            table.add([
                Stopwatch.clock(report.sinceStart(of: span.from)),
                Stopwatch.clock(report.sinceStart(of: span.to)), span.source.rawValue,
                counts ? units.distance(span.distance) : estimated,
                span.steps > 0 ? "\(span.steps)" : "", why(span),
            ])
        }
        return table
    }

    private func why(_ span: Span) -> String {
        guard span.backfilled > 0 else { return span.why.rawValue }
        return "\(span.why.rawValue), \(units.distance(span.backfilled)) of it filled in afterwards"
    }

    private var laps: Table {
        var table = Table([
            ("lap", .right), ("distance", .right), ("time", .right), ("pace", .right),
        ])
        for (index, lap) in report.summary.laps.enumerated() {
            add(String(index + 1), lap.distance, lap.active.seconds, to: &table)
        }
        return table
    }

    private var splitTable: Table {
        var table = Table([
            ("split", .right), ("distance", .right), ("time", .right), ("pace", .right),
        ])
        for split in splits {
            add(String(split.number), split.distance, split.active, to: &table)
        }
        return table
    }

    private func add(_ name: String, _ metres: Double, _ seconds: Double, to table: inout Table) {
        table.add([
            name, units.distance(metres), Stopwatch.clock(seconds), units.pace(metres / seconds),
        ])
    }
}
