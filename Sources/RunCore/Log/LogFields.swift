/// The known fields of a line, before it is known what the line means.
struct LogFields {
    var time: Int64?
    var arrival: Int64?
    var type: Range<Int>?

    /// Numbers by the name they have in the log.
    var numbers = Numbers()
    var mode: Int64?
    var satellites: Int64?
    var count: Int64?
    var beats: Int64?
    var indoor: Bool?

    var wall: WallTime?
    var fixTime: WallTime?

    /// Texts as ranges; most lines need none of them.
    var zone: Text?
    var activity: Text?
    var note: Text?
    var engine: Text?
    var device: Text?
    var boot: Text?
    var text: Text?
    var cause: Text?
    var name: Text?
    var action: Text?
    var errorSource: Text?
    var limits: Range<Int>?
    var model: Range<Int>?

    struct Numbers {
        var latitude: Double?
        var longitude: Double?
        var altitude: Double?
        var eph: Double?
        var r68: Double?
        var hdop: Double?
        var speed: Double?
        var track: Double?
        var eps: Double?
        var cadence: Double?
        var distance: Double?
        var x: Double?
        var y: Double?
        var z: Double?
        var pascal: Double?
    }

    struct Text {
        var range: Range<Int>
        var escaped: Bool
    }

    /// Reads a whole line. Unknown names are passed over; a known name with a value of the wrong
    /// kind is an error, `null` means absent.
    init(_ line: UnsafeRawBufferPointer) throws(LogError) {
        var scanner = FlatScanner(line)
        try scanner.open()
        while let name = try scanner.nextName() {
            let value = try scanner.value()
            if case .null = value { continue }
            let key = UnsafeRawBufferPointer(rebasing: line[name])
            guard try take(key, value, line) else { continue }
        }
    }

    /// False if the name is not known.
    private mutating func take(
        _ key: UnsafeRawBufferPointer, _ value: FlatScanner.Value, _ line: UnsafeRawBufferPointer
    ) throws(LogError) -> Bool {
        if try takeNumber(key, value) { return true }
        if try takeText(key, value, line) { return true }
        return try takeWhole(key, value)
    }

    private mutating func takeNumber(
        _ key: UnsafeRawBufferPointer, _ value: FlatScanner.Value
    ) throws(LogError) -> Bool {
        switch key.count {
        case 1:
            switch key[0] {
            case UInt8(ascii: "t"): time = try Self.microseconds(value, "t")
            case UInt8(ascii: "x"): numbers.x = try Self.double(value, "x")
            case UInt8(ascii: "y"): numbers.y = try Self.double(value, "y")
            case UInt8(ascii: "z"): numbers.z = try Self.double(value, "z")
            default: return false
            }
        case 2:
            guard key.is("at") else { return false }
            arrival = try Self.microseconds(value, "at")
        case 3:
            if key.is("lat") {
                numbers.latitude = try Self.double(value, "lat")
            } else if key.is("lon") {
                numbers.longitude = try Self.double(value, "lon")
            } else if key.is("alt") {
                numbers.altitude = try Self.double(value, "alt")
            } else if key.is("eph") {
                numbers.eph = try Self.double(value, "eph")
            } else if key.is("r68") {
                numbers.r68 = try Self.double(value, "r68")
            } else if key.is("eps") {
                numbers.eps = try Self.double(value, "eps")
            } else {
                return false
            }
        default:
            return try takeLongNumber(key, value)
        }
        return true
    }

    private mutating func takeLongNumber(
        _ key: UnsafeRawBufferPointer, _ value: FlatScanner.Value
    ) throws(LogError) -> Bool {
        if key.is("hdop") {
            numbers.hdop = try Self.double(value, "hdop")
        } else if key.is("speed") {
            numbers.speed = try Self.double(value, "speed")
        } else if key.is("track") {
            numbers.track = try Self.double(value, "track")
        } else if key.is("cadence") {
            numbers.cadence = try Self.double(value, "cadence")
        } else if key.is("distance") {
            numbers.distance = try Self.double(value, "distance")
        } else if key.is("pascal") {
            numbers.pascal = try Self.double(value, "pascal")
        } else {
            return false
        }
        return true
    }

