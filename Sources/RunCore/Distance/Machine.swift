/// The engine proper: takes events in the order of their own time and keeps the books.
///
/// It is composed of small machines, one for each idea, and only says who asks whom. Events whose
/// time is out of order are the business of `Recorder`, which winds back.
struct Machine: Sendable {
    enum State: Equatable, Sendable {
        case running
        case paused
        case stopped
    }

    let settings: EngineSettings
    let start: RunStart
    let begin: Instant
    var state = State.running
    /// The latest moment that is known to have passed.
    var now: Instant

    var timeline: Timeline
    var gate: FixGate
    var path: PathEstimator
    var counter = StepLedger()
    var pod = FootPod()
    var billing = Billing()
    var stride: StepLengthModel
    var steps = Cadence()
    var learner = StepLearner()
    var indoor = IndoorWatch()
    var autoPause: AutoPause
    var elevation = Elevation()
    /// When the active part began: start or the last resume.
    var partStart: Instant
    /// The loss clock has run out since the last adequate fix.
    var isLost = false
    /// The recorder died and came back since the last adequate fix.
    var wasInterrupted = false

    /// The fixes stood still while steps arrived, since the last adequate fix.
    var wasIndoor = false
    /// The last fix of an automatic pause that was still where the person stood.
    var lastStanding: Instant?

    /// During an automatic pause: when the latest row of steps began, and its latest step.
    var goingSince: Instant?
    var lastStep: Instant?

    /// For each section that is over, the lap that ended with it, if one did.
    var sectionEnds: [Lap.Cause?] = []
    /// Where the person marked something, in the order of sections.
    var boundaries: [Boundary] = []
    var pausedBefore = Elapsed.zero
    var rejected = Rejections()
    var fixes = 0
    var lastPointDistance = 0.0
    /// Time in which the fixes led on.
    var movingByFixes = Elapsed.zero
    var heart: (bpm: Int, time: Instant)?
    /// What the last order says about the past, for `Recorder` to put in its place.
    var conclusion: Order?
    /// What happened since it was last asked, for the outside.
    var effects: [Effect] = []

    init(start: RunStart, at begin: Instant, settings: EngineSettings, model: StepLengthModel) {
        self.start = start
        self.begin = begin
        self.settings = settings
        now = begin
        timeline = Timeline(start: begin)
        gate = FixGate(settings)
        path = PathEstimator(settings)
        autoPause = AutoPause(settings)
        stride = model
        partStart = begin
    }

    /// Takes an order of a run that has begun. Deadlines up to the clock's time fire first.
    mutating func apply(_ order: Order, clock: Instant) {
        advance(to: clock)
        switch order {
        case .event(let event): apply(event)
        case .indoor:
            if let anchor = gate.anchor { indoor.enter(at: anchor) }
            wasIndoor = true
        case .autoPause(let time): pause(at: time, automatic: true)
        case .autoResume(let time): resume(at: time, automatic: true)
        }
    }

    private mutating func apply(_ event: Event) {
        let time = min(event.time, event.arrival)
        switch event.payload {
        case .start, .acceleration: break
        case .fix(let fix): take(fix, at: time, arrival: event.arrival)
        case .steps(let reading): take(reading, at: time)
        case .foot(let reading): take(reading, at: time)
        case .heart(let reading): heart = (reading.bpm, time)
        case .pressure(let reading): elevation.take(reading, at: time)
        case .pause: pause(at: time, automatic: false)
        case .resume: resume(at: time, automatic: false)
        case .lap: endLap(at: time, cause: .hand)
        case .mark, .segment: addBoundary(event, at: time)
        case .restart: if state == .running { wasInterrupted = true }
        case .stop: stop(at: time)
        }
    }
}
