internal import RunCore
internal import RunStore

/// The report of one run.
struct RunPage {
    let record: RunRecord
    let report: ReplayReport
    private let splits: [Split]
    let units: Units

    init(_ record: RunRecord, _ report: ReplayReport, _ units: Units) {
        self.record = record
        self.report = report
        self.units = units
        splits = report.splits(every: units.longMetres)
    }

    var html: String {
        let drawing = TrackDrawing(report.points, units)
        let charts = charts
        let isLive = !charts.isEmpty
        var body = "<h1>\(HTML.escaped(title))</h1>\n<p class=\"soft\">\(HTML.escaped(when))</p>\n"
        if let note = record.note { body += "<p>\(HTML.escaped(note))</p>\n" }
        body += HTML.facts(facts)
        if let drawing {
            body +=
                "<h2>track</h2>\n"
                + drawing.svg(
                    title: trackTitle, marks: report.summary.marks, gaps: source) + RunPage.legend
        }
        if isLive {
            body += "<h2>along the way</h2>\n\(charts)" + RunPage.slider
        }
        body += section("segments", report.summary.segments.isEmpty ? "" : segmentTable)
        body += section("marks", report.summary.marks.isEmpty ? "" : markTable)
        body += section("splits", splits.isEmpty ? "" : splitTable)
        body += section("laps", report.summary.laps.count > 1 ? lapTable : "")
        body += section("where the distance comes from", gaps + spanTable)
        if isLive {
            body += "<script type=\"application/json\" id=\"data\">\(data(drawing))</script>\n"
        }
        return HTML.page(title: title, body: body, script: isLive ? PageStyle.script : "")
    }

    private func section(_ title: String, _ content: String) -> String {
        content.isEmpty ? "" : "<h2>\(title)</h2>\n\(content)"
    }

    private var title: String {
        "run \(record.number)" + (record.activity.map { ", \($0)" } ?? "")
            + ", \(units.distance(report.summary.distance))"
    }

    private var when: String {
        guard let local = record.local else { return "start not known" }
        let zone = record.zone.map { " (\($0))" } ?? ""
        return "\(local.date) \(local.clock)\(zone)\(record.indoor ? ", indoor" : "")"
    }

    private var trackTitle: String {
        "the track, \(units.distance(report.summary.distance)), from the circle to the square"
    }

    private var facts: [(String, String)] {
        let run = report.summary
        let heart = report.heart.map { "\(Decimal.fixed($0.average, 0))/min" } ?? ""
        return [
            ("distance", units.distance(record.corrected ?? run.distance)),
            ("measured", record.corrected == nil ? "" : units.distance(run.distance)),
            ("time", Stopwatch.clock(run.active.seconds)),
            ("pauses", pauses(run)),
            ("pace", run.averageSpeed.map { units.pace($0) } ?? ""),
            ("ascent", run.ascent > 0 ? units.height(run.ascent) : ""),
            ("descent", run.descent > 0 ? units.height(run.descent) : ""),
            ("steps", run.steps > 0 ? "\(run.steps)" : ""),
            ("heart rate", heart),
            ("estimated, not counted", run.estimated > 0 ? units.distance(run.estimated) : ""),
        ]
    }

    private func pauses(_ run: RunSummary) -> String {
        let pause = run.elapsed.seconds - run.active.seconds
        return pause >= 1 ? Stopwatch.clock(pause) : ""
    }

    static let legend = """
        <p class="legend soft"><span><svg viewBox="0 0 32 10"><path class="path gps" d="M1 5H31"/></svg> \
        by gps</span><span><svg viewBox="0 0 32 10"><path class="path steps" d="M1 5H31"/></svg> \
        by steps, the way is not known</span><span><svg viewBox="0 0 32 10">\
        <path class="path none" d="M1 5H31"/></svg> not measured</span>\
        <span>● start</span><span>■ end</span></p>

        """

    static let slider = """
        <p class="live"><label class="soft" for="slider">along the way</label>
        <input type="range" id="slider" min="0" max="0" value="0">
        <output id="readout" for="slider"></output></p>

        """

    // MARK: - Spans

    /// The source that covers the time between two points without a line between them.
    private func source(_ before: TrackPoint, _ after: TrackPoint) -> Source {
        let middle =
            before.time + Elapsed(microseconds: (after.time - before.time).microseconds / 2)
        return report.summary.spans.last { $0.from <= middle }?.source ?? .none
    }

    private var gaps: String {
        let sentences = report.summary.spans.compactMap { span -> String? in
            let moment = Stopwatch.clock(report.sinceStart(of: span.from))
            let length = Stopwatch.clock(span.duration.seconds)
            switch span.source {
            case .gps: return nil
            case .paused: return "At \(moment) the run was paused for \(length)."
            case .pedometer:
                return "From \(moment) there was no good fix for \(length);"
                    + " \(span.steps) steps made \(units.distance(span.distance)) of it."
            case .none:
                let bridged = span.estimated > 0 ? units.distance(span.estimated) : nil
                return "From \(moment) neither gps nor steps were there for \(length)"
                    + (bridged.map { "; the straight line across is \($0), not counted." } ?? ".")
            }
        }
        let told = sentences.prefix(20).map { "<p>\(HTML.escaped($0))</p>\n" }.joined()
        let more = sentences.count - 20
        return told + (more > 0 ? "<p>And \(more) more, in the table.</p>\n" : "")
    }

    private var spanTable: String {
        let rows = report.summary.spans.map { span in
            [
                Stopwatch.clock(report.sinceStart(of: span.from)),
                Stopwatch.clock(report.sinceStart(of: span.to)), span.source.rawValue,
                units.distance(span.distance), span.steps > 0 ? "\(span.steps)" : "",
                span.why.rawValue,
            ]
        }
        return "<div class=\"scroll\">"
            + HTML.table(["from", "to", "source", "distance", "steps", "why"], rows) + "</div>\n"
    }

    private var splitTable: String {
        HTML.table(
            ["split", "distance", "time", "pace"],
            splits.map { row("\($0.number)", $0.distance, $0.active) })
    }

    private var segmentTable: String {
        HTML.table(
            ["segment", "distance", "time", "pace"],
            report.summary.segments.map { row($0.name, $0.distance, $0.active.seconds) })
    }

    private var markTable: String {
        HTML.table(
            ["mark", "at", "distance", "from the mark before", "place"],
            report.summary.marks.map { mark in
                [
                    mark.label, Stopwatch.clock(report.sinceStart(of: mark.time)),
                    mark.distance.map(units.distance) ?? "",
                    mark.leg.map { MarkText.leg($0, units) } ?? "",
                    mark.place.map { MarkText.place($0, units) } ?? "",
                ]
            })
    }

    private var lapTable: String {
        HTML.table(
            ["lap", "distance", "time", "pace"],
            report.summary.laps.enumerated().map {
                row("\($0.offset + 1)", $0.element.distance, $0.element.active.seconds)
            })
    }

    private func row(_ name: String, _ metres: Double, _ seconds: Double) -> [String] {
        [name, units.distance(metres), Stopwatch.clock(seconds), units.pace(metres / seconds)]
    }
}
