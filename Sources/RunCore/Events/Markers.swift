/// What a run began with. The engine's own settings travel with it, so that a replay needs nothing else.
package struct RunStart: Equatable, Sendable {
    /// Wall clock at the start, if it was believable.
    package var wall: WallTime?
    /// Name of the time zone, such as `Asia/Kolkata`.
    package var zone: String?
    /// `run`, `walk`, `hike` or another word.
    package var activity: String?
    /// GPS does not count for distance.
    package var indoor: Bool
    package var note: String?
    /// The engine's version that recorded the run.
    package var engine: String?
    /// The limits the run was recorded with; nil in a log that was made without any.
    package var settings: EngineSettings?
    /// What was known of the step length when the run began.
    package var model: StepLengthModel?
    /// Metres as another device counted them that recorded the run.
    package var deviceDistance: Double?

    package init(
        wall: WallTime? = nil, zone: String? = nil, activity: String? = nil, indoor: Bool = false,
        note: String? = nil, engine: String? = nil, settings: EngineSettings? = nil,
        model: StepLengthModel? = nil, deviceDistance: Double? = nil
    ) {
        self.wall = wall
        self.zone = zone
        self.activity = activity
        self.indoor = indoor
        self.note = note
        self.engine = engine
        self.settings = settings
        self.model = model
        self.deviceDistance = deviceDistance
    }
}

package struct Mark: Equatable, Sendable {
    package var text: String?

    package init(text: String? = nil) { self.text = text }
}

/// The beginning or the end of a stretch that the person names.
package struct SegmentMark: Equatable, Sendable {
    package var name: String
    /// False: the end.
    package var isStart: Bool

    package init(name: String, isStart: Bool) {
        self.name = name
        self.isStart = isStart
    }
}

/// The recorder came back after it had died during the run.
package struct Restart: Equatable, Sendable {
    /// `crash`, `reboot`, `power` or another word.
    package var cause: String?
    /// The boot in which the run goes on.
    package var boot: String?

    package init(cause: String? = nil, boot: String? = nil) {
        self.cause = cause
        self.boot = boot
    }
}
