private import func Glibc.cos
private import func Glibc.sin

/// A way through the plane as people walk it: straight parts, bends and corners.
struct Course {
    private var heading: Double
    /// Radians a metre, and how many metres it lasts.
    private var curvature = 0.0
    private var left = 0.0
    private(set) var x = 0.0
    private(set) var y = 0.0

    init(_ random: inout SplitMix64) { heading = 2 * Double.pi * random.unit() }

    var direction: (x: Double, y: Double) { (sin(heading), cos(heading)) }

    /// Goes on by a short distance in metres.
    mutating func advance(_ metres: Double, _ random: inout SplitMix64) {
        left -= metres
        if left <= 0 { choose(&random) }
        heading += curvature * metres
        x += metres * sin(heading)
        y += metres * cos(heading)
    }

    private mutating func choose(_ random: inout SplitMix64) {
        switch random.unit() {
        case ..<0.45:
            curvature = 0
            left = 40 + 160 * random.unit()
        case ..<0.75:
            // A bend of 20 to 60 m radius.
            curvature = (random.chance(0.5) ? 1 : -1) / (20 + 40 * random.unit())
            left = 20 + 40 * random.unit()
        default:
            // A corner, taken within two metres.
            curvature = (random.chance(0.5) ? 1 : -1) * Double.pi / 4
            left = 2
        }
    }
}
