/// The active run, or the one that has just ended (`Run` of the interface).
///
/// Metres, seconds, metres per second, beats and steps per minute.
package struct ControlRun: Equatable, Sendable {
    package var number: Int64 = 0
    /// RFC 3339 with the offset of the zone.
    package var start: String?
    package var zone: String?
    package var activity: String?
    package var indoor = false
    package var note: String?
    package var elapsed: Double = 0
    /// Without pauses.
    package var active: Double = 0
    package var distance: Double = 0
    /// Bridged where nothing measured; not part of `distance`.
    package var estimated: Double = 0
    package var steps: Int64 = 0
    package var speed: Double?
    package var averageSpeed: Double?
    package var cadence: Double?
    package var heart: Int?
    package var ascent: Double?
    package var descent: Double?
    /// Changes between gps and pedometer.
    package var switches = 0
    package var source = ControlSource(name: "none", seconds: 0)
    package var position: ControlPosition?
    package var laps: [ControlLap] = []
    package var marks = 0
    package var segments: [ControlSegment] = []
    /// Fixes that were not used, by reason.
    package var rejected: [(reason: String, count: Int)] = []

    package init() {}

    package var json: JSONObject {
        var json: JSONObject = [
            "number": .integer(number), "start": start.map { .string($0) },
            "zone": zone.map { .string($0) }, "activity": activity.map { .string($0) },
            "indoor": .bool(indoor), "note": note.map { .string($0) },
            "elapsed": .number(elapsed), "active": .number(active),
            "distance": .number(distance), "estimated": .number(estimated),
            "steps": .integer(steps), "speed": speed.map { .number($0) },
            "averageSpeed": averageSpeed.map { .number($0) },
            "cadence": cadence.map { .number($0) }, "heart": heart.map { .integer(Int64($0)) },
            "ascent": ascent.map { .number($0) }, "descent": descent.map { .number($0) },
        ]
        json["switches"] = .integer(Int64(switches))
        json["source"] = .object(source.json)
        json["position"] = position.map { .object($0.json) }
        json["laps"] = .array(laps.map { .object($0.json) })
        json["marks"] = .integer(Int64(marks))
        json["segments"] = .array(segments.map { .object($0.json) })
        var reasons = JSONObject()
        for entry in rejected { reasons[entry.reason] = .integer(Int64(entry.count)) }
        json["rejected"] = .object(reasons)
        return json
    }

    package init?(json: JSONObject) {
        guard let number = json["number"]?.integer, let distance = json["distance"]?.double,
            let elapsed = json["elapsed"]?.double
        else { return nil }
        self.number = number
        self.distance = distance
        self.elapsed = elapsed
        readLabels(json)
        active = json["active"]?.double ?? 0
        estimated = json["estimated"]?.double ?? 0
        steps = json["steps"]?.integer ?? 0
        speed = json["speed"]?.double
        averageSpeed = json["averageSpeed"]?.double
        cadence = json["cadence"]?.double
        heart = json["heart"]?.integer.map { Int(clamping: $0) }
        ascent = json["ascent"]?.double
        descent = json["descent"]?.double
        switches = Int(clamping: json["switches"]?.integer ?? 0)
        if let value = json["source"]?.object { source = ControlSource(json: value) ?? source }
        position = json["position"]?.object.flatMap { ControlPosition(json: $0) }
        laps = (json["laps"]?.array ?? []).compactMap {
            $0.object.flatMap { ControlLap(json: $0) }
        }
        marks = Int(clamping: json["marks"]?.integer ?? 0)
        segments = (json["segments"]?.array ?? []).compactMap {
            $0.object.flatMap { ControlSegment(json: $0) }
        }
        rejected = (json["rejected"]?.object?.members ?? []).map {
            ($0.name, Int(clamping: $0.value.integer ?? 0))
        }
    }

    private mutating func readLabels(_ json: JSONObject) {
        start = json["start"]?.string
        zone = json["zone"]?.string
        activity = json["activity"]?.string
        indoor = json["indoor"]?.bool ?? false
        note = json["note"]?.string
    }

    package static func == (a: ControlRun, b: ControlRun) -> Bool { a.json == b.json }
}

/// What records distance now (`Source` of the interface).
package struct ControlSource: Equatable, Sendable {
    /// `gps`, `pedometer`, `none` or `paused`.
    package var name: String
    /// For how long.
    package var seconds: Double
    package var reason: String?

    package init(name: String, seconds: Double, reason: String? = nil) {
        self.name = name
        self.seconds = seconds
        self.reason = reason
    }

    package var json: JSONObject {
        [
            "name": .string(name), "seconds": .number(seconds),
            "reason": reason.map { .string($0) },
        ]
    }

    package init?(json: JSONObject) {
        guard let name = json["name"]?.string else { return nil }
        self.name = name
        seconds = json["seconds"]?.double ?? 0
        reason = json["reason"]?.string
    }
}

/// A lap that ended (`Lap` of the interface). Times are seconds since the start of the run.
package struct ControlLap: Equatable, Sendable {
    package var number: Int
    package var from: Double
    package var to: Double
    package var distance: Double

    package init(number: Int, from: Double, to: Double, distance: Double) {
        self.number = number
        self.from = from
        self.to = to
        self.distance = distance
    }

    package var json: JSONObject {
        [
            "number": .integer(Int64(number)), "from": .number(from), "to": .number(to),
            "distance": .number(distance),
        ]
    }

    package init?(json: JSONObject) {
        guard let number = json["number"]?.integer, let from = json["from"]?.double,
            let to = json["to"]?.double, let distance = json["distance"]?.double
        else { return nil }
        self.init(number: Int(clamping: number), from: from, to: to, distance: distance)
    }
}

/// The last position that counted (`Position` of the interface).
package struct ControlPosition: Equatable, Sendable {
    package var coordinate: Coordinate
    package var altitude: Double?
    /// 95 % horizontal error in metres.
    package var eph: Double?
    /// Seconds since it was measured.
    package var age: Double

    package init(
        coordinate: Coordinate, altitude: Double? = nil, eph: Double? = nil, age: Double
    ) {
        self.coordinate = coordinate
        self.altitude = altitude
        self.eph = eph
        self.age = age
    }

    package var json: JSONObject {
        [
            "latitude": .number(coordinate.latitude), "longitude": .number(coordinate.longitude),
            "altitude": altitude.map { .number($0) }, "eph": eph.map { .number($0) },
            "age": .number(age),
        ]
    }

    package init?(json: JSONObject) {
        guard let latitude = json["latitude"]?.double, let longitude = json["longitude"]?.double
        else { return nil }
        coordinate = Coordinate(latitude: latitude, longitude: longitude)
        altitude = json["altitude"]?.double
        eph = json["eph"]?.double
        age = json["age"]?.double ?? 0
    }
}
