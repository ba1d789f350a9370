package import RunCore

/// One sample of a run.
package struct Point: Equatable, Sendable {
    package var time: WallTime?
    package var coordinate: Coordinate?
    /// Metres above mean sea level.
    package var altitude: Double?
    /// Metres from the start to here.
    package var distance: Double?
    /// Metres per second.
    package var speed: Double?
    /// Steps per minute, both feet; of a ride, pedal strokes of both feet.
    package var cadence: Double?
    /// Beats per minute.
    package var heart: Int?
    /// What the way to this point was measured by.
    package var source: Source?

    package init(
        time: WallTime? = nil, coordinate: Coordinate? = nil, altitude: Double? = nil,
        distance: Double? = nil, speed: Double? = nil, cadence: Double? = nil, heart: Int? = nil,
        source: Source? = nil
    ) {
        self.time = time
        self.coordinate = coordinate
        self.altitude = altitude
        self.distance = distance
        self.speed = speed
        self.cadence = cadence
        self.heart = heart
        self.source = source
    }
}
