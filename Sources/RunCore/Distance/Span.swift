/// A stretch of the run with one source of distance.
///
/// Spans are contiguous, cover start to stop exactly, and their distances sum to the total.
package struct Span: Equatable, Sendable {
    package var source: Source
    package var why: SpanCause
    package var from: Instant
    package var to: Instant
    /// Measured metres; 0 for `none` and `paused`.
    package var distance: Double
    /// Metres that were only bridged by a straight line; 0 unless `none`.
    package var estimated: Double
    /// Whole steps taken within the span; 0 while paused.
    package var steps: Int
    /// Metres of a pedometer span that were rolled up at its switch.
    package var backfilled: Double

    package init(
        source: Source, why: SpanCause, from: Instant, to: Instant, distance: Double = 0,
        estimated: Double = 0, steps: Int = 0, backfilled: Double = 0
    ) {
        self.source = source
        self.why = why
        self.from = from
        self.to = to
        self.distance = distance
        self.estimated = estimated
        self.steps = steps
        self.backfilled = backfilled
    }

    package var duration: Elapsed { to - from }
}

/// A part of the run that the person, a distance or a time marked off. Laps sum to the total.
package struct Lap: Equatable, Sendable {
    package var from: Instant
    package var to: Instant
    /// Measured metres.
    package var distance: Double
    /// Time without pauses.
    package var active: Elapsed
    package var steps: Int
    package var cause: Cause

    /// What ended the lap.
    package enum Cause: String, Equatable, Sendable, CaseIterable {
        case hand
        case distance
        case time
        /// The run ended, or the lap is still going on.
        case stop
    }

    package init(
        from: Instant, to: Instant, distance: Double, active: Elapsed, steps: Int, cause: Cause
    ) {
        self.from = from
        self.to = to
        self.distance = distance
        self.active = active
        self.steps = steps
        self.cause = cause
    }
}
