private import Glibc
internal import RunCore

/// A civil moment as it was shown on the clocks where it happened.
struct LocalTime: Equatable {
    /// Days since 1970-01-01.
    var day: Int
    /// Seconds since midnight.
    var second: Int

    /// - Parameter offset: seconds that local time is ahead of UTC.
    init(_ wall: WallTime, offset: Int) {
        let seconds = floorDivide(wall.microseconds, 1_000_000) + Int64(offset)
        day = Int(floorDivide(seconds, 86_400))
        second = Int(seconds - Int64(day) * 86_400)
    }

    /// `2026-06-01`
    var date: String {
        let date = CivilDate(daysSinceEpoch: day)
        return
            "\(Decimal.padded(date.year, 4))-\(Decimal.padded(date.month))-\(Decimal.padded(date.day))"
    }

    /// `11:30`
    var clock: String { "\(Decimal.padded(second / 3_600)):\(Decimal.padded(second / 60 % 60))" }

    /// Seconds that local time is ahead of UTC now. Corresponds to C `localtime_r`.
    static func offset() -> Int {
        var seconds = time(nil)
        var parts = tm()
        localtime_r(&seconds, &parts)
        return Int(parts.tm_gmtoff)
    }

    /// This moment where this program runs. Corresponds to C `localtime_r`.
    static func now() -> LocalTime {
        var seconds = time(nil)
        var parts = tm()
        localtime_r(&seconds, &parts)
        return LocalTime(
            WallTime(microseconds: Int64(seconds) * 1_000_000), offset: Int(parts.tm_gmtoff))
    }
}

/// The quotient rounded down, also for moments before 1970.
private func floorDivide(_ a: Int64, _ b: Int64) -> Int64 {
    a >= 0 ? a / b : (a - b + 1) / b
}
