/// How long the battery will last at the present drain, and when to warn of its end.
package struct BatteryOutlook: Equatable, Sendable {
    /// The drain is taken over this long at most, s: a screen switched off counts soon.
    private static let memory = 1800.0
    /// The charge must have fallen this far before it says anything of the drain, %.
    private static let leastFall = 2.0
    /// The warning comes anew when the charge has been this far above the level, %.
    private static let recovery = 5.0

    package private(set) var reading: BatteryReading?
    /// Charge over time since the battery began to empty, oldest first.
    private var past: [Charge] = []
    private var isWarned = false

    private struct Charge: Equatable, Sendable {
        var time: Instant
        var percent: Double
    }

    package init() {}

    /// Takes a reading; one that is impossible is ignored.
    /// - Parameter level: percent below which somebody wants to be warned; nil for never.
    /// - Returns: whether this is the moment to warn.
    package mutating func add(
        _ reading: BatteryReading, at now: Instant, warnBelow level: Double? = nil
    ) -> Bool {
        guard reading.percent >= 0, reading.percent <= 100 else { return false }
        self.reading = reading
        remember(Charge(time: now, percent: reading.percent))
        guard let level else { return false }
        if !reading.isDischarging || reading.percent > level + Self.recovery { isWarned = false }
        guard reading.isDischarging, reading.percent <= level, !isWarned else { return false }
        isWarned = true
        return true
    }

    /// No battery any more.
    package mutating func lose() { self = BatteryOutlook() }

    /// Time until empty, while it empties: as the system reckons it, else energy by power, else
    /// from the fall of the charge.
    package var remaining: Elapsed? {
        guard let reading, reading.isDischarging else { return nil }
        if let seconds = reading.secondsLeft, seconds > 0 { return Self.believable(seconds) }
        if let energy = reading.wattHours, let power = reading.watts, energy > 0, power > 0.01 {
            return Self.believable(energy / power * 3600)
        }
        guard let first = past.first, let last = past.last else { return nil }
        let fall = first.percent - last.percent
        let seconds = (last.time - first.time).seconds
        guard fall >= Self.leastFall, seconds > 60 else { return nil }
        return Self.believable(last.percent / fall * seconds)
    }

    /// For people: `battery 63 %, about 4 h left`; nil without a battery.
    package var text: String? {
        guard let reading else { return nil }
        let percent = "battery \(Int(reading.percent.rounded())) %"
        guard reading.isDischarging else { return percent + ", charging or full" }
        guard let remaining else { return percent }
        let minutes = Int((remaining.seconds / 60).rounded())
        // Nobody believes minutes of hours; half hours up to three, then whole ones.
        switch minutes {
        case ..<60: return percent + ", about \(max(5, (minutes + 2) / 5 * 5)) min left"
        case ..<180:
            let halves = (minutes + 15) / 30
            let half = halves.isMultiple(of: 2) ? "" : ".5"
            return percent + ", about \(halves / 2)\(half) h left"
        default: return percent + ", about \((minutes + 30) / 60) h left"
        }
    }

    private mutating func remember(_ charge: Charge) {
        guard reading?.isDischarging == true else {
            past.removeAll()
            return
        }
        // A charge that rises, or a clock that goes back, begins anew.
        if let last = past.last, charge.percent > last.percent || charge.time < last.time {
            past.removeAll()
        }
        // Gauges round: a charge is exact at the moment at which it is new.
        if past.last?.percent != charge.percent { past.append(charge) }
        past.removeAll { (charge.time - $0.time).seconds > Self.memory }
    }

    /// More than a month is a mistake of the gauge.
    private static func believable(_ seconds: Double) -> Elapsed? {
        seconds.isFinite && seconds < 30 * 86_400 ? Elapsed(seconds: seconds) : nil
    }
}
