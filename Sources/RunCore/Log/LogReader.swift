/// Reads the lines of one sensor log, in order.
///
/// It remembers the largest `t` for lines without `at`, and the texts that repeat on every line.
package struct LogReader: Sendable {
    private var largestTime = Instant(microseconds: .min)
    private var lastArrival = Instant(microseconds: .min)
    private var device = RepeatedText()
    private var boot = RepeatedText()

    package init() {}

    /// The event of one line; nil for an empty line and for a type that this version does not know.
    /// - Parameter line: one line, with or without its end.
    /// - Throws: `LogError`, which says what is wrong with the line; the reader goes on after it.
    package mutating func read(line: UnsafeRawBufferPointer) throws(LogError) -> Event? {
        if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }) { return nil }
        let fields = try LogFields(line)
        guard let type = fields.type else { throw LogError("type: missing") }
        guard let time = fields.time else { throw LogError("t: missing") }
        let kind = UnsafeRawBufferPointer(rebasing: line[type])
        guard let payload = try payload(of: kind, fields, line) else { return nil }
        let moment = Instant(microseconds: time)
        largestTime = max(largestTime, moment)
        let arrival = fields.arrival.map { Instant(microseconds: $0) } ?? largestTime
        lastArrival = max(lastArrival, arrival)
        return Event(time: moment, arrival: lastArrival, payload: payload)
    }

    private mutating func payload(
        of kind: UnsafeRawBufferPointer, _ fields: LogFields, _ line: UnsafeRawBufferPointer
    ) throws(LogError) -> Event.Payload? {
        if kind.is("fix") { return .fix(fix(fields, line)) }
        if kind.is("steps") {
            guard let count = fields.count else { throw LogError("count: missing") }
            return .steps(StepReading(count: count, boot: boot.string(fields.boot, line)))
        }
        if kind.is("foot") {
            return .foot(
                FootReading(
                    speed: fields.numbers.speed, cadence: fields.numbers.cadence,
                    distance: fields.numbers.distance))
        }
        if kind.is("heart") {
            guard let beats = fields.beats, 0...1000 ~= beats else {
                throw LogError("bpm: expected a whole number from 0 to 1000")
            }
            return .heart(HeartReading(bpm: Int(beats)))
        }
        return try rarePayload(of: kind, fields, line)
    }

    private mutating func rarePayload(
        of kind: UnsafeRawBufferPointer, _ fields: LogFields, _ line: UnsafeRawBufferPointer
    ) throws(LogError) -> Event.Payload? {
        if kind.is("accel") {
            guard let x = fields.numbers.x, let y = fields.numbers.y, let z = fields.numbers.z
            else { throw LogError("x, y, z: one is missing") }
            return .acceleration(Acceleration(x: x, y: y, z: z))
        }
        if kind.is("pressure") {
            guard let pascal = fields.numbers.pascal else { throw LogError("pascal: missing") }
            return .pressure(PressureReading(pascal: pascal))
        }
        if kind.is("start") { return .start(start(fields, line)) }
        if kind.is("pause") { return .pause }
        if kind.is("resume") { return .resume }
        if kind.is("lap") { return .lap }
        if kind.is("stop") { return .stop }
        if kind.is("mark") { return .mark(Mark(text: fields.text?.string(line))) }
        if kind.is("segment") { return .segment(try segment(fields, line)) }
        if kind.is("restart") {
            return .restart(
                Restart(cause: fields.cause?.string(line), boot: boot.string(fields.boot, line)))
        }
        return nil
    }

    private func segment(
        _ fields: LogFields, _ line: UnsafeRawBufferPointer
    ) throws(LogError) -> SegmentMark {
        guard let name = fields.name?.string(line) else { throw LogError("name: missing") }
        switch fields.action?.string(line) {
        case "start": return SegmentMark(name: name, isStart: true)
        case "end": return SegmentMark(name: name, isStart: false)
        default: throw LogError("action: expected start or end")
        }
    }

    private mutating func fix(_ fields: LogFields, _ line: UnsafeRawBufferPointer) -> Fix {
        let numbers = fields.numbers
        var fix = Fix(mode: Int(clamping: fields.mode ?? 0))
        if let latitude = numbers.latitude, let longitude = numbers.longitude {
            fix.coordinate = Coordinate(latitude: latitude, longitude: longitude)
        }
        fix.altitude = numbers.altitude
        fix.time = fields.fixTime
        fix.eph = numbers.eph
        if let source = fields.errorSource {
            let word = UnsafeRawBufferPointer(rebasing: line[source.range])
            if word.is("receiver") { fix.ephSource = .receiver }
            if word.is("synthesised") { fix.ephSource = .synthesised }
        }
        if fix.eph == nil, let radius = numbers.r68 {
            fix.eph = Fix.eph(r68: radius)
            fix.ephSource = .receiver
        }
        fix.hdop = numbers.hdop
        fix.satellites = fields.satellites.map { Int(clamping: $0) }
        fix.speed = numbers.speed
        fix.track = numbers.track
        fix.eps = numbers.eps
        fix.device = device.string(fields.device, line)
        return fix
    }

    private func start(_ fields: LogFields, _ line: UnsafeRawBufferPointer) -> RunStart {
        RunStart(
            wall: fields.wall, zone: fields.zone?.string(line),
            activity: fields.activity?.string(line), indoor: fields.indoor ?? false,
            note: fields.note?.string(line), engine: fields.engine?.string(line),
            settings: fields.limits.map { LogLimits.settings(line, $0) },
            model: fields.model.flatMap {
                StepLengthModel(text: String(decoding: line[$0], as: UTF8.self))
            }, deviceDistance: fields.numbers.distance)
    }
}

extension Fix {
    /// The 95 % radius for a 68 % one, both in metres (two axes, normal errors: 2.45 / 1.51).
    package static func eph(r68: Double) -> Double { 1.6 * r68 }
}

/// A text that is the same on most lines, kept so that it is not built anew for each of them.
private struct RepeatedText: Sendable {
    private var bytes: [UInt8] = []
    private var value: String?

    mutating func string(_ text: LogFields.Text?, _ line: UnsafeRawBufferPointer) -> String? {
        guard let text else { return nil }
        let range = UnsafeRawBufferPointer(rebasing: line[text.range])
        if let value, range.elementsEqual(bytes) { return value }
        bytes = Array(range)
        value = text.string(line)
        return value
    }
}
