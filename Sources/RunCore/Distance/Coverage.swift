/// The time that step sensors can speak for: from their first reading until they fall silent.
struct Coverage: Equatable, Sendable {
    /// The first reading; nil if there is no living sensor.
    var start: Instant?
    /// The latest reading.
    var latest: Instant?
    /// How long a sensor may say nothing before it counts as silent.
    var silence: Elapsed

    /// A sensor that first speaks this soon after an outage began covers it from its beginning:
    /// it was there when the loss was declared.
    var grace = Elapsed.zero

    /// The covered part of an outage; nil if none of it is.
    func range(in from: Instant, _ to: Instant) -> (start: Instant, end: Instant)? {
        guard let start, let latest, start < to else { return nil }
        let begin = start - from <= grace ? from : start
        let end = to - latest > silence ? max(latest, from) : to
        return begin < end ? (begin, end) : nil
    }

    /// The coverage of either sensor.
    func joined(with other: Coverage) -> Coverage {
        guard let otherStart = other.start, let otherLatest = other.latest else { return self }
        guard let start, let latest else { return other }
        return Coverage(
            start: min(start, otherStart), latest: max(latest, otherLatest), silence: silence,
            grace: grace)
    }
}
