/// Counts steps in raw acceleration, however the sensor lies: a pedometer for a phone without one.
///
/// Twice a second it looks for a gait in the last five seconds and counts the middle of them by
/// its period, so neither a missed peak nor a double one changes the count. A gait must hold
/// for about ten seconds before it counts; then all of it counts, from its first step.
/// Takes 15 to 200 samples a second, with jitter and gaps. No allocation a sample.
package struct StepDetector: Sendable {
    /// Values from one look to the next: 0.48 s.
    private static let pace = 12
    /// Quality that speaks neither for nor against a gait, and the most that one look can show.
    private static let neutralQuality = 0.44
    private static let bestQuality = 0.6
    /// Evidence before a gait counts: ten good looks, or more of middling ones.
    private static let proof = 1.5
    /// Quality below which a look says nothing.
    private static let leastQuality = 0.3
    /// Looks without a gait that do not yet end one: a stumble, a turn.
    private static let patience = 2

    private enum Phase {
        case still
        /// A gait that has not held long enough; `steps` are held back until it has.
        case promising(Gait, from: Int, steps: Double, evidence: Double)
        case walking(Gait, doubts: Int)
    }

    private var sampler = EvenSampler()
    private var band = GaitBand()
    private var history = MotionHistory()
    private var phase = Phase.still
    private var sinceLook = 0
    private var counted = 0.0
    /// The moment at which the newest value ends, in microseconds.
    private var edge: Int64 = 0

    package init() {}

    /// Steps so far, both feet.
    package var steps: Int { Int((counted + 0.5).rounded(.down)) }

    /// Steps up to this moment are all in `steps`; nil before the first sample.
    package private(set) var settled: Instant?

    /// - Parameter instant: when the acceleration was measured; samples that are not newer than
    ///   the last are ignored, more than a second without one ends a gait.
    /// - Returns: how many steps this sample made certain.
    package mutating func add(_ acceleration: Acceleration, at instant: Instant) -> Int {
        let before = steps
        switch sampler.add(acceleration, at: instant) {
        case .ignored: return 0
        case .began:
            endGait()
            restart(at: instant)
        case .taken(bins: 0): return 0
        case .taken:
            for mean in sampler.means { take(mean) }
        }
        return steps - before
    }

    /// Counts what was held back because more could have come: call at the end of a run, at a
    /// pause, and when the sensor is given up.
    package mutating func finish() -> Int {
        let before = steps
        endGait()
        if settled != nil { restart(at: Instant(microseconds: edge)) }
        return steps - before
    }

    private mutating func restart(at instant: Instant) {
        history.clear()
        band.clear()
        phase = .still
        sinceLook = 0
        edge = instant.microseconds
        settled = instant
    }

    private mutating func take(_ mean: Double) {
        history.append(band.pass(mean))
        edge += EvenSampler.bin
        sinceLook += 1
        guard sinceLook >= Self.pace, history.count >= MotionHistory.window else { return }
        sinceLook = 0
        look()
    }

    /// The values that this look decides: the middle of the window.
    private var middle: Range<Int> {
        let start = history.count - MotionHistory.window / 2 - Self.pace / 2
        return start..<(start + Self.pace)
    }

    private mutating func look() {
        switch phase {
        case .still: lookWhileStill(history.gait(previous: nil))
        case .promising(let gait, let from, let steps, let evidence):
            let found = history.gait(previous: gait.period)
            if let found, confirms(found, gait) {
                let sum = steps + history.steps(in: middle, of: found)
                prove(found, from: from, steps: sum, evidence)
            } else if evidence > Self.neutralQuality {
                let sum = steps + history.steps(in: middle, of: gait)
                let left = evidence - Self.neutralQuality
                phase = .promising(gait, from: from, steps: sum, evidence: left)
            } else {
                lookWhileStill(found)
            }
        case .walking(let gait, let doubts):
            lookWhileWalking(gait, doubts)
        }
    }

    private mutating func lookWhileStill(_ found: Gait?) {
        guard let found, found.quality >= Self.leastQuality else {
            phase = .still
            settle(at: middle.lowerBound - MotionHistory.window)
            return
        }
        var from = middle.lowerBound
        let oldest = max(decided, from - MotionHistory.window)
        while from > oldest, history.isActive(from - 1, in: found) { from -= 1 }
        settle(at: from)
        let steps = history.steps(in: from..<middle.upperBound, of: found)
        prove(found, from: from, steps: steps, 0)
    }

    private mutating func prove(
        _ gait: Gait, from: Int, steps: Double, _ evidence: Double
    ) {
        let shown = min(gait.quality, Self.bestQuality) - Self.neutralQuality
        let evidence = max(0, evidence + shown)
        if evidence >= Self.proof {
            counted += steps
            phase = .walking(gait, doubts: 0)
            settle(at: middle.upperBound)
        } else {
            phase = .promising(gait, from: from, steps: steps, evidence: evidence)
        }
    }

    private mutating func lookWhileWalking(_ gait: Gait, _ doubts: Int) {
        let found = history.gait(previous: gait.period)
        guard let found, confirms(found, gait) else {
            guard doubts < Self.patience else { return endGait() }
            counted += history.steps(in: middle, of: gait)
            phase = .walking(gait, doubts: doubts + 1)
            settle(at: middle.upperBound)
            return
        }
        counted += history.steps(in: middle, of: found)
        phase = .walking(found, doubts: 0)
        settle(at: middle.upperBound)
    }

    private func confirms(_ found: Gait, _ gait: Gait) -> Bool {
        found.quality >= Self.leastQuality && abs(found.period / gait.period - 1) < 0.25
    }

    /// Counts on to the last moment that still belongs to the gait, and is still then.
    private mutating func endGait() {
        defer { phase = .still }
        guard case .walking(let gait, _) = phase else { return }
        let from = decided
        var end = from
        while end < history.count, history.isActive(end, in: gait) { end += 1 }
        counted += history.steps(in: from..<end, of: gait)
        settle(at: end)
    }

    /// Number of the value up to which all is counted.
    private var decided: Int {
        guard let settled else { return history.count }
        let values = (edge - settled.microseconds) / EvenSampler.bin
        return max(history.first, history.count - Int(values))
    }

    private mutating func settle(at number: Int) {
        let missing = Int64(history.count - number)
        let moment = Instant(microseconds: edge - missing * EvenSampler.bin)
        if let settled, moment <= settled { return }
        settled = moment
    }
}
