/// Writes events as lines of the sensor log.
package enum LogCodec {
    /// One line without its end. `LogReader` makes the same event of it.
    package static func encode(_ event: Event) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(192)
        encode(event, into: &bytes)
        return bytes
    }

    /// The event of one line whose arrival is known otherwise; nil for a type that is not known.
    /// - Throws: `LogError`, which says what is wrong with the line.
    package static func decode(_ line: [UInt8]) throws(LogError) -> Event? {
        var reader = LogReader()
        // The standard library of Swift 6.0 does not pass a typed error through here.
        return try line.withUnsafeBufferPointer { bytes in
            Result { () throws(LogError) in
                try reader.read(line: UnsafeRawBufferPointer(bytes))
            }
        }.get()
    }

    /// Appends one line without its end.
    package static func encode(_ event: Event, into bytes: inout [UInt8]) {
        var line = LogLine(bytes: bytes)
        bytes = []
        line.begin(event)
        switch event.payload {
        case .start(let start): encode(start, &line)
        case .fix(let fix): encode(fix, &line)
        case .steps(let reading):
            line.type("steps")
            line.member("count", "\(reading.count)")
            line.text("boot", reading.boot)
        case .foot(let reading):
            line.type("foot")
            line.number("speed", reading.speed)
            line.number("cadence", reading.cadence)
            line.number("distance", reading.distance)
        case .heart(let reading):
            line.type("heart")
            line.member("bpm", "\(reading.bpm)")
        case .acceleration(let vector):
            line.type("accel")
            line.number("x", vector.x)
            line.number("y", vector.y)
            line.number("z", vector.z)
        case .pressure(let reading):
            line.type("pressure")
            line.number("pascal", reading.pascal)
        case .pause: line.type("pause")
        case .resume: line.type("resume")
        case .lap: line.type("lap")
        case .mark(let mark):
            line.type("mark")
            line.text("text", mark.text)
        case .segment(let mark):
            line.type("segment")
            line.text("action", mark.isStart ? "start" : "end")
            line.text("name", mark.name)
        case .restart(let restart):
            line.type("restart")
            line.text("cause", restart.cause)
            line.text("boot", restart.boot)
        case .stop: line.type("stop")
        }
        line.end()
        bytes = line.bytes
    }

    private static func encode(_ start: RunStart, _ line: inout LogLine) {
        line.type("start")
        line.text("wall", start.wall?.rfc3339())
        line.text("zone", start.zone)
        line.text("activity", start.activity)
        if start.indoor { line.member("indoor", "true") }
        line.text("note", start.note)
        line.number("distance", start.deviceDistance)
        line.text("engine", start.engine)
        if let settings = start.settings { line.member("limits", LogLimits.text(settings)) }
        if let model = start.model { line.member("model", model.text) }
    }

    private static func encode(_ fix: Fix, _ line: inout LogLine) {
        line.type("fix")
        line.text("time", fix.time?.rfc3339())
        line.member("mode", "\(fix.mode)")
        line.number("lat", fix.coordinate?.latitude)
        line.number("lon", fix.coordinate?.longitude)
        line.number("alt", fix.altitude)
        line.number("eph", fix.eph)
        line.text("ephsrc", fix.ephSource?.rawValue)
        line.number("hdop", fix.hdop)
        if let satellites = fix.satellites { line.member("sats", "\(satellites)") }
        line.number("speed", fix.speed)
        line.number("track", fix.track)
        line.number("eps", fix.eps)
        line.text("device", fix.device)
    }
}

/// A line being written; the array is moved in and out, never copied.
private struct LogLine {
    var bytes: [UInt8]

    init(bytes: consuming [UInt8]) { self.bytes = bytes }

    mutating func begin(_ event: Event) {
        bytes.append(contentsOf: "{\"t\":".utf8)
        JSONText.append(microseconds: event.time.microseconds, to: &bytes)
        bytes.append(contentsOf: ",\"at\":".utf8)
        JSONText.append(microseconds: event.arrival.microseconds, to: &bytes)
    }

    mutating func type(_ name: StaticString) {
        bytes.append(contentsOf: ",\"type\":\"".utf8)
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// A member whose value is JSON already.
    mutating func member(_ name: StaticString, _ value: String) {
        bytes.append(contentsOf: ",\"".utf8)
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: "\":".utf8)
        bytes.append(contentsOf: value.utf8)
    }

    /// Absent and not finite are both unknown, and unknown is not written.
    mutating func number(_ name: StaticString, _ value: Double?) {
        guard let value, value.isFinite else { return }
        member(name, "\(value)")
    }

    mutating func text(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        member(name, JSONText.quoted(value))
    }

    mutating func end() { bytes.append(UInt8(ascii: "}")) }
}
