/// A mark of the person with what is known of its moment and place.
package struct PlacedMark: Equatable, Sendable {
    /// From 1, in the order in which they were set.
    package var number: Int
    package var time: Instant
    /// Measured metres from the start of the run; nil for a mark without a run.
    package var distance: Double?
    package var text: String?
    package var place: MarkPlace?
    /// The way from the mark before it in time; nil for the first one.
    package var leg: MarkLeg?

    package init(
        number: Int, time: Instant, distance: Double? = nil, text: String? = nil,
        place: MarkPlace? = nil, leg: MarkLeg? = nil
    ) {
        self.number = number
        self.time = time
        self.distance = distance
        self.text = text
        self.place = place
        self.leg = leg
    }

    /// What people call it: `P-3`, or `P-3 nest` where they said more.
    package var label: String { MarkName.label(number: number, text: text) }
}

/// Where a mark was set, as the receiver said it.
package struct MarkPlace: Equatable, Sendable {
    package var coordinate: Coordinate
    /// Metres above mean sea level.
    package var altitude: Double?
    /// 95 % horizontal error in metres.
    package var eph: Double?
    /// Seconds between the mark and the nearest fix.
    package var age: Double

    package init(
        coordinate: Coordinate, altitude: Double? = nil, eph: Double? = nil, age: Double = 0
    ) {
        self.coordinate = coordinate
        self.altitude = altitude
        self.eph = eph
        self.age = age
    }
}

/// The way from one mark to the next.
package struct MarkLeg: Equatable, Sendable {
    /// The number of the mark it begins at.
    package var from: Int
    /// Measured metres along the run; nil without a run.
    package var distance: Double?
    /// Metres of the straight line; nil unless both places are known.
    package var straight: Double?
    /// Direction of the straight line where it begins, degrees clockwise from true north.
    package var bearing: Double?

    package init(
        from: Int, distance: Double? = nil, straight: Double? = nil, bearing: Double? = nil
    ) {
        self.from = from
        self.distance = distance
        self.straight = straight
        self.bearing = bearing
    }
}

/// A stretch of the run that the person named, such as `on effort`.
package struct NamedSegment: Equatable, Sendable {
    package var name: String
    package var from: Instant
    package var to: Instant
    /// Measured metres.
    package var distance: Double
    /// Time without pauses.
    package var active: Elapsed
    package var steps: Int
    /// Nobody has ended it: it ends with the run, or goes on.
    package var isOpen: Bool

    package init(
        name: String, from: Instant, to: Instant, distance: Double, active: Elapsed, steps: Int,
        isOpen: Bool = false
    ) {
        self.name = name
        self.from = from
        self.to = to
        self.distance = distance
        self.active = active
        self.steps = steps
        self.isOpen = isOpen
    }
}

/// How marks are called.
package enum MarkName {
    package static func standard(_ number: Int) -> String { "P-\(number)" }

    package static func label(number: Int, text: String?) -> String {
        guard let text, !text.isEmpty else { return standard(number) }
        return isNumbered(text) ? text : "\(standard(number)) \(text)"
    }

    /// Whether a text begins with a mark's number already, as that of a run from a file may.
    private static func isNumbered(_ text: String) -> Bool {
        guard text.hasPrefix("P-") else { return false }
        let digits = text.dropFirst(2).prefix { ("0"..."9").contains($0) }
        let rest = text.dropFirst(2 + digits.count)
        return !digits.isEmpty && (rest.isEmpty || rest.first == " ")
    }
}
