/// Makes the way of smoothed fixes, and measures it with every odometer that has earned it.
///
/// Live, a fix counts as far as the filter knows; it becomes final when the fixes of the next
/// seconds have been heard.
struct FilteredPath: Equatable, Sendable {
    private var smoother: Smoother?
    private var odometers = Odometers()
    private var lines = StraightLines()
    /// The place of the last final fix.
    private var place: Coordinate?
    private var isStanding = false
    /// Metres from the last final fix to the latest one, as far as known.
    private(set) var pending = 0.0

    /// How long a fix waits for later ones, and how many are made final in one go.
    private static let lag = Elapsed(seconds: 12)
    private static let block = Elapsed(seconds: 8)
    /// Never more nodes than this, whatever the rate.
    private static let capacity = 128
    /// The share that such errors add at 1 m/s, over the square of their 68 % radius in metres.
    private static let wander = 0.0004
    /// Seconds over which Doppler speed may be integrated.
    private static let dopplerGap = 3.0

    mutating func begin(_ anchor: Anchor) {
        smoother = Smoother(anchor)
        place = anchor.place
        lines.interrupt()
        isStanding = false
        pending = 0
    }

    /// Takes the next fix. Pieces that become final are appended.
    mutating func extend(
        _ anchor: Anchor, _ steps: StepView, into ready: inout [PathEstimator.Piece]
    ) {
        let velocity = velocity(anchor.fix)
        smoother?.append(anchor, velocity: velocity)
        guard let count = smoother?.nodes.count, let node = smoother?.nodes[count - 1],
            let first = smoother?.nodes[1]
        else { return }
        pending += Self.pendingMetres(node)
        let wait = anchor.time - first.anchor.time
        if wait >= Self.lag + Self.block || count >= Self.capacity {
            settle(upTo: anchor.time - Self.lag, steps, into: &ready)
        }
    }

    mutating func finish(_ steps: StepView, into ready: inout [PathEstimator.Piece]) {
        settle(upTo: .distantFuture, steps, into: &ready)
        smoother = nil
        pending = 0
    }

    /// Metres per second now.
    var speed: Double? {
        guard let node = smoother?.nodes.last else { return nil }
        let speed = Self.speed(node.filtered)
        return speed < Standstill.leaving ? 0 : speed
    }

    private static func speed(_ motion: Smoother.Motion) -> Double {
        (motion[2] * motion[2] + motion[3] * motion[3]).squareRoot()
    }

    /// The share by which errors that outlast the smoothing lengthen the way, before anything is
    /// known of this receiver: they weigh more the slower one goes.
    private static func wander(radius: Double, speed: Double) -> Double {
        let pace = max(speed, 0.6)
        return min(Self.wander * radius * radius / (pace * pace * pace), 0.12)
    }

    /// Radians a second between two smoothed motions.
    private static func turning(_ a: Smoother.Node, _ b: Smoother.Node) -> Double {
        let product = speed(a.smoothed) * speed(b.smoothed)
        guard product > 0 else { return 0 }
        let cross = a.smoothed[2] * b.smoothed[3] - a.smoothed[3] * b.smoothed[2]
        return abs(cross) / product / b.seconds
    }

    /// Mean Doppler speed of a fix and the next ones; nil if one of them has none.
    private static func doppler(_ smoother: Smoother, _ index: Int) -> Double? {
        let nodes = smoother.nodes[index..<min(index + 7, smoother.nodes.count)]
        var sum = 0.0
        for node in nodes {
            guard let speed = node.anchor.fix.speed, speed.isFinite else { return nil }
            sum += speed
        }
        return sum / Double(nodes.count)
    }

    private static func pendingMetres(_ node: Smoother.Node) -> Double {
        let speed = speed(node.filtered)
        return speed < Standstill.leaving ? 0 : speed * node.seconds
    }

    /// Doppler velocity as far as its learnt scale deserves.
    private func velocity(_ fix: Fix) -> (x: Double, y: Double, variance: Double)? {
        guard let factor = odometers.dopplerFactor, let velocity = Smoother.velocity(fix)
        else { return nil }
        let error = max(0.3, (fix.eps ?? 0) / 2)
        return (velocity.x * factor, velocity.y * factor, error * error)
    }

    private mutating func settle(
        upTo limit: Instant, _ steps: StepView, into ready: inout [PathEstimator.Piece]
    ) {
        guard var smoother, smoother.nodes.count > 1 else { return }
        self.smoother = nil
        smoother.smooth()
        var done = 0
        while done + 1 < smoother.nodes.count, smoother.nodes[done + 1].anchor.time <= limit {
            ready.append(piece(smoother, done + 1, steps))
            done += 1
        }
        if done > 0 { smoother.dropFirst(done) }
        pending = smoother.nodes.dropFirst().reduce(0) { $0 + Self.pendingMetres($1) }
        self.smoother = smoother
    }

    private mutating func piece(
        _ smoother: Smoother, _ index: Int, _ steps: StepView
    ) -> PathEstimator.Piece {
        let node = smoother.nodes[index]
        let before = smoother.nodes[index - 1]
        let start = smoother.plane.point(place ?? node.anchor.place)
        let x = node.smoothed[0] - start.x
        let y = node.smoothed[1] - start.y
        let smoothed = smoother.plane.place(x: node.smoothed[0], y: node.smoothed[1])
        place = smoothed
        let speed = Self.speed(node.smoothed)
        var readings = Odometers.Readings(way: (x * x + y * y).squareRoot())
        if node.seconds <= Self.dopplerGap, let a = before.anchor.fix.speed,
            let b = node.anchor.fix.speed, a.isFinite, b.isFinite, 0...50 ~= a, 0...50 ~= b
        {
            readings.doppler = (a + b) / 2 * node.seconds
        }
        readings.steps = steps.count(after: before.anchor.time, upTo: node.anchor.time)
        isStanding = Standstill.decide(
            wasStanding: isStanding, speed: speed, doppler: Self.doppler(smoother, index),
            at: node.anchor.time, steps)
        let line = lines.take(
            x: x, y: y, seconds: node.seconds, radius: node.anchor.radius,
            isStanding: isStanding, readings)
        if let line { odometers.learn(line.metres, line.readings) }
        return PathEstimator.Piece(
            from: before.anchor.time, to: node.anchor.time,
            metres: isStanding
                ? 0
                : odometers.metres(
                    readings, turning: Self.turning(before, node),
                    wander: Self.wander(radius: node.anchor.radius, speed: speed)),
            anchor: node.anchor,
            smoothed: smoothed, speed: isStanding ? 0 : speed, beginsSegment: false)
    }
}
