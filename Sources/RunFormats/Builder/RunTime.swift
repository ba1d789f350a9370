import RunCore

/// Wall-clock labels for the moments of one run: one anchor, then only the boot clock.
///
/// A clock that is set, jumps or runs backwards during the run can therefore not bend it.
struct RunTime {
    let begin: Instant
    let wallAtBegin: WallTime?

    init(begin: Instant, wall: WallTime?) {
        self.begin = begin
        wallAtBegin = wall
    }

    func wall(_ moment: Instant) -> WallTime? {
        wallAtBegin.map { $0 + (moment - begin) }
    }
}

/// What the receivers said about the time, for runs that began before the clock was set.
struct ReceiverClock {
    /// GPS weeks are counted modulo 1024: a receiver may be that many weeks in the past.
    private static let rollover = Elapsed(seconds: 7_168 * 86_400)
    /// No run of this program is older than 2024-01-01.
    private static let earliest = WallTime(microseconds: 1_704_067_200_000_000)

    /// Wall clock minus boot clock in microseconds, of every fix that had a time.
    private var offsets: [Int64] = []

    mutating func note(_ label: WallTime?, at moment: Instant) {
        guard var label else { return }
        // 2000-01-01: a receiver that says less has not yet heard the date.
        guard label.microseconds >= 946_684_800_000_000 else { return }
        while label < ReceiverClock.earliest { label = label + ReceiverClock.rollover }
        offsets.append(label.microseconds &- moment.microseconds)
    }

    /// The median of what was said, which single wrong labels cannot move.
    func wall(at moment: Instant) -> WallTime? {
        guard !offsets.isEmpty else { return nil }
        let median = offsets.sorted()[offsets.count / 2]
        return WallTime(microseconds: moment.microseconds &+ median)
    }
}
