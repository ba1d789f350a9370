package import RunCore

/// A finished run as other programs know it: what every format is written from and read into.
///
/// Absent means unknown, never zero. Distances are cumulative metres from the start, times are UTC.
package struct Activity: Equatable, Sendable {
    package var header: Header
    /// Stretches of recording; between two of them lies a pause.
    package var segments: [Segment]
    /// In order; they cover the run from start to stop. Empty where the format knew none.
    package var laps: [Lap]
    package var marks: [Waypoint]
    package var totals: Totals

    package init(
        header: Header = Header(), segments: [Segment] = [], laps: [Lap] = [],
        marks: [Waypoint] = [], totals: Totals = Totals()
    ) {
        self.header = header
        self.segments = segments
        self.laps = laps
        self.marks = marks
        self.totals = totals
    }

    /// What is known before the first point.
    package struct Header: Equatable, Sendable {
        package var name: String?
        package var note: String?
        package var kind: Kind
        package var start: WallTime?
        /// Name of the time zone, such as `Asia/Kolkata`.
        package var zone: String?
        /// Offsets of local time at start and at stop; they differ across a change of clocks.
        package var startOffset: UTCOffset?
        package var endOffset: UTCOffset?
        /// The program or device that recorded it; nil is this one.
        package var creator: String?

        package init(
            name: String? = nil, note: String? = nil, kind: Kind = .other, start: WallTime? = nil,
            zone: String? = nil, startOffset: UTCOffset? = nil, endOffset: UTCOffset? = nil,
            creator: String? = nil
        ) {
            self.name = name
            self.note = note
            self.kind = kind
            self.start = start
            self.zone = zone
            self.startOffset = startOffset
            self.endOffset = endOffset
            self.creator = creator
        }
    }

    /// A stretch without a pause.
    package struct Segment: Equatable, Sendable {
        /// When recording began or resumed; nil: at the first point.
        package var start: WallTime?
        /// When it was paused or stopped; nil: at the last point.
        package var end: WallTime?
        package var points: [Point]

        package init(start: WallTime? = nil, end: WallTime? = nil, points: [Point] = []) {
            self.start = start
            self.end = end
            self.points = points
        }
    }

    package struct Lap: Equatable, Sendable {
        package var start: WallTime
        package var end: WallTime
        /// Seconds from start to end without the pauses.
        package var active: Double
        /// Metres.
        package var distance: Double
        package var steps: Int?

        package init(
            start: WallTime, end: WallTime, active: Double, distance: Double, steps: Int? = nil
        ) {
            self.start = start
            self.end = end
            self.active = active
            self.distance = distance
            self.steps = steps
        }
    }

    /// A place or moment that the runner marked.
    package struct Waypoint: Equatable, Sendable {
        package var time: WallTime?
        package var coordinate: Coordinate?
        package var altitude: Double?
        package var text: String?
        /// 95 % horizontal error in metres.
        package var eph: Double?
        /// Metres along the run.
        package var distance: Double?
        /// The way from the mark before.
        package var leg: MarkLeg?

        package init(
            time: WallTime? = nil, coordinate: Coordinate? = nil, altitude: Double? = nil,
            text: String? = nil, eph: Double? = nil, distance: Double? = nil, leg: MarkLeg? = nil
        ) {
            self.time = time
            self.coordinate = coordinate
            self.altitude = altitude
            self.text = text
            self.eph = eph
            self.distance = distance
            self.leg = leg
        }
    }

    package struct Totals: Equatable, Sendable {
        /// Seconds from start to stop.
        package var elapsed: Double?
        /// Seconds without the pauses.
        package var active: Double?
        /// Metres measured by this program.
        package var distance: Double?
        /// Metres that were only bridged by a straight line.
        package var estimated: Double?
        /// Metres as the recording device counted them.
        package var deviceDistance: Double?
        package var steps: Int?

        package init(
            elapsed: Double? = nil, active: Double? = nil, distance: Double? = nil,
            estimated: Double? = nil, deviceDistance: Double? = nil, steps: Int? = nil
        ) {
            self.elapsed = elapsed
            self.active = active
            self.distance = distance
            self.estimated = estimated
            self.deviceDistance = deviceDistance
            self.steps = steps
        }
    }
}
