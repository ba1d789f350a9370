internal import RunCore

/// The status of rund in words.
struct StatusText {
    private let status: ControlStatus
    private let units: Units
    private let verbose: Bool

    init(_ status: ControlStatus, _ units: Units, verbose: Bool = false) {
        self.status = status
        self.units = units
        self.verbose = verbose
    }

    var lines: [String] {
        var lines: [String] = []
        if let run = status.run, status.state != "idle" {
            lines.append(headline(run))
            lines += StatusText.fields(facts(run))
        } else {
            lines.append("no run is active")
        }
        lines += StatusText.fields(chain)
        if verbose { lines += details }
        return lines + status.notices.map { "notice: \(Text.safe($0))" }
    }

    private func headline(_ run: ControlRun) -> String {
        var line = "\(status.state) run \(run.number)"
        if let activity = run.activity { line += ", \(Text.safe(activity))" }
        if run.indoor { line += ", indoor" }
        if let note = run.note { line += ": \(Text.safe(note))" }
        return line
    }

    private func facts(_ run: ControlRun) -> [(String, String)] {
        let pause = run.elapsed - run.active
        return [
            ("since", since(run)),
            (
                "distance",
                units.distance(run.distance)
                    + (run.estimated > 0 ? ", and \(units.distance(run.estimated)) estimated" : "")
            ),
            (
                "time",
                Stopwatch.clock(run.active)
                    + (pause >= 1 ? ", and \(Stopwatch.clock(pause)) of pauses" : "")
            ),
            ("pace", pace(run)),
            (
                "steps",
                "\(run.steps)" + (run.cadence.map { ", \(Decimal.fixed($0, 0)) a minute" } ?? "")
            ),
            ("heart", run.heart.map { "\($0) a minute" } ?? ""),
            ("ascent", climb(run)),
            ("source", StatusText.source(run.source)),
            ("position", run.position.map { StatusText.position($0, units) } ?? ""),
            ("lap", run.laps.count > 1 ? run.laps.last.map(lapValue) ?? "" : ""),
            ("marks", run.marks > 0 ? "\(run.marks)" : ""),
        ]
    }

    private func since(_ run: ControlRun) -> String {
        guard let start = run.start else { return "" }
        return Text.safe(start) + (run.zone.map { " (\(Text.safe($0)))" } ?? "")
    }

    private func pace(_ run: ControlRun) -> String {
        let average = run.averageSpeed.map { "average \(units.pace($0))" }
        let now = run.speed.map { "\(units.pace($0)) now" }
        return [now, average].compactMap { $0 }.joined(separator: ", ")
    }

    private func climb(_ run: ControlRun) -> String {
        guard let ascent = run.ascent else { return "" }
        let descent = run.descent.map { ", descent \(units.height($0))" } ?? ""
        return units.height(ascent) + descent
    }

    private func lapValue(_ lap: ControlLap) -> String {
        let seconds = lap.to - lap.from
        return
            "\(lap.number), so far \(units.distance(lap.distance)) in \(Stopwatch.clock(seconds))"
    }

    private var chain: [(String, String)] {
        let working = status.sensors.filter { $0.inUse || verbose }
        return [
            ("alarm", StatusText.alarm(status.alarm)),
            ("tried", tried),
            ("sensors", working.isEmpty ? "none alive" : ""),
        ]
            + working.map { ($0.kind, StatusText.sensor($0)) } + [
                ("disk", status.store == "ok" && status.backlog == 0 ? "" : store)
            ]
    }

    /// What the person said when the alert was tried; a yes is worth no line of its own.
    private var tried: String {
        guard let trial = status.alarm.trial, verbose || !trial.heard else { return "" }
        return StatusText.trial(trial)
    }

    private var store: String {
        let waiting = status.backlog > 0 ? ", \(status.backlog) events wait in memory" : ""
        return Text.safe(status.store) + waiting
    }

    private var details: [String] {
        let rejected = (status.run?.rejected ?? []).map { "\($0.count) \($0.reason)" }
        return StatusText.fields([
            ("unused", rejected.isEmpty ? "" : "fixes: " + rejected.joined(separator: ", ")),
            ("switches", status.run.map { "\($0.switches) between gps and steps" } ?? ""),
            ("version", Text.safe(status.version)),
        ])
    }
}

extension StatusText {
    /// Names and values in two columns; fields without a value are left out.
    static func fields(_ fields: [(String, String)]) -> [String] {
        fields.filter { !$0.1.isEmpty }.map { "  \(Text.padded($0.0, 10))\($0.1)" }
    }

    static func source(_ source: ControlSource) -> String {
        let name =
            switch source.name {
            case "pedometer": "steps"
            case "none": "none, distance holds"
            default: Text.safe(source.name)
            }
        let reason = source.reason.map { ": \(Text.safe($0))" } ?? ""
        return "\(name) for \(Stopwatch.clock(source.seconds))\(reason)"
    }

    static func position(_ position: ControlPosition, _ units: Units) -> String {
        let place = position.coordinate
        let error = position.eph.map { ", ±\(units.height($0))" } ?? ""
        return "\(Decimal.fixed(place.latitude, 5)), \(Decimal.fixed(place.longitude, 5))\(error),"
            + " \(Stopwatch.rough(position.age)) ago"
    }

    static func alarm(_ alarm: ControlAlarm) -> String {
        let detail = alarm.detail.map { ": \(Text.safe($0))" } ?? ""
        switch alarm.state {
        case "armed": return "armed\(detail)"
        case "off": return "off\(detail)"
        case "muted":
            return "muted" + (alarm.mutedUntil.map { " until \(Text.safe($0))" } ?? "") + detail
        case "playing": return "playing\(detail)"
        case "failed": return "it would not be heard\(detail)"
        default: return Text.safe(alarm.state) + detail
        }
    }

    static func trial(_ trial: ControlTrial) -> String {
        let device = trial.device.map { " by \(Text.safe($0))" } ?? ""
        let time = trial.at.map { " on \(Text.safe($0))" } ?? ""
        return (trial.heard ? "heard" : "not heard") + device + time
    }

    static func sensor(_ sensor: ControlSensor) -> String {
        var parts = [Text.safe(sensor.name)]
        if !sensor.alive { parts.append("silent") }
        if let rate = sensor.rate, sensor.alive { parts.append("\(Decimal.fixed(rate, 1)) Hz") }
        if let value = sensor.value { parts.append(Text.safe(value)) }
        if let age = sensor.age, !sensor.alive { parts.append("last \(Stopwatch.rough(age)) ago") }
        if !sensor.inUse { parts.append("not in use") }
        if let detail = sensor.detail { parts.append(Text.safe(detail)) }
        return parts.joined(separator: ", ")
    }

    static func lap(_ lap: ControlLap, _ units: Units) -> String {
        let seconds = lap.to - lap.from
        return "lap \(lap.number): \(units.distance(lap.distance)) in \(Stopwatch.clock(seconds)),"
            + " \(units.pace(lap.distance / seconds))"
    }

    static func ended(_ run: ControlRun, _ units: Units) -> String {
        let pace = run.averageSpeed.map { ", \(units.pace($0))" } ?? ""
        let steps = run.steps > 0 ? ", \(run.steps) steps" : ""
        return "run \(run.number) ended: \(units.distance(run.distance)) in"
            + " \(Stopwatch.clock(run.active))\(pace)\(steps)"
    }
}
