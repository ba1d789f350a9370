/// The run that the engine makes of a sensor log, and what was wrong with the log.
package struct ReplayReport: Equatable, Sendable {
    package var summary = RunSummary()
    package var settings = EngineSettings()
    package var model = StepLengthModel()
    /// Points of the track, if they were asked for.
    package var points: [TrackPoint] = []
    /// Events that were read.
    package var events = 0
    /// Lines that could not be used; the first hundred of them.
    package var problems: [Problem] = []
    package var problemCount = 0
    /// The log ends without a stop.
    package var isCutOff = false

    package struct Problem: Equatable, Sendable {
        /// From 1.
        package var line: Int
        package var reason: String
    }
}

extension ReplayReport {
    /// The report as one JSON object, without a line end.
    /// - Parameter utcOffset: of the start, for its local time; nil: UTC.
    package func json(utcOffset: UTCOffset? = nil) -> String {
        var run = ReportObject()
        let wall = summary.start?.wall
        run.add("start", text: utcOffset.map { wall?.rfc3339(offset: $0) } ?? wall?.rfc3339())
        run.add("zone", text: summary.start?.zone)
        run.add("elapsed", summary.elapsed.seconds)
        run.add("active", summary.active.seconds)
        run.add("moving", summary.moving.seconds)
        run.add("distance", summary.distance)
        run.add("estimated", summary.estimated)
        run.add("steps", summary.steps)
        run.add("state", text: summary.state.rawValue)
        run.add("ascent", summary.ascent)
        run.add("descent", summary.descent)
        if isCutOff { run.add("cutoff", raw: "true") }
        if let length = summary.stepLength {
            run.add("steplength", length.metres)
            run.add("steplengthsrc", text: length.origin.rawValue)
        }
        var object = ReportObject()
        object.add("run", raw: run.text)
        object.add("spans", raw: ReportObject.array(summary.spans.map(json)))
        object.add("laps", raw: ReportObject.array(summary.laps.map(json)))
        if !summary.marks.isEmpty {
            object.add("marks", raw: ReportObject.array(summary.marks.map(json)))
        }
        if !summary.segments.isEmpty {
            object.add("segments", raw: ReportObject.array(summary.segments.map(json)))
        }
        object.add("switches", summary.switches)
        object.add("fixes", summary.fixes)
        var rejected = ReportObject()
        for (reason, count) in summary.rejected.occurred { rejected.add(reason.name, count) }
        object.add("rejected", raw: rejected.text)
        return object.text
    }

    private func json(_ span: Span) -> String {
        var object = ReportObject()
        object.add("source", text: span.source.rawValue)
        object.add("from", sinceStart(span.from))
        object.add("to", sinceStart(span.to))
        object.add("distance", span.distance)
        object.add("steps", span.steps)
        object.add("backfilled", span.backfilled)
        if span.source == .none { object.add("estimated", span.estimated) }
        object.add("why", text: span.why.rawValue)
        return object.text
    }

    private func json(_ lap: Lap) -> String {
        var object = ReportObject()
        object.add("from", sinceStart(lap.from))
        object.add("to", sinceStart(lap.to))
        object.add("distance", lap.distance)
        object.add("active", lap.active.seconds)
        object.add("steps", lap.steps)
        object.add("cause", text: lap.cause.rawValue)
        return object.text
    }

    private func json(_ mark: PlacedMark) -> String {
        var object = ReportObject()
        object.add("number", mark.number)
        object.add("name", text: mark.label)
        object.add("at", sinceStart(mark.time))
        if let distance = mark.distance { object.add("distance", distance) }
        if let place = mark.place {
            object.add("latitude", place.coordinate.latitude)
            object.add("longitude", place.coordinate.longitude)
            if let altitude = place.altitude { object.add("altitude", altitude) }
            if let eph = place.eph { object.add("eph", eph) }
            object.add("age", place.age)
        }
        if let leg = mark.leg {
            if let distance = leg.distance { object.add("leg", distance) }
            if let straight = leg.straight { object.add("straight", straight) }
            if let bearing = leg.bearing { object.add("bearing", bearing) }
        }
        return object.text
    }

    private func json(_ segment: NamedSegment) -> String {
        var object = ReportObject()
        object.add("name", text: segment.name)
        object.add("from", sinceStart(segment.from))
        object.add("to", sinceStart(segment.to))
        object.add("distance", segment.distance)
        object.add("active", segment.active.seconds)
        object.add("steps", segment.steps)
        if segment.isOpen { object.add("open", raw: "true") }
        return object.text
    }

    /// Seconds since the start.
    private func sinceStart(_ moment: Instant) -> Double {
        (moment - (summary.begin ?? moment)).seconds
    }
}

/// A JSON object in the making, its members in the order of adding.
private struct ReportObject {
    private var members: [String] = []

    var text: String { "{" + members.joined(separator: ",") + "}" }

    static func array(_ items: [String]) -> String { "[" + items.joined(separator: ",") + "]" }

    mutating func add(_ name: String, raw: String) {
        members.append("\(JSONText.quoted(name)):\(raw)")
    }

    mutating func add(_ name: String, text: String?) {
        add(name, raw: text.map(JSONText.quoted) ?? "null")
    }

    mutating func add(_ name: String, _ value: Double) {
        add(name, raw: value.isFinite ? "\(value)" : "null")
    }

    mutating func add(_ name: String, _ value: Int) { add(name, raw: "\(value)") }
}
