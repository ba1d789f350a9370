/// A mark (`Mark` of the interface). Metres, seconds, degrees; absent means unknown.
package struct ControlMark: Equatable, Sendable {
    /// From 1: the mark is called `P-1`, and by its text besides if it has one.
    package var number: Int
    package var name: String
    package var text: String?
    /// RFC 3339.
    package var time: String?
    /// Since the start of the run.
    package var elapsed: Double?
    /// Along the run.
    package var distance: Double?
    package var place: MarkPlace?
    /// From the mark before.
    package var leg: MarkLeg?

    /// - Parameters:
    ///   - time: RFC 3339, if the civil time is known.
    ///   - start: of the run, for the time since then.
    package init(_ mark: PlacedMark, time: String?, start: Instant?) {
        number = mark.number
        name = mark.label
        text = mark.text
        self.time = time
        elapsed = start.map { (mark.time - $0).seconds }
        distance = mark.distance
        place = mark.place
        leg = mark.leg
    }

    package var json: JSONObject {
        var json: JSONObject = [
            "number": .integer(Int64(number)), "name": .string(name),
            "text": text.map { .string($0) }, "time": time.map { .string($0) },
            "elapsed": elapsed.map { .number($0) }, "distance": distance.map { .number($0) },
        ]
        if let place {
            json["latitude"] = .number(place.coordinate.latitude)
            json["longitude"] = .number(place.coordinate.longitude)
            json["altitude"] = place.altitude.map { .number($0) }
            json["eph"] = place.eph.map { .number($0) }
            json["age"] = .number(place.age)
        }
        if let leg {
            json["from"] = .integer(Int64(leg.from))
            json["leg"] = leg.distance.map { .number($0) }
            json["straight"] = leg.straight.map { .number($0) }
            json["bearing"] = leg.bearing.map { .number($0) }
        }
        return json
    }

    package init?(json: JSONObject) {
        guard let number = json["number"]?.integer, let name = json["name"]?.string else {
            return nil
        }
        self.number = Int(clamping: number)
        self.name = name
        text = json["text"]?.string
        time = json["time"]?.string
        elapsed = json["elapsed"]?.double
        distance = json["distance"]?.double
        if let latitude = json["latitude"]?.double, let longitude = json["longitude"]?.double {
            place = MarkPlace(
                coordinate: Coordinate(latitude: latitude, longitude: longitude),
                altitude: json["altitude"]?.double, eph: json["eph"]?.double,
                age: json["age"]?.double ?? 0)
        }
        if let from = json["from"]?.integer {
            leg = MarkLeg(
                from: Int(clamping: from), distance: json["leg"]?.double,
                straight: json["straight"]?.double, bearing: json["bearing"]?.double)
        }
    }
}

/// A named stretch of the run (`Segment` of the interface). Times are seconds since the start.
package struct ControlSegment: Equatable, Sendable {
    package var name: String
    package var from: Double
    package var to: Double
    package var distance: Double
    /// Without pauses.
    package var active: Double
    package var steps: Int
    package var isOpen: Bool

    package init(_ segment: NamedSegment, start: Instant) {
        name = segment.name
        from = (segment.from - start).seconds
        to = (segment.to - start).seconds
        distance = segment.distance
        active = segment.active.seconds
        steps = segment.steps
        isOpen = segment.isOpen
    }

    package var json: JSONObject {
        [
            "name": .string(name), "from": .number(from), "to": .number(to),
            "distance": .number(distance), "active": .number(active),
            "steps": .integer(Int64(steps)), "open": .bool(isOpen),
        ]
    }

    package init?(json: JSONObject) {
        guard let name = json["name"]?.string, let from = json["from"]?.double,
            let to = json["to"]?.double, let distance = json["distance"]?.double
        else { return nil }
        self.name = name
        self.from = from
        self.to = to
        self.distance = distance
        active = json["active"]?.double ?? 0
        steps = Int(clamping: json["steps"]?.integer ?? 0)
        isOpen = json["open"]?.bool ?? false
    }
}
