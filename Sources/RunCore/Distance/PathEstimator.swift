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
    private var last: Anchor?
    /// The first fix, while it may yet be dropped.
    private var isHeld = false
    /// Pieces that became final and were not taken yet.
    private(set) var ready: [Piece] = []
    /// Metres from the last final piece to the latest fix, as far as known.
    private(set) var pending = 0.0
    /// Metres per second, smoothed.
    private(set) var speed: Double?

    init(_ settings: EngineSettings) { mode = settings.gpsMode }

    mutating func begin(_ anchor: Anchor) {
        last = anchor
        isHeld = true
        speed = anchor.fix.speed
    }

    mutating func extend(_ anchor: Anchor) {
        guard let last else { return begin(anchor) }
        if isHeld { release(last) }
        let metres = Geodesic.distance(from: last.place, to: anchor.place)
        let seconds = (anchor.time - last.time).seconds
        speed = anchor.fix.speed ?? (seconds > 0 ? metres / seconds : speed)
        ready.append(
            Piece(
                from: last.time, to: anchor.time, metres: metres, anchor: anchor,
                smoothed: anchor.place, speed: speed, beginsSegment: false))
        self.last = anchor
    }

    /// The stretch ends: everything becomes final.
    mutating func finish() {
        if let last, isHeld { release(last) }
        last = nil
        speed = nil
    }

    /// The stretch had only its first fix, and that one was wrong.
    mutating func discard() {
        last = nil
        isHeld = false
        speed = nil
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
