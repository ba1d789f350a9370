/// What the engine tells the outside after an event or a deadline.
package enum Effect: Equatable, Sendable {
    /// A point of the track is final.
    case point(TrackPoint)
    /// The source of distance changed.
    case sourceChanged(SourceChange)
    /// A lap ended.
    case lapped(Lap)
    /// The run is paused; `automatic` if nobody asked for it.
    case paused(at: Instant, automatic: Bool)
    case resumed(at: Instant, automatic: Bool)
    /// The run ended: `Recorder.summary` is final, and `Recorder.model` is worth keeping.
    case stopped(at: Instant)
}

/// A change of source, with the moment from which it holds.
package struct SourceChange: Equatable, Sendable {
    package var from: Source
    package var to: Source
    /// The beginning of the new span: for a loss, the last adequate fix.
    package var since: Instant
    package var why: SpanCause
    /// Metres rolled up from steps at this switch.
    package var backfilled: Double

    package init(
        from: Source, to: Source, since: Instant, why: SpanCause, backfilled: Double = 0
    ) {
        self.from = from
        self.to = to
        self.since = since
        self.why = why
        self.backfilled = backfilled
    }
}
