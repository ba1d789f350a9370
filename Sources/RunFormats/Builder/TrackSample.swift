import RunCore

/// A point on its way into a run: from the engine's track, or from a pedometer without a position.
struct TrackSample {
    let time: Instant
    private let raw: Coordinate?
    private let smoothed: Coordinate?
    private var altitude: Double?
    private let distance: Double
    private var speed: Double?
    private let cadence: Double?
    private let heart: Int?
    private let source: Source

    init(_ point: TrackPoint) {
        time = point.time
        raw = point.raw
        smoothed = point.smoothed
        altitude = point.altitude
        distance = point.distance
        speed = point.speed
        cadence = point.cadence
        heart = point.heart
        source = point.source
    }

    init(pedometer time: Instant, distance: Double, cadence: Double?, heart: Int?) {
        self.time = time
        raw = nil
        smoothed = nil
        self.distance = distance
        self.cadence = cadence
        self.heart = heart
        source = .pedometer
    }

    func point(_ time: RunTime, raw wantsRaw: Bool) -> Point {
        Point(
            time: time.wall(self.time), coordinate: wantsRaw ? raw : smoothed, altitude: altitude,
            distance: distance, speed: speed, cadence: cadence, heart: heart, source: source)
    }
}
