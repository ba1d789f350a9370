private import CGPS
internal import RunCore

/// What one line of gpsd said.
enum GPSDReport: Equatable {
    case version(String)
    /// So many receivers are there.
    case devices(Int)
    case device(path: String, isActive: Bool)
    /// A position report, without what only SKY knows.
    case position(Fix)
    case sky(device: String?, hdop: Double?, satellites: Int?)
    case error(String)
}

/// libgps's unpacker, with its structure of 24 kB.
/// Corresponds to C `gps_unpack`.
struct GPSDUnpacker: ~Copyable {
    private let data: UnsafeMutablePointer<gps_data_t>?

    init() { data = rund_gps_new() }

    deinit { rund_gps_free(data) }

    /// - Parameters:
    ///   - line: without its newline.
    ///   - reference: a time near now, for receivers whose week counter ran over.
    /// - Returns: nil for a line that is broken, or that nobody here needs.
    func unpack(_ line: ArraySlice<UInt8>, near reference: WallTime) -> GPSDReport? {
        // A line without its end would be read up to where it was cut: 13.4 as 1.
        guard let data, line.first == UInt8(ascii: "{"), line.last == UInt8(ascii: "}"),
            !line.contains(0)
        else { return nil }
        var text = line.map { CChar(bitPattern: $0) }
        text.append(0)
        var report = rund_gps_report()
        guard rund_gps_unpack(data, &text, &report) == 0 else { return nil }
        let device = Self.text(&report.device)
        switch UInt32(bitPattern: report.kind) {
        case RUND_GPS_VERSION.rawValue: return .version(device)
        case RUND_GPS_DEVICES.rawValue: return .devices(Int(report.devices))
        case RUND_GPS_DEVICE.rawValue:
            return .device(path: device, isActive: report.devices != 0)
        case RUND_GPS_ERROR.rawValue: return .error(device)
        case RUND_GPS_TPV.rawValue:
            return .position(Self.fix(report, device, near: reference))
        case RUND_GPS_SKY.rawValue:
            // A SKY without a list of satellites says nothing about how many were used.
            let isListed = report.satellites_visible > 0 || report.satellites_used > 0
            return .sky(
                device: device.isEmpty ? nil : device, hdop: Self.positive(report.hdop),
                satellites: isListed ? Int(report.satellites_used) : nil)
        default: return nil
        }
    }

    private static func fix(
        _ report: rund_gps_report, _ device: String, near reference: WallTime
    ) -> Fix {
        let coordinate = Coordinate(latitude: report.latitude, longitude: report.longitude)
        let isPlace = report.mode >= 2 && coordinate.isValid
        var fix = Fix(
            mode: Int(report.mode), coordinate: isPlace ? coordinate : nil,
            altitude: report.mode >= 3 ? finite(report.altitude) : nil,
            eph: positive(report.eph), speed: finite(report.speed), track: finite(report.track),
            eps: positive(report.eps), device: device.isEmpty ? nil : device)
        if fix.eph == nil, let x = positive(report.epx), let y = positive(report.epy) {
            fix.eph = (x * x + y * y).squareRoot()
        }
        // libgps gives seconds of any size; beyond ±100,000 years it is no time.
        if report.has_time != 0, abs(report.seconds) < 3_000_000_000_000 {
            let time = WallTime(
                microseconds: Int64(report.seconds) * 1_000_000 + Int64(report.nanoseconds) / 1000)
            fix.time = GPSWeek.corrected(time, near: reference)
        }
        return fix
    }

    private static func finite(_ value: Double) -> Double? { value.isFinite ? value : nil }

    private static func positive(_ value: Double) -> Double? {
        value.isFinite && value > 0 ? value : nil
    }

    private static func text<Characters>(_ characters: inout Characters) -> String {
        withUnsafeBytes(of: &characters) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
