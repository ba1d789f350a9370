/// How far local time is ahead of UTC, in whole seconds.
///
/// One signed number, so that −00:30 and −03:30 cannot lose the sign on their minutes.
package struct UTCOffset: Hashable, Sendable {
    /// Positive east of Greenwich. Historic offsets have seconds (Amsterdam until 1937: +00:19:32).
    package var seconds: Int

    package static let utc = UTCOffset(seconds: 0)

    package init(seconds: Int) { self.seconds = seconds }

    package init(minutes: Int) { seconds = minutes * 60 }

    /// The nearest offset that RFC 3339 can show: whole minutes, less than a day.
    package var wholeMinutes: UTCOffset {
        let magnitude = min((abs(seconds) + 30) / 60, 1439)
        return UTCOffset(minutes: seconds < 0 ? -magnitude : magnitude)
    }
}
