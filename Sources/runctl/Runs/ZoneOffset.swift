private import Glibc
internal import RunCore

/// Offsets of named time zones, from the system's own database.
enum ZoneOffset {
    /// Local time minus UTC at a moment in a zone such as `Asia/Kolkata`; nil if the system does not
    /// know the zone. Corresponds to C `tzset` and `localtime_r`.
    static func of(_ zone: String, at wall: WallTime) -> UTCOffset? {
        let isName = zone.utf8.allSatisfy { byte in
            (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
                || "/_+-".utf8.contains(byte)
        }
        guard isName, !zone.isEmpty, !zone.hasPrefix("/"),
            access("/usr/share/zoneinfo/\(zone)", R_OK) == 0
        else { return nil }
        let before = getenv("TZ").map { String(cString: $0) }
        setenv("TZ", ":\(zone)", 1)
        tzset()
        defer {
            if let before { setenv("TZ", before, 1) } else { unsetenv("TZ") }
            tzset()
        }
        var seconds = time_t(wall.microseconds / 1_000_000)
        var parts = tm()
        guard localtime_r(&seconds, &parts) != nil else { return nil }
        return UTCOffset(seconds: Int(parts.tm_gmtoff))
    }
}
