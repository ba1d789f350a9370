/// The smallest piece of the run's books: a stretch of time within one section and of one source.
///
/// It keeps what steps and fixes say side by side, so that a change of mind about its source is a
/// change of its label and nothing else. Spans and laps are read off the cells.
struct Cell: Equatable, Sendable {
    var from: Instant
    /// `.distantFuture` while the cell is open.
    var to: Instant
    var source: Source = .gps
    var why: SpanCause
    /// Number of the section, from 0: laps, marks and the ends of segments cut the run into sections.
    var section: Int
    /// Begins a span even if the cell before has the same source.
    var opensSpan: Bool
    /// Within the part that is rolled up at the switch, should this become the pedometer's.
    var isBackfill = false
    /// Steps within the cell, and the micrometres that they make.
    var counted = MotionInterval.Part()
    /// Metres along the fixes.
    var path = 0.0
    /// For the first cell of an outage: metres of the straight line across it, if there is one.
    var chord = 0.0

    /// Measured metres.
    var distance: Double {
        switch source {
        case .gps: path
        case .pedometer: Double(counted.micrometres) / 1e6
        case .none, .paused: 0
        }
    }

    /// Steps that count.
    var steps: Int { source == .paused ? 0 : Int(counted.steps) }
}

extension Instant {
    /// Later than every event.
    static let distantFuture = Instant(microseconds: Int64.max / 4)
}
