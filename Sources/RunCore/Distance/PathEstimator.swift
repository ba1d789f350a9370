/// Makes distance of the adequate fixes of one uninterrupted stretch of gps.
struct PathEstimator: Equatable, Sendable {
    /// A part of the way that is final.
    struct Piece: Equatable, Sendable {
        var from: Instant
        var to: Instant
        var metres: Double
        /// The fix at its end, with its place after smoothing.
        var anchor: Anchor
        var smoothed: Coordinate
        /// Metres per second at its end.
        var speed: Double?
        var beginsSegment: Bool
    }

    private let mode: EngineSettings.GPSMode
    private var filter = FilteredPath()
    private var last: Anchor?
    /// The first fix, while it may yet be dropped.
    private var isHeld = false
    private var chordSpeed: Double?
    /// Pieces that became final and were not taken yet.
    private(set) var ready: [Piece] = []

    init(_ settings: EngineSettings) { mode = settings.gpsMode }

    /// Metres from the last final piece to the latest fix, as far as known.
    var pending: Double { filter.pending }

    /// Metres per second, smoothed; nil where there is no way.
    var speed: Double? { last == nil ? nil : mode == .filtered ? filter.speed : chordSpeed }

    mutating func begin(_ anchor: Anchor) {
        last = anchor
        isHeld = true
        chordSpeed = anchor.fix.speed
        if mode == .filtered { filter.begin(anchor) }
    }

    mutating func extend(_ anchor: Anchor, _ steps: StepView) {
        guard let last else { return begin(anchor) }
        if isHeld { release(last) }
        self.last = anchor
        if mode == .filtered { return filter.extend(anchor, steps, into: &ready) }
        let metres = Geodesic.distance(from: last.place, to: anchor.place)
        let seconds = (anchor.time - last.time).seconds
        chordSpeed = anchor.fix.speed ?? (seconds > 0 ? metres / seconds : chordSpeed)
        ready.append(
            Piece(
                from: last.time, to: anchor.time, metres: metres, anchor: anchor,
                smoothed: anchor.place, speed: chordSpeed, beginsSegment: false))
    }

    /// The stretch ends: everything becomes final.
    mutating func finish(_ steps: StepView) {
        if let last, isHeld { release(last) }
        if last != nil, mode == .filtered { filter.finish(steps, into: &ready) }
        last = nil
    }

    /// The stretch had only its first fix, and that one was wrong.
    mutating func discard() {
        last = nil
        isHeld = false
    }

    mutating func taken() { ready.removeAll(keepingCapacity: true) }

    private mutating func release(_ first: Anchor) {
        isHeld = false
        ready.append(
            Piece(
                from: first.time, to: first.time, metres: 0, anchor: first, smoothed: first.place,
                speed: first.fix.speed, beginsSegment: true))
    }
}
