private import func Glibc.cos
private import func Glibc.sin

/// A constant-velocity Kalman filter with a Rauch-Tung-Striebel pass over its last seconds.
///
/// Both axes share one covariance, because errors and motion are the same in both. The backward
/// pass runs once for several fixes, so that its cost is that of two or three steps a fix.
struct Smoother: Equatable, Sendable {
    /// A fix in the filter: what was known before it, and after it.
    struct Node: Equatable, Sendable {
        var anchor: Anchor
        /// Seconds since the node before.
        var seconds = 0.0
        var predicted = Motion()
        var filtered = Motion()
        var smoothed = Motion()
        /// Variance of position, covariance, variance of velocity: before and after the fix.
        var prior = SIMD3<Double>()
        var posterior = SIMD3<Double>()
    }

    /// Position in metres and velocity in m/s: x, y, vx, vy.
    typealias Motion = SIMD4<Double>

    private(set) var nodes: [Node] = []
    private(set) var plane: LocalPlane

    /// Acceleration noise in m²/s³: at rest, and what the cube of the speed adds. Fast motion turns
    /// quickly and is long against the errors; slow motion is the opposite and is smoothed more.
    private static let acceleration = (rest: 0.02, perSpeedCubed: 0.02)

    init(_ first: Anchor) {
        plane = LocalPlane(at: first.place)
        var node = Node(anchor: first)
        let variance = Self.variance(first)
        node.posterior = SIMD3(variance, 0, 4)
        if let velocity = Self.velocity(first.fix) {
            node.filtered = Motion(0, 0, velocity.x, velocity.y)
            node.posterior = SIMD3(variance, 0, 1)
        }
        node.smoothed = node.filtered
        nodes.append(node)
    }

    /// Variance of a position per axis in m².
    static func variance(_ anchor: Anchor) -> Double {
        max(1, anchor.radius * anchor.radius / 2.3)
    }

    /// East and north in m/s, if the receiver gives both speed and direction.
    static func velocity(_ fix: Fix) -> (x: Double, y: Double)? {
        guard let speed = fix.speed, let track = fix.track, speed.isFinite, track.isFinite,
            0...50 ~= speed
        else { return nil }
        let radians = track * Double.pi / 180
        return (speed * sin(radians), speed * cos(radians))
    }

    /// Takes the next fix.
    /// - Parameter velocity: east and north in m/s with its variance, where it is to be believed.
    mutating func append(_ anchor: Anchor, velocity: (x: Double, y: Double, variance: Double)?) {
        let last = nodes[nodes.count - 1]
        let dt = max(1e-3, (anchor.time - last.anchor.time).seconds)
        var node = Node(anchor: anchor)
        node.seconds = dt
        let f = last.filtered
        node.predicted = Motion(f[0] + dt * f[2], f[1] + dt * f[3], f[2], f[3])
        let speedSquared = min(f[2] * f[2] + f[3] * f[3], 36)
        let q =
            Self.acceleration.rest
            + Self.acceleration.perSpeedCubed * speedSquared * speedSquared.squareRoot()
        let p = last.posterior
        node.prior = SIMD3(
            p[0] + 2 * dt * p[1] + dt * dt * p[2] + q * dt * dt * dt / 3,
            p[1] + dt * p[2] + q * dt * dt / 2, p[2] + q * dt)
        correct(&node)
        if let velocity { Self.correct(&node, velocity) }
        node.smoothed = node.filtered
        nodes.append(node)
    }

    private func correct(_ node: inout Node) {
        let measured = plane.point(node.anchor.place)
        let p = node.prior
        let gain = 1 / (p[0] + Self.variance(node.anchor))
        let k0 = p[0] * gain
        let k1 = p[1] * gain
        let rest = (measured.x - node.predicted[0], measured.y - node.predicted[1])
        node.filtered =
            node.predicted + Motion(k0 * rest.0, k0 * rest.1, k1 * rest.0, k1 * rest.1)
        node.posterior = SIMD3(p[0] * (1 - k0), p[1] * (1 - k0), p[2] - k1 * p[1])
    }

    private static func correct(
        _ node: inout Node, _ velocity: (x: Double, y: Double, variance: Double)
    ) {
        let p = node.posterior
        let gain = 1 / (p[2] + velocity.variance)
        let k0 = p[1] * gain
        let k1 = p[2] * gain
        let rest = (velocity.x - node.filtered[2], velocity.y - node.filtered[3])
        node.filtered += Motion(k0 * rest.0, k0 * rest.1, k1 * rest.0, k1 * rest.1)
        node.posterior = SIMD3(p[0] - k0 * p[1], p[1] * (1 - k1), p[2] * (1 - k1))
    }

    /// Smooths every node with what the later ones know.
    mutating func smooth() {
        var index = nodes.count - 1
        nodes[index].smoothed = nodes[index].filtered
        while index > 0 {
            let next = nodes[index]
            index -= 1
            let p = nodes[index].posterior
            let dt = next.seconds
            // Gain: posterior × transition × inverse of the next prior.
            let a = p[0] + dt * p[1]
            let b = p[1] + dt * p[2]
            let m = next.prior
            let inverse = 1 / (m[0] * m[2] - m[1] * m[1])
            let c00 = (a * m[2] - p[1] * m[1]) * inverse
            let c01 = (p[1] * m[0] - a * m[1]) * inverse
            let c10 = (b * m[2] - p[2] * m[1]) * inverse
            let c11 = (p[2] * m[0] - b * m[1]) * inverse
            let d = next.smoothed - next.predicted
            nodes[index].smoothed =
                nodes[index].filtered
                + Motion(
                    c00 * d[0] + c01 * d[2], c00 * d[1] + c01 * d[3], c10 * d[0] + c11 * d[2],
                    c10 * d[1] + c11 * d[3])
        }
    }

    /// Forgets the first nodes, and lays the plane anew when they have led away.
    mutating func dropFirst(_ count: Int) {
        nodes.removeFirst(count)
        guard let first = nodes.first else { return }
        let position = first.filtered
        guard abs(position[0]) > LocalPlane.reach || abs(position[1]) > LocalPlane.reach
        else { return }
        let new = LocalPlane(at: plane.place(x: position[0], y: position[1]))
        let scale = (x: new.east / plane.east, y: new.north / plane.north)
        let shift = Motion(position[0] * scale.x, position[1] * scale.y, 0, 0)
        let factor = Motion(scale.x, scale.y, 1, 1)
        plane = new
        for index in nodes.indices {
            nodes[index].predicted = nodes[index].predicted * factor - shift
            nodes[index].filtered = nodes[index].filtered * factor - shift
            nodes[index].smoothed = nodes[index].smoothed * factor - shift
        }
    }
}
