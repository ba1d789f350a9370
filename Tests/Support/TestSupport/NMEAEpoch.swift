private import func Glibc.gmtime_r
private import struct Glibc.time_t
private import struct Glibc.tm

/// What a receiver says of one moment, and its spelling in NMEA 0183.
///
/// The sentences are those of a common module: GSA, GGA, GST, RMC and GSV, so that gpsd has
/// all it needs for `eph`, `hdop` and the number of satellites.
package struct NMEAEpoch: Sendable {
    /// Seconds since 1970-01-01T00:00:00Z, to a hundredth of a second.
    package var time: Double
    /// 1 no fix, 2 two-dimensional, 3 three-dimensional.
    package var mode: Int
    /// Degrees north.
    package var latitude: Double
    /// Degrees east.
    package var longitude: Double
    /// Metres above mean sea level.
    package var altitude: Double
    /// Metres per second over ground.
    package var speed: Double
    /// Degrees clockwise from true north.
    package var track: Double
    /// Satellites used, 0 … 12.
    package var satellites: Int
    package var hdop: Double

    package init(
        time: Double, mode: Int = 3, latitude: Double = 45.5, longitude: Double = 7.25,
        altitude: Double = 900, speed: Double = 2.5, track: Double = 90, satellites: Int = 9,
        hdop: Double = 0.9
    ) {
        self.time = time
        self.mode = mode
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude
        self.speed = speed
        self.track = track
        self.satellites = satellites
        self.hdop = hdop
    }

    /// All sentences of the epoch, each with its checksum and CR LF.
    package var sentences: String {
        var body = [activeSatellites]
        if mode >= 2 {
            body += [position, errors, minimum]
        } else {
            body += [
                "GPGGA,\(clock),,,,,0,00,,,M,,M,,", "GPRMC,\(clock),V,,,,,,,\(date),,,N",
            ]
        }
        body += satellitesInView
        return body.map(Self.framed).joined()
    }

    /// `$BODY*CHECKSUM` and CR LF.
    package static func framed(_ body: String) -> String {
        let checksum = body.utf8.reduce(UInt8(0), ^)
        return "$\(body)*\(padded(Int(checksum), 2, radix: 16))\r\n"
    }
}

// MARK: - Sentences

extension NMEAEpoch {
    private var activeSatellites: String {
        let used = mode >= 2 ? min(12, satellites) : 0
        let numbers = (1...12).map { $0 <= used ? Self.padded($0, 2) : "" }
        let vdop = hdop * 1.4
        let pdop = (hdop * hdop + vdop * vdop).squareRoot()
        return "GPGSA,A,\(max(1, mode))," + numbers.joined(separator: ",")
            + ",\(Self.fixed(pdop, 1)),\(Self.fixed(hdop, 1)),\(Self.fixed(vdop, 1))"
    }

    private var position: String {
        let height = mode == 3 ? "\(Self.fixed(altitude, 1)),M,47.0,M" : ",M,,M"
        return "GPGGA,\(clock),\(place),1,\(Self.padded(satellites, 2)),"
            + "\(Self.fixed(hdop, 1)),\(height),,"
    }

    private var errors: String { "GPGST,\(clock),5.0,3.0,2.0,45.0,2.5,3.5,6.0" }

    private var minimum: String {
        let knots = Self.fixed(speed * 1.943_844_492, 2)
        return "GPRMC,\(clock),A,\(place),\(knots),\(Self.fixed(track, 1)),\(date),,,A"
    }

    private var satellitesInView: [String] {
        let elevations = [75, 60, 50, 45, 40, 35, 30, 25, 20, 15, 12, 10]
        let seen = min(12, satellites)
        guard seen > 0 else { return [] }
        let count = (seen + 3) / 4
        return (0..<count).map { message in
            let blocks = (message * 4..<min(seen, message * 4 + 4)).map { index in
                "\(Self.padded(index + 1, 2)),\(Self.padded(elevations[index], 2)),"
                    + "\(Self.padded(index * 40 % 360, 3)),\(36 + index)"
            }
            return "GPGSV,\(count),\(message + 1),\(Self.padded(seen, 2)),"
                + blocks.joined(separator: ",")
        }
    }

    private var place: String {
        "\(Self.degrees(latitude, 2)),\(latitude < 0 ? "S" : "N"),"
            + "\(Self.degrees(longitude, 3)),\(longitude < 0 ? "W" : "E")"
    }

    private var hundredths: Int { Int((time * 100).rounded()) }

    private var calendar: tm {
        var seconds = time_t(hundredths / 100)
        var fields = tm()
        gmtime_r(&seconds, &fields)
        return fields
    }

    private var clock: String {
        let now = calendar
        return [now.tm_hour, now.tm_min, now.tm_sec].map { Self.padded(Int($0), 2) }.joined()
            + "." + Self.padded(hundredths % 100, 2)
    }

    private var date: String {
        let now = calendar
        return [now.tm_mday, now.tm_mon + 1, now.tm_year % 100]
            .map { Self.padded(Int($0), 2) }.joined()
    }

    /// Degrees and minutes as NMEA writes them, to 0.18 mm: `4530.000000`.
    private static func degrees(_ value: Double, _ width: Int) -> String {
        let micro = Int((abs(value) * 60e6).rounded())
        let minutes = micro % 60_000_000
        return padded(micro / 60_000_000, width) + padded(minutes / 1_000_000, 2) + "."
            + padded(minutes % 1_000_000, 6)
    }

    /// Decimal digits without locale, rounded half away from zero.
    static func fixed(_ value: Double, _ digits: Int) -> String {
        var scale = 1
        for _ in 0..<digits { scale *= 10 }
        let scaled = Int((abs(value) * Double(scale)).rounded())
        let text = "\(scaled / scale).\(padded(scaled % scale, digits))"
        return value < 0 && scaled != 0 ? "-" + text : text
    }

    static func padded(_ value: Int, _ width: Int, radix: Int = 10) -> String {
        let text = String(value, radix: radix, uppercase: true)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
}
