internal import RunCore

/// What is known of one of gpsd's receivers, and the fixes that come of its reports.
struct Receiver {
    private var assembler = FixAssembler()
    private var clock = FixClock()
    private var origin = ErrorOrigin()
    private var sky: (arrival: Instant, hdop: Double?, satellites: Int?)?
    private var lastWithout: (arrival: Instant, mode: Int)?
    /// The first fixes of a connection, until it is clear which of them were old already.
    private var greeting: [FixAssembler.Assembled] = []
    private var isGreeting = true
    /// Epochs that are finished, and the receiver's time of the last one.
    private(set) var epochs = 0
    private(set) var lastTime: WallTime?
    /// What waited in gpsd comes within this time; what is held longer could be lost by a crash.
    private static let burst = Elapsed(microseconds: 100_000)

    /// HDOP of this age still describes the fix: receivers send it every 1 to 5 s.
    private static let skyLife = Elapsed(microseconds: 10_000_000)
    /// A receiver that has no position says so once a second; we repeat it this often.
    private static let repetition = Elapsed(microseconds: 30_000_000)

    var deadline: Instant? {
        guard let first = greeting.first else { return assembler.deadline }
        let greeted = first.firstArrival + Self.burst
        return assembler.deadline.map { min($0, greeted) } ?? greeted
    }

    mutating func take(
        sky hdop: Double?, _ satellites: Int?, at now: Instant
    ) {
        let old = sky.flatMap { now - $0.arrival <= Self.skyLife ? $0 : nil }
        sky = (now, hdop ?? old?.hdop, satellites ?? old?.satellites)
    }

    mutating func take(_ report: Fix, at now: Instant) -> [GPSDClient.Event] {
        settle(assembler.add(report, arrival: now), at: now)
    }

    mutating func advance(to now: Instant) -> [GPSDClient.Event] {
        settle(assembler.advance(to: now), at: now)
    }

    /// Finishes epochs at once, but those of a new connection together.
    private mutating func settle(
        _ epochs: [FixAssembler.Assembled], at now: Instant
    ) -> [GPSDClient.Event] {
        guard isGreeting else { return epochs.compactMap { finish($0) } }
        greeting += epochs
        guard let first = greeting.first, first.firstArrival + Self.burst <= now
        else { return [] }
        let fixes = greeting
        greeting = []
        isGreeting = false
        clock.learn(fixes.map { ($0.firstArrival, $0.fix.time) })
        return fixes.compactMap { finish($0) }
    }

    private mutating func finish(_ epoch: FixAssembler.Assembled) -> GPSDClient.Event? {
        var fix = epoch.fix
        epochs += 1
        lastTime = fix.time
        let measured = clock.measured(arrival: epoch.firstArrival, time: fix.time)
        guard fix.mode >= 2 else { return withoutPosition(fix, measured) }
        lastWithout = nil
        if let sky, epoch.firstArrival - sky.arrival <= Self.skyLife {
            fix.hdop = sky.hdop
            fix.satellites = sky.satellites
        }
        fix.ephSource = origin.judge(eph: fix.eph, hdop: fix.hdop)
        return .fix(fix, measured: measured)
    }

    private mutating func withoutPosition(_ fix: Fix, _ measured: Instant) -> GPSDClient.Event? {
        if let last = lastWithout, last.mode == fix.mode,
            measured - last.arrival < Self.repetition
        {
            return nil
        }
        lastWithout = (measured, fix.mode)
        return .fix(
            Fix(mode: fix.mode, time: fix.time, device: fix.device), measured: measured)
    }
}
