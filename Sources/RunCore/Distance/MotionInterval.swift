/// Steps or metres that a sensor counted between two of its readings.
///
/// They are taken to be spread evenly over that time, whole step by whole step, and can be asked
/// for up to any moment. Everything is a whole number, so splitting and adding up lose nothing.
struct MotionInterval: Equatable, Sendable {
    /// The earlier reading; nothing up to this moment belongs to the interval.
    var from: Instant
    /// The later reading; everything up to this moment does.
    var to: Instant
    var steps: Int64
    /// Micrometres a step; 0 where a foot pod gave the distance.
    var stepMicrometres: Int64
    /// Micrometres that a foot pod counted.
    var podMicrometres: Int64 = 0

    struct Part: Equatable, Sendable {
        var steps: Int64 = 0
        var micrometres: Int64 = 0

        static func - (a: Part, b: Part) -> Part {
            Part(steps: a.steps - b.steps, micrometres: a.micrometres - b.micrometres)
        }

        static func += (a: inout Part, b: Part) {
            a.steps += b.steps
            a.micrometres += b.micrometres
        }

        static func -= (a: inout Part, b: Part) {
            a.steps -= b.steps
            a.micrometres -= b.micrometres
        }
    }

    var whole: Part {
        Part(steps: steps, micrometres: steps * stepMicrometres + podMicrometres)
    }

    /// What belongs to the time up to and including that moment.
    func part(upTo moment: Instant) -> Part {
        if moment >= to { return whole }
        if moment <= from { return Part() }
        let done = share(of: steps, upTo: moment)
        return Part(
            steps: done,
            micrometres: done * stepMicrometres + share(of: podMicrometres, upTo: moment))
    }

    /// What belongs to the time after `start`, up to and including `end`.
    func part(after start: Instant, upTo end: Instant) -> Part {
        part(upTo: end) - part(upTo: start)
    }

    /// The share of a whole number, rounded half up; the moment lies strictly inside.
    private func share(of total: Int64, upTo moment: Instant) -> Int64 {
        let length = UInt64((to - from).microseconds)
        let done = UInt64((moment - from).microseconds)
        let (high, low) = UInt64(total).multipliedFullWidth(by: done)
        let (sum, carry) = low.addingReportingOverflow(length / 2)
        return Int64(length.dividingFullWidth((high + (carry ? 1 : 0), sum)).quotient)
    }
}
