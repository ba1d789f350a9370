/// A position report of one receiver. Absent means unknown, never zero.
package struct Fix: Equatable, Sendable {
    /// 0 unknown, 1 no fix, 2 two-dimensional, 3 three-dimensional (as gpsd counts).
    package var mode: Int
    package var coordinate: Coordinate?
    /// Metres above mean sea level.
    package var altitude: Double?
    /// The receiver's own time: a label that may be missing, equal, backwards or 7168 days off.
    package var time: WallTime?
    /// 95 % horizontal error in metres.
    package var eph: Double?
    /// Where `eph` came from; nil if there is none.
    package var ephSource: ErrorSource?
    package var hdop: Double?
    /// Satellites used in the solution.
    package var satellites: Int?
    /// Metres per second over ground.
    package var speed: Double?
    /// Degrees clockwise from true north.
    package var track: Double?
    /// 95 % error of the speed in metres per second.
    package var eps: Double?
    /// The receiver, such as `/dev/ttyACM0`.
    package var device: String?

    package enum ErrorSource: String, Equatable, Sendable {
        /// Reported by the receiver itself.
        case receiver
        /// Made by gpsd from HDOP.
        case synthesised
    }

    package init(
        mode: Int, coordinate: Coordinate? = nil, altitude: Double? = nil, time: WallTime? = nil,
        eph: Double? = nil, ephSource: ErrorSource? = nil, hdop: Double? = nil,
        satellites: Int? = nil, speed: Double? = nil, track: Double? = nil, eps: Double? = nil,
        device: String? = nil
    ) {
        self.mode = mode
        self.coordinate = coordinate
        self.altitude = altitude
        self.time = time
        self.eph = eph
        self.ephSource = ephSource
        self.hdop = hdop
        self.satellites = satellites
        self.speed = speed
        self.track = track
        self.eps = eps
        self.device = device
    }
}
