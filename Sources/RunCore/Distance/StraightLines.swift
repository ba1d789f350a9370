private import func Glibc.atan2

/// Finds straight parts of the smoothed way that are long against its noise.
///
/// The way is cut into chords of some length. The middle one of three that head the same way is
/// straight; its length is corrected for what little it bends, and for what noise adds.
struct StraightLines: Equatable, Sendable {
    struct Line: Equatable, Sendable {
        var metres: Double
        var readings: Odometers.Readings
    }

    private struct Chord: Equatable, Sendable {
        var x = 0.0
        var y = 0.0
        var seconds = 0.0
        var readings = Odometers.Readings(way: 0, doppler: 0, steps: 0)

        var length: Double { (x * x + y * y).squareRoot() }
        var heading: Double { atan2(x, y) }
    }

    private var open = Chord()
    private var chords: [Chord] = []
    /// Variance of a point across the way in m², learnt from what straight lines deviate.
    private var variance: Double?

    /// Metres a second along the latest chords.
    private var pace: Double?

    /// Seconds that a chord takes at least.
    private static let shortest = 4.0
    /// Radians that the neighbours may head apart.
    private static let straight = 0.6
    /// Seconds after which a chord is given up: the person stood.
    private static let patience = 100.0
    /// Metres of a chord over metres of 68 % error, and bounds in metres.
    private static let lengthPerRadius = 6.0
    private static let bounds = 20.0...60.0

    /// Takes the next part of the way: metres east and north, with what the odometers show.
    /// - Returns: a straight line that it completes.
    mutating func take(
        x: Double, y: Double, seconds: Double, radius: Double, isStanding: Bool,
        _ readings: Odometers.Readings
    ) -> Line? {
        if isStanding {
            interrupt()
            return nil
        }
        open.x += x
        open.y += y
        open.seconds += seconds
        open.readings.way += readings.way
        open.readings.doppler = Self.sum(open.readings.doppler, readings.doppler)
        open.readings.steps = Self.sum(open.readings.steps, readings.steps)
        let wanted = min(
            max(Self.lengthPerRadius * radius, Self.bounds.lowerBound), Self.bounds.upperBound)
        // A chord is closed by time: closing it by its length would favour errors that lengthen it.
        let isDone = pace.map { open.seconds * $0 >= wanted } ?? (open.readings.way >= wanted)
        if isDone, open.seconds >= Self.shortest {
            let latest = max(open.length / open.seconds, 0.3)
            pace = pace.map { $0 + 0.3 * (latest - $0) } ?? latest
            chords.append(open)
            open = Chord()
            return complete()
        }
        if open.seconds > Self.patience { interrupt() }
        return nil
    }

    /// The way is broken here.
    mutating func interrupt() {
        open = Chord()
        chords.removeAll(keepingCapacity: true)
    }

    private mutating func complete() -> Line? {
        guard chords.count == 3 else { return nil }
        defer { chords.removeFirst() }
        let before = Self.turn(from: chords[0].heading, to: chords[1].heading)
        let after = Self.turn(from: chords[1].heading, to: chords[2].heading)
        guard abs(before) < Self.straight, abs(after) < Self.straight else { return nil }
        let middle = chords[1]
        // Noise of a point enters the change of turning with 1, 3, 3, 1: twenty times its variance.
        // A steady bend does not enter at all.
        let change = (after - before) * middle.length
        let sample = min(change * change / 20, 50)
        variance = variance.map { $0 + 0.1 * (sample - $0) } ?? sample
        // Noise at both ends lengthens a chord; a bend makes it shorter than its arc.
        let bend = (before + after) / 2
        let metres =
            middle.length * (1 + bend * bend / 24) - (variance ?? 0) / middle.length
        return Line(metres: metres, readings: middle.readings)
    }

    private static func sum(_ a: Double?, _ b: Double?) -> Double? {
        guard let a, let b else { return nil }
        return a + b
    }

    private static func turn(from a: Double, to b: Double) -> Double {
        var turn = b - a
        if turn > Double.pi { turn -= 2 * Double.pi }
        if turn < -Double.pi { turn += 2 * Double.pi }
        return turn
    }
}
