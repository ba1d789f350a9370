internal import RunCore
internal import RunStore

/// The run that goes on. A class, so that looking at it never copies the engine.
final class ActiveRun {
    let number: RunNumber
    /// Makes the run's clock of the boot clock; see `moment`.
    let clock: RunClock
    /// Nil, but for a sensor log that is not played as fast as it was recorded.
    private let pace: Pace?
    /// Nil while the recorder only keeps what it hears, because the engine may be what kills it.
    private var recorder: Recorder?
    /// What the engine knows; made when it is asked for, once after each event.
    private var known: RunSummary?
    /// What every wake-up wants to know of the engine.
    private var glance: Recorder.Glance?
    /// On the run's clock.
    let start: Instant
    /// Civil time of the start, once it is known.
    var startWall: WallTime?
    var zone: String?
    /// Local time minus UTC at the start, in seconds.
    var utcOffset: Int?
    var label: RunStart
    /// Arrival of the last event, on the run's clock: the next one is never earlier.
    var lastArrival: Instant
    var marks = 0
    var isPaused = false

    init(
        number: RunNumber, clock: RunClock, pace: Pace?, recorder: Recorder?, start: Instant,
        label: RunStart
    ) {
        self.number = number
        self.clock = clock
        self.pace = pace
        self.recorder = recorder
        glance = self.recorder?.glance()
        self.start = start
        self.label = label
        lastArrival = start
    }

    var isRawOnly: Bool { recorder == nil }

    /// The run's clock at a moment of the boot clock.
    func moment(_ bootClock: Instant) -> Instant { clock(pace?.paced(bootClock) ?? bootClock) }

    /// The boot clock at a moment of the run's clock.
    func bootClock(at moment: Instant) -> Instant {
        let bootClock = moment - clock.offset
        return pace?.unpaced(bootClock) ?? bootClock
    }

    /// The engine's next deadline, on the boot clock.
    var deadline: Instant? { glance?.deadline.map { bootClock(at: $0) } }

    /// Where distance comes from; nil while only raw events are kept. Cheap, unlike `summary`.
    var source: Source? { glance?.source }

    /// The time of the last adequate fix, on the run's clock.
    var lastFix: Instant? { glance?.lastFix }

    var model: StepLengthModel? { recorder?.model }

    func summary() -> RunSummary? {
        if known == nil { known = recorder?.summary }
        return known
    }

    /// Gives the engine an event.
    func handle(_ event: Event) -> [Effect] {
        lastArrival = max(lastArrival, event.arrival)
        known = nil
        return noted(recorder?.handle(event) ?? [])
    }

    /// Fires the engine's deadlines up to that moment of the run's clock.
    func advance(to moment: Instant) -> [Effect] {
        known = nil
        return noted(recorder?.advance(to: moment) ?? [])
    }

    private func noted(_ effects: [Effect]) -> [Effect] {
        glance = recorder?.glance()
        for effect in effects {
            switch effect {
            case .paused: isPaused = true
            case .resumed: isPaused = false
            case .point, .sourceChanged, .lapped, .stopped: break
            }
        }
        return effects
    }
}
