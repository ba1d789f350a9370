/// Everything that is known about the run at this moment.
package struct RunSummary: Equatable, Sendable {
    package enum State: String, Equatable, Sendable {
        case idle
        case running
        case paused
        case stopped
    }

    package var state: State = .idle
    package var start: RunStart?
    /// The moment of the start on the boot clock; nil before it.
    package var begin: Instant?
    /// The end of the run, or the latest moment the engine knows of.
    package var end: Instant?
    /// From start to end, pauses included.
    package var elapsed: Elapsed = .zero
    /// From start to end without pauses.
    package var active: Elapsed = .zero
    /// Active time in which the person moved.
    package var moving: Elapsed = .zero
    /// Measured metres (gps and pedometer). While recording it never falls.
    package var distance: Double = 0
    /// Metres that were only bridged.
    package var estimated: Double = 0
    /// Steps, both feet, without those taken while paused.
    package var steps: Int = 0
    package var spans: [Span] = []
    package var laps: [Lap] = []
    /// Changes between gps and pedometer.
    package var switches: Int = 0
    package var rejected = Rejections()
    /// Adequate fixes.
    package var fixes: Int = 0
    package var source: Source = .none
    /// When the present span began.
    package var since: Instant?
    /// The time of the last adequate fix.
    package var lastFix: Instant?
    package var position: Coordinate?
    /// Metres above mean sea level, smoothed.
    package var altitude: Double?
    package var ascent: Double = 0
    package var descent: Double = 0
    /// Smoothed metres per second.
    package var speed: Double?
    /// Steps per minute over the last seconds.
    package var cadence: Double?
    /// Beats per minute, if heard lately.
    package var heart: Int?
    /// The step length in use now, in metres, and where it comes from.
    package var stepLength: StepLength?
    /// Marks, in the order of their time.
    package var marks: [PlacedMark] = []
    /// What the person named, in the order of their beginnings.
    package var segments: [NamedSegment] = []
    /// What the books say of the moments that were marked.
    var milestones: [Milestone] = []

    package init() {}

    /// Metres per second over active time; nil before anything moved.
    package var averageSpeed: Double? {
        active > .zero && distance > 0 ? distance / active.seconds : nil
    }

    /// Metres per second over moving time; nil before anything moved.
    package var movingSpeed: Double? {
        moving > .zero && distance > 0 ? distance / moving.seconds : nil
    }
}

/// A step length with its origin.
package struct StepLength: Equatable, Sendable {
    /// Metres.
    package var metres: Double
    package var origin: Origin
    /// Seconds of good GPS that it was learnt from.
    package var learntSeconds: Double

    package enum Origin: String, Equatable, Sendable {
        /// Set by the user.
        case fixed
        /// Learnt from good GPS by cadence.
        case learnt
        /// The ratio of the last minute of good GPS.
        case recent
        /// Guessed from the body height.
        case height
        /// Nothing known.
        case standard
    }

    package init(metres: Double, origin: Origin, learntSeconds: Double) {
        self.metres = metres
        self.origin = origin
        self.learntSeconds = learntSeconds
    }
}
