internal import RunCore

/// What `runctl watch` shows: a pure function from what is known to the lines of a screen.
struct WatchView {
    /// What was heard last; nil before the first answer.
    var status: ControlStatus?
    /// Seconds since then.
    var age: Double = 0
    /// Why rund does not answer; nil while it does.
    var trouble: String?
    /// An answer to a key, or a question.
    var message: String?
    var pace = Trend()
    var elevation = Trend()
    var units: Units = .metric
    /// Letters of ASCII alone, for terminals that have no others.
    var isPlain = false
    var hasColour = false

    /// Exactly `rows` lines (fewer if the screen is taller than the content), none wider than
    /// `columns` cells.
    func lines(columns: Int, rows: Int) -> [String] {
        let keys = message ?? WatchView.keys(columns)
        guard rows > 2 else { return [Text.cut(keys, columns)] }
        let head = [styled(Text.cut(headline, columns))]
        let body = sections(columns, room: rows - 3)
        let foot = [Text.cut(keys, columns)]
        let blank = Array(repeating: "", count: max(0, rows - 2 - body.count))
        return head + body.map { Text.cut($0, columns) } + blank + foot
    }

    private static func keys(_ columns: Int) -> String {
        columns >= 60
            ? "l lap   m mark   p pause or resume   s stop   a silence the alert   q quit"
            : "l lap  m mark  p pause  s stop  q quit"
    }

    private func styled(_ text: String) -> String {
        guard hasColour else { return text }
        let colour = trouble != nil || status?.alarm.state == "failed" ? "41" : "7"
        return "\u{1B}[1;\(colour)m\(text)\u{1B}[0m"
    }

    private var headline: String {
        if let trouble { return trouble }
        guard let status else { return "waiting for rund" }
        guard let run = status.run, status.state != "idle" else { return "no run is active" }
        var line = "\(status.state) run \(run.number)"
        if let activity = run.activity { line += ", \(Text.safe(activity))" }
        if run.indoor { line += ", indoor" }
        return line
    }

    /// The content, the least important left out first where the screen is small.
    private func sections(_ columns: Int, room: Int) -> [String] {
        guard let status else { return [] }
        guard let run = status.run, status.state != "idle" else {
            return [""] + alarm(status) + notices(status)
        }
        let numbers = facts(run, isRecording: status.state == "recording")
        let strips = strips(width: min(60, columns - 26))
        let must = [""] + pairs(numbers, columns)
        let warnings = alarm(status) + notices(status)
        var lines = must
        var left = room - must.count - warnings.count
        if left >= strips.count + 1, !strips.isEmpty {
            lines += [""] + strips
            left -= strips.count + 1
        }
        if left >= 3, !run.laps.isEmpty {
            let laps = laps(run).suffix(left - 2)
            lines += ["", "  laps"] + laps
        }
        return Array((lines + warnings).prefix(max(0, room)))
    }

    private func facts(_ run: ControlRun, isRecording: Bool) -> [(String, String)] {
        let since = trouble == nil ? age : 0
        let time = run.active + (isRecording ? since : 0)
        let cadence = run.cadence.map { ", \(Decimal.fixed($0, 0))/min" } ?? ""
        var facts = [
            ("distance", units.distance(run.distance)),
            ("time", Stopwatch.clock(time)),
            ("pace", run.speed.map { units.pace($0) } ?? "–"),
            ("average", run.averageSpeed.map { units.pace($0) } ?? "–"),
            ("source", source(run, since)),
            ("gps", run.position.map { gps($0, since) } ?? "no position"),
            ("steps", "\(run.steps)\(cadence)"),
        ]
        if let heart = run.heart { facts.append(("heart", "\(heart)/min")) }
        if let ascent = run.ascent { facts.append(("ascent", units.height(ascent))) }
        if run.estimated > 0 { facts.append(("estimated", units.distance(run.estimated))) }
        return isPlain ? facts.map { ($0.0, WatchView.plain($0.1)) } : facts
    }

    /// In letters of ASCII alone.
    private static func plain(_ text: String) -> String {
        text.replacing("–", with: "-").replacing("±", with: "+-")
    }

    private func source(_ run: ControlRun, _ since: Double) -> String {
        let name = run.source.name == "pedometer" ? "steps" : Text.safe(run.source.name)
        return "\(name) for \(Stopwatch.clock(run.source.seconds + since))"
    }

    private func gps(_ position: ControlPosition, _ since: Double) -> String {
        let error = position.eph.map { "±\(units.height($0)), " } ?? ""
        return "\(error)\(Stopwatch.rough(position.age + since)) ago"
    }

    /// Names and values, two pairs a line where there is room.
    private func pairs(_ facts: [(String, String)], _ columns: Int) -> [String] {
        let cells = facts.map { "  \(Text.padded($0.0, 10))\($0.1)" }
        guard columns >= 64 else { return cells }
        return stride(from: 0, to: cells.count, by: 2).map { index in
            let right = index + 1 < cells.count ? cells[index + 1] : ""
            return Text.trimmedRight(Text.padded(cells[index], columns / 2) + right)
        }
    }

    private func strips(width: Int) -> [String] {
        guard width >= 8 else { return [] }
        return [
            strip("pace", pace, width) { units.pace($0) },
            strip("height", elevation, width) { units.height($0) },
        ].compactMap { $0 }
    }

    private func strip(
        _ name: String, _ trend: Trend, _ width: Int, _ label: (Double) -> String
    ) -> String? {
        guard let range = trend.range else { return nil }
        let bars = Text.padded(trend.strip(width: width, isPlain: isPlain), width)
        return "  \(Text.padded(name, 10))\(bars) \(label(range.highest))"
    }

    private func laps(_ run: ControlRun) -> [String] {
        run.laps.map { lap in
            let seconds = lap.to - lap.from
            let columns = [
                Text.padded("\(lap.number)", 4, .right),
                Text.padded(units.distance(lap.distance), 10, .right),
                Text.padded(Stopwatch.clock(seconds), 9, .right),
                Text.padded(units.pace(lap.distance / seconds), 12, .right),
            ]
            return columns.joined()
        }
    }

    private func alarm(_ status: ControlStatus) -> [String] {
        ["  \(Text.padded("alarm", 10))\(StatusText.alarm(status.alarm))"]
    }

    private func notices(_ status: ControlStatus) -> [String] {
        status.notices.prefix(3).map { "  ! \(Text.safe($0))" }
    }
}
