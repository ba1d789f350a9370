/// A point of the recorded track, as exports write it.
///
/// Points come in the order of their time, a few seconds after the fix (the smoother's lag) or at
/// once where the fix does not wait for it. Distance is cumulative from the start and never falls.
package struct TrackPoint: Equatable, Sendable {
    /// When the fix was measured.
    package var time: Instant
    /// The receiver's label of that moment, if it gave one.
    package var wall: WallTime?
    /// The position as the receiver gave it.
    package var raw: Coordinate
    /// The position after smoothing; equal to `raw` where nothing was smoothed.
    package var smoothed: Coordinate
    /// Metres above mean sea level.
    package var altitude: Double?
    /// Measured metres since the start.
    package var distance: Double
    package var source: Source
    /// Smoothed metres per second.
    package var speed: Double?
    /// Beats per minute, if heard within the last ten seconds.
    package var heart: Int?
    /// Steps per minute, both feet.
    package var cadence: Double?
    /// 95 % horizontal error in metres, as reported.
    package var eph: Double?
    /// No line belongs between the point before and this one (pause, outage).
    package var beginsSegment: Bool

    package init(
        time: Instant, wall: WallTime? = nil, raw: Coordinate, smoothed: Coordinate,
        altitude: Double? = nil, distance: Double, source: Source, speed: Double? = nil,
        heart: Int? = nil, cadence: Double? = nil, eph: Double? = nil, beginsSegment: Bool = false
    ) {
        self.time = time
        self.wall = wall
        self.raw = raw
        self.smoothed = smoothed
        self.altitude = altitude
        self.distance = distance
        self.source = source
        self.speed = speed
        self.heart = heart
        self.cadence = cadence
        self.eph = eph
        self.beginsSegment = beginsSegment
    }
}
