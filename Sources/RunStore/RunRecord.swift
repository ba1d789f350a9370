package import RunCore

/// The number of a run: counts from 1, shown to the person, never used again.
package typealias RunNumber = Int64

/// What is known when a run begins.
package struct NewRun: Equatable, Sendable {
    /// Identifies the boot whose clock the run's clock is (`/proc/sys/kernel/random/boot_id`).
    package var boot: String
    /// The boot clock at the start; the run's clock goes on from it.
    package var start: Instant
    /// Civil time at the start; nil while the clock of the machine is not believable.
    package var wall: WallTime?
    /// Local time minus UTC at the start, in seconds.
    package var utcOffset: Int?
    /// Name of the time zone, such as `Asia/Kolkata`.
    package var zone: String?
    package var activity: String?
    package var indoor: Bool
    package var note: String?

    package init(
        boot: String, start: Instant, wall: WallTime? = nil, utcOffset: Int? = nil,
        zone: String? = nil, activity: String? = nil, indoor: Bool = false, note: String? = nil
    ) {
        self.boot = boot
        self.start = start
        self.wall = wall
        self.utcOffset = utcOffset
        self.zone = zone
        self.activity = activity
        self.indoor = indoor
        self.note = note
    }
}

/// How and when a run ended.
package struct RunEnd: Equatable, Sendable {
    /// On the run's own clock.
    package var stop: Instant
    package var wall: WallTime?
    /// Local time minus UTC at the stop, in seconds.
    package var utcOffset: Int?
    /// Ended by rund because nobody was there to go on with it, not by the person.
    package var interrupted: Bool

    package init(
        stop: Instant, wall: WallTime? = nil, utcOffset: Int? = nil, interrupted: Bool = false
    ) {
        self.stop = stop
        self.wall = wall
        self.utcOffset = utcOffset
        self.interrupted = interrupted
    }
}

/// What the engine made of a run: columns for lists, all of which can be rebuilt from the events.
package struct RunTotals: Equatable, Sendable {
    package var elapsed: Elapsed
    /// Without pauses.
    package var active: Elapsed
    /// Metres measured by GPS and steps.
    package var distance: Double
    /// Metres that were only bridged.
    package var estimated: Double
    package var steps: Int64
    /// Metres upwards and downwards; nil without altitudes.
    package var ascent: Double?
    package var descent: Double?
    /// Anything else worth keeping, as JSON.
    package var summary: String?
    package var laps: [LapRecord]

    package init(
        elapsed: Elapsed, active: Elapsed, distance: Double, estimated: Double = 0, steps: Int64,
        ascent: Double? = nil, descent: Double? = nil, summary: String? = nil,
        laps: [LapRecord] = []
    ) {
        self.elapsed = elapsed
        self.active = active
        self.distance = distance
        self.estimated = estimated
        self.steps = steps
        self.ascent = ascent
        self.descent = descent
        self.summary = summary
        self.laps = laps
    }
}

/// One lap; both ends are since the start of the run.
package struct LapRecord: Equatable, Sendable {
    package var from: Elapsed
    package var to: Elapsed
    /// Metres.
    package var distance: Double

    package init(from: Elapsed, to: Elapsed, distance: Double) {
        self.from = from
        self.to = to
        self.distance = distance
    }
}

/// One row of `runs`.
package struct RunRecord: Equatable, Sendable {
    package var number: RunNumber
    package var state: State
    /// The boot that records it or recorded it last.
    package var boot: String
    /// The run's clock minus the boot clock of `boot`.
    package var clockOffset: Elapsed
    /// On the run's own clock.
    package var start: Instant
    package var startWall: WallTime?
    /// Local time minus UTC at the start, in seconds.
    package var startOffset: Int?
    package var zone: String?
    package var stop: Instant?
    package var stopWall: WallTime?
    package var stopOffset: Int?
    package var activity: String?
    package var indoor: Bool
    package var note: String?
    /// Metres that the person says are right, beside those that were measured; nil: nothing.
    package var corrected: Double?
    /// Since when it is in the trash; nil: it is not.
    package var trashed: WallTime?
    /// As the engine made them when they were last stored, without `laps`; nil before that.
    package var totals: RunTotals?

    package enum State: String, Sendable {
        case active
        case stopped
        /// Ended by rund at its last event, because it could not be resumed.
        case interrupted
    }
}

/// One event as it is stored.
package struct StoredEvent: Equatable, Sendable {
    /// Number within the run, from 0, in the order of arrival; a lost one leaves a gap.
    package var sequence: Int64
    /// One line of the sensor log, without the newline.
    package var line: [UInt8]
}
