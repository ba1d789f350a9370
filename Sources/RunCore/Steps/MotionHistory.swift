/// The last ten seconds of filtered motion, with the energy of any part of it at hand.
struct MotionHistory: Sendable {
    /// Values of one look at the gait: 5 s.
    static let window = 125
    /// Values that are kept: a window, as much before its middle, and a step.
    static let kept = 256

    /// Number of values since the motion began; value numbers below count from there.
    private(set) var count = 0
    private var values: [Double] = []
    /// `energy[i]`: sum of squares of the kept values before the i-th.
    private var energy: [Double] = []

    init() {
        values.reserveCapacity(2 * Self.kept)
        energy.reserveCapacity(2 * Self.kept + 1)
        energy.append(0)
    }

    /// Number of the oldest value that is still there.
    var first: Int { count - values.count }

    mutating func append(_ value: Double) {
        if values.count == 2 * Self.kept { forget() }
        values.append(value)
        energy.append(energy[energy.count - 1] + value * value)
        count += 1
    }

    mutating func clear() {
        values.removeAll(keepingCapacity: true)
        energy.removeAll(keepingCapacity: true)
        energy.append(0)
        count = 0
    }

    /// The gait in the newest window; nil if there is none, or not yet a window's worth.
    func gait(previous: Double?) -> Gait? {
        guard values.count >= Self.window else { return nil }
        return values.withUnsafeBufferPointer { all in
            let newest = UnsafeBufferPointer(rebasing: all[(all.count - Self.window)...])
            return Gait.find(in: newest, previous: previous)
        }
    }

    /// Whether the body moved at that value: the strength over two steps around it is at least
    /// 40 % of the gait's.
    func isActive(_ number: Int, in gait: Gait) -> Bool {
        let reach = max(4, Int((gait.period * EvenSampler.rate).rounded()))
        let from = max(0, number - reach - first)
        let to = min(values.count, number + reach - first)
        guard to > from else { return false }
        let mean = (energy[to] - energy[from]) / Double(to - from)
        return mean >= 0.16 * gait.strength * gait.strength
    }

    /// Steps between two values, those without motion left out.
    func steps(in range: Range<Int>, of gait: Gait) -> Double {
        let active = range.reduce(into: 0) { sum, number in
            sum += isActive(number, in: gait) ? 1 : 0
        }
        return Double(active) / EvenSampler.rate / gait.period
    }

    private mutating func forget() {
        values.removeFirst(values.count - Self.kept)
        energy.removeAll(keepingCapacity: true)
        energy.append(0)
        for value in values { energy.append(energy[energy.count - 1] + value * value) }
    }
}
