/// Decides which sensor's word makes the pedometer's distance: a foot pod's while it speaks, the
/// steps' otherwise, and never both for the same time.
struct Billing: Equatable, Sendable {
    /// Step intervals whose distance waits for the pod's next word.
    private var held: [MotionInterval] = []
    /// Steps have made distance up to here.
    private var billedBySteps = Instant(microseconds: .min)

    /// What to book for an interval of steps.
    /// - Parameter pod: the pod's latest report, if there was any.
    mutating func steps(_ interval: MotionInterval, pod: Instant?) -> [MotionInterval] {
        guard let pod else {
            billedBySteps = interval.to
            return [interval]
        }
        var counted = interval
        counted.stepMicrometres = 0
        held.append(interval)
        if interval.to - pod <= FootPod.silence { return [counted] }
        // The pod is gone: everything after its last word is the steps'.
        let due = held.compactMap { $0.distanceOnly(after: pod) }
        held.removeAll(keepingCapacity: true)
        billedBySteps = interval.to
        return [counted] + due
    }

    /// What to book for a report of the pod.
    mutating func pod(from: Instant, to: Instant, micrometres: Int64, steps: Int64)
        -> MotionInterval
    {
        held.removeAll { $0.to <= to }
        let start = max(from, billedBySteps)
        var interval = MotionInterval(
            from: from, to: to, steps: steps, stepMicrometres: 0, podMicrometres: micrometres)
        guard start > from, start < to else { return interval }
        let later = interval.part(after: start, upTo: to)
        interval = MotionInterval(
            from: start, to: to, steps: later.steps, stepMicrometres: 0,
            podMicrometres: later.micrometres)
        return interval
    }

    /// The part of the run ends: what waited is the steps'.
    mutating func settle(pod: Instant?) -> [MotionInterval] {
        guard let pod else { return [] }
        defer { held.removeAll() }
        return held.compactMap { $0.distanceOnly(after: pod) }
    }
}

extension MotionInterval {
    /// The metres of the steps after a moment, without the steps.
    fileprivate func distanceOnly(after moment: Instant) -> MotionInterval? {
        let start = max(from, moment)
        guard start < to else { return nil }
        let later = part(after: start, upTo: to)
        return MotionInterval(
            from: start, to: to, steps: 0, stepMicrometres: 0, podMicrometres: later.micrometres)
    }
}
