/// Turns a foot pod's reports into metres between two of them.
///
/// Its own distance is the better one; where it only knows speed, that is integrated over short
/// times. Without a step counter its cadence counts the steps.
struct FootPod: Equatable, Sendable {
    private(set) var coverageStart: Instant?
    private(set) var latest: Instant?
    private var distance: Double?
    private var speed: Double?
    private var cadence: Double?
    /// A part of a step that is not whole yet.
    private var restOfStep = 0.0

    /// A pod that said nothing for longer is out of reach.
    static let silence = Elapsed(seconds: 5)
    private static let maxSpeed = 12.0

    /// Micrometres and steps since the report before; nil for the first, and for late ones.
    mutating func take(_ reading: FootReading, at time: Instant) -> (
        from: Instant, micrometres: Int64, steps: Int64
    )? {
        let valid = [reading.distance, reading.speed].contains {
            $0.map { $0.isFinite && $0 >= 0 } ?? false
        }
        guard valid else { return nil }
        defer {
            coverageStart = coverageStart ?? time
            latest = max(latest ?? time, time)
            distance = reading.distance
            speed = reading.speed
            cadence = reading.cadence
        }
        guard let before = latest, time > before else { return nil }
        let seconds = (time - before).seconds
        guard let metres = metres(to: reading, seconds: seconds) else { return nil }
        var steps: Int64 = 0
        if let a = cadence, let b = reading.cadence, seconds <= Self.silence.seconds,
            a.isFinite, b.isFinite, 0...400 ~= a, 0...400 ~= b
        {
            restOfStep += (a + b) / 120 * seconds
            steps = Int64(restOfStep)
            restOfStep -= Double(steps)
        }
        return (before, Int64((metres * 1e6).rounded()), steps)
    }

    private func metres(to reading: FootReading, seconds: Double) -> Double? {
        let limit = Self.maxSpeed * seconds + 5
        if let distance, let new = reading.distance, 0...limit ~= new - distance {
            return new - distance
        }
        guard seconds <= Self.silence.seconds, let speed, let new = reading.speed,
            0...limit ~= (speed + new) / 2 * seconds
        else { return nil }
        return (speed + new) / 2 * seconds
    }
}
