extension ReplayReport {
    /// The report for people: one line for the run, one for every span and lap.
    package func text() -> String {
        var lines: [String] = []
        let run = summary
        lines.append(
            "distance \(Self.metres(run.distance)), elapsed \(Self.clock(run.elapsed)), "
                + "active \(Self.clock(run.active)), \(run.steps) steps")
        if run.estimated > 0 {
            lines.append("estimated \(Self.metres(run.estimated)), not counted")
        }
        for span in run.spans {
            var line = Self.padded(Self.clock(span.from - (run.begin ?? span.from)), 9)
            line += " " + Self.padded(Self.clock(span.to - (run.begin ?? span.to)), 9)
            line += "  " + Self.padded(span.source.rawValue, 10, leading: false)
            line += Self.padded(Self.metres(span.distance), 12)
            if span.source == .none, span.estimated > 0 {
                line += "  estimated \(Self.metres(span.estimated))"
            }
            if span.steps > 0 { line += "  \(span.steps) steps" }
            lines.append("\(line)  (\(span.why.rawValue))")
        }
        if run.laps.count > 1 {
            for (number, lap) in run.laps.enumerated() {
                lines.append(
                    "lap \(number + 1): \(Self.metres(lap.distance)) in \(Self.clock(lap.active))")
            }
        }
        let rejected = run.rejected.occurred.map { "\($0.reason.name) \($0.count)" }
        if !rejected.isEmpty {
            lines.append("fixes not used: " + rejected.joined(separator: ", "))
        }
        return lines.joined(separator: "\n")
    }

    /// Metres with one decimal.
    private static func metres(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) m"
    }

    /// `1:02:03`, and tenths of a second only where there are any.
    private static func clock(_ time: Elapsed) -> String {
        let tenths = Int((time.seconds * 10).rounded())
        let seconds = tenths / 10
        let head = seconds >= 3600 ? "\(seconds / 3600):" : ""
        let minutes = seconds / 60 % 60
        let rest = seconds % 60
        let fraction = tenths % 10 == 0 ? "" : ".\(tenths % 10)"
        return head + (minutes < 10 ? "0" : "") + "\(minutes):" + (rest < 10 ? "0" : "")
            + "\(rest)\(fraction)"
    }

    private static func padded(_ text: String, _ width: Int, leading: Bool = true) -> String {
        let space = String(repeating: " ", count: max(0, width - text.utf8.count))
        return leading ? space + text : text + space
    }
}
