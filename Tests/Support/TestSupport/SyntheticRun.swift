private import func Glibc.cos
private import func Glibc.sin

/// A run over ground that is known exactly: laps of an oval at an even pace, with steps.
///
/// Everything follows from the time since its start, so two readers of the same run agree.
package struct SyntheticRun: Sendable {
    /// Metres per second.
    package var speed = 3.0
    /// Metres a step.
    package var stepLength = 1.1
    /// Radius of the loop in metres.
    package var radius = 120.0
    /// Where the loop begins, degrees.
    package var latitude = 45.5
    package var longitude = 7.25
    /// What the step counter shows at the start.
    package var firstStep = 5_000
    /// Stretches in which the receiver sees no satellite, seconds since the start.
    package var tunnels: [Range<Double>] = []
    /// Civil time of the start, seconds since 1970.
    package var wall = 1_780_300_800.0

    package init() {}

    /// Metres since the start, along the ground.
    package func distance(at seconds: Double) -> Double { speed * max(0, seconds) }

    /// What the step counter shows.
    package func steps(at seconds: Double) -> Int {
        firstStep + Int(distance(at: seconds) / stepLength)
    }

    package func isUnderground(at seconds: Double) -> Bool {
        tunnels.contains { $0.contains(seconds) }
    }

    /// What the receiver says at that time: nothing at all in a tunnel.
    package func epoch(at seconds: Double) -> NMEAEpoch? {
        if isUnderground(at: seconds) { return nil }
        let angle = distance(at: seconds) / radius
        let north = radius * sin(angle)
        let east = radius * (1 - cos(angle))
        let heading = (angle * 180 / .pi).truncatingRemainder(dividingBy: 360)
        return NMEAEpoch(
            time: wall + seconds,
            latitude: latitude + north / metresPerDegreeNorth,
            longitude: longitude + east / metresPerDegreeEast,
            altitude: 900 + 10 * sin(angle), speed: speed, track: heading)
    }

    /// Length of a degree on WGS-84 at `latitude`, to 0.1 m (series of NIMA TR8350.2).
    private var metresPerDegreeNorth: Double {
        let phi = latitude * .pi / 180
        return 111_132.92 - 559.82 * cos(2 * phi) + 1.175 * cos(4 * phi)
    }

    private var metresPerDegreeEast: Double {
        let phi = latitude * .pi / 180
        return 111_412.84 * cos(phi) - 93.5 * cos(3 * phi) + 0.118 * cos(5 * phi)
    }
}