    private mutating func takeWhole(
        _ key: UnsafeRawBufferPointer, _ value: FlatScanner.Value
    ) throws(LogError) -> Bool {
        if key.is("mode") {
            mode = try Self.integer(value, "mode")
        } else if key.is("sats") {
            satellites = try Self.integer(value, "sats")
        } else if key.is("count") {
            count = try Self.integer(value, "count")
        } else if key.is("bpm") {
            beats = try Self.integer(value, "bpm")
        } else if key.is("indoor") {
            guard case .bool(let flag) = value else {
                throw LogError("indoor: expected true or false")
            }
            indoor = flag
        } else if key.is("limits") || key.is("model") {
            guard case .nested(let range) = value else {
                throw LogError("\(String(decoding: key, as: UTF8.self)): expected an object")
            }
            if key.is("limits") { limits = range } else { model = range }
        } else {
            return false
        }
        return true
    }

    private mutating func takeText(
        _ key: UnsafeRawBufferPointer, _ value: FlatScanner.Value, _ line: UnsafeRawBufferPointer
    ) throws(LogError) -> Bool {
        switch key.count {
        case 4:
            if key.is("type") {
                type = try Self.text(value, "type").range
            } else if key.is("time") {
                // A receiver's own time is a label; nonsense in it must not cost the fix.
                if case .string(let range, _) = value { fixTime = line.wallTime(range) }
            } else if key.is("wall") {
                if case .string(let range, _) = value { wall = line.wallTime(range) }
            } else if key.is("zone") {
                zone = try Self.text(value, "zone")
            } else if key.is("note") {
                note = try Self.text(value, "note")
            } else if key.is("boot") {
                boot = try Self.text(value, "boot")
            } else if key.is("text") {
                text = try Self.text(value, "text")
            } else if key.is("name") {
                name = try Self.text(value, "name")
            } else {
                return false
            }
        case 5:
            guard key.is("cause") else { return false }
            cause = try Self.text(value, "cause")
        case 6:
            if key.is("device") {
                device = try Self.text(value, "device")
            } else if key.is("ephsrc") {
                errorSource = try Self.text(value, "ephsrc")
            } else if key.is("engine") {
                engine = try Self.text(value, "engine")
            } else if key.is("action") {
                action = try Self.text(value, "action")
            } else {
                return false
            }
        case 8:
            guard key.is("activity") else { return false }
            activity = try Self.text(value, "activity")
        default:
            return false
        }
        return true
    }

    private static func double(_ value: FlatScanner.Value, _ name: String) throws(LogError)
        -> Double
    {
        guard case .number(let number) = value else { throw LogError("\(name): expected a number") }
        return number.double
    }

    private static func integer(_ value: FlatScanner.Value, _ name: String) throws(LogError)
        -> Int64
    {
        guard case .number(let number) = value, let whole = number.integer else {
            throw LogError("\(name): expected a whole number")
        }
        return whole
    }

    private static func microseconds(
        _ value: FlatScanner.Value, _ name: String
    ) throws(LogError) -> Int64 {
        guard case .number(let number) = value else {
            throw LogError("\(name): expected seconds as a number")
        }
        guard let whole = number.millionths else {
            throw LogError("\(name): beyond 100000000000 seconds")
        }
        return whole
    }

    private static func text(_ value: FlatScanner.Value, _ name: String) throws(LogError) -> Text {
        guard case .string(let range, let escaped) = value else {
            throw LogError("\(name): expected text in quotes")
        }
        return Text(range: range, escaped: escaped)
    }
}

extension UnsafeRawBufferPointer {
    /// The time that these bytes say; nil if they say none.
    fileprivate func wallTime(_ range: Range<Int>) -> WallTime? {
        UnsafeRawBufferPointer(rebasing: self[range]).withMemoryRebound(to: UInt8.self) {
            // A label that cannot be read is an unknown label.
            try? WallTime(rfc3339: $0)
        }
    }

    /// Whether these are exactly the bytes of the word.
    func `is`(_ word: StaticString) -> Bool {
        guard count == word.utf8CodeUnitCount else { return false }
        for index in 0..<count where self[index] != word.utf8Start[index] { return false }
        return true
    }
}
