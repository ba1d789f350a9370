private import func Glibc.pow

/// Ascent and descent from one source of height.
///
/// Heights are smoothed over some fixes, and only a change beyond the noise counts: the last
/// turning point follows at a distance. Air pressure, where there is any, is far better than fixes
/// and replaces them; the two are never mixed.
struct Elevation: Equatable, Sendable {
    /// Metres above mean sea level, smoothed.
    private(set) var altitude: Double?
    private(set) var ascent = 0.0
    private(set) var descent = 0.0
    /// The height at the last change that counted.
    private var reference: Double?
    private var last: Instant?
    private var usesPressure = false
    /// Height by pressure is relative: this makes it the height of the fixes.
    private var offset: Double?
    private var fixAltitude: Double?

    /// Metres that a change must reach, and the time constant in seconds of the smoothing.
    private static let byFix = (threshold: 5.0, smoothing: 12.0)
    private static let byPressure = (threshold: 1.5, smoothing: 6.0)
    /// A smoothed height starts anew after such a gap.
    private static let gap = Elapsed(seconds: 60)
    /// Metres a second that nobody climbs or falls: the datum changed.
    private static let fastest = 8.0

    mutating func take(_ metres: Double?, at time: Instant) {
        guard let metres, metres.isFinite, -500...9500 ~= metres else { return }
        fixAltitude = metres
        guard !usesPressure else { return }
        smooth(metres, at: time, Self.byFix)
    }

    mutating func take(_ reading: PressureReading, at time: Instant) {
        guard 20_000...115_000 ~= reading.pascal else { return }
        let relative = Self.height(pascal: reading.pascal)
        if !usesPressure {
            usesPressure = true
            offset = fixAltitude.map { $0 - relative }
            reference = nil
            last = nil
        } else if offset == nil, let fixAltitude {
            let shift = fixAltitude - relative
            offset = shift
            altitude = altitude.map { $0 + shift }
            reference = reference.map { $0 + shift }
        }
        smooth(relative + (offset ?? 0), at: time, Self.byPressure)
    }

    /// Pauses, outages: the height goes on, but nothing is climbed in between.
    mutating func interrupt() {
        reference = nil
        last = nil
    }

    private mutating func smooth(
        _ metres: Double, at time: Instant, _ filter: (threshold: Double, smoothing: Double)
    ) {
        guard let before = altitude, let last, time - last <= Self.gap, reference != nil else {
            altitude = metres
            self.last = time
            reference = metres
            return
        }
        let seconds = (time - last).seconds
        guard seconds > 0 else { return }
        self.last = time
        // One report of another datum must not pull; a lasting one starts anew after the gap.
        guard abs(metres - before) <= Self.fastest * seconds + 3 * filter.threshold else {
            self.last = last
            return
        }
        let smoothed = before + (metres - before) * seconds / (seconds + filter.smoothing)
        altitude = smoothed
        count(smoothed, filter.threshold)
    }

    private mutating func count(_ metres: Double, _ threshold: Double) {
        guard let base = reference else { return }
        let change = metres - base
        guard abs(change) >= threshold else { return }
        if change > 0 { ascent += change } else { descent -= change }
        reference = metres
    }

    /// Metres by the standard atmosphere, good for differences.
    private static func height(pascal: Double) -> Double {
        44_330.77 * (1 - pow(pascal / 101_325, 0.190263))
    }
}
