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
    var stride: StepLengthModel
    /// When the active part began: start or the last resume.
    var partStart: Instant
    /// The loss clock has run out since the last adequate fix.
    var isLost = false
    /// The recorder died and came back since the last adequate fix.
    var wasInterrupted = false

    var lapCauses: [Lap.Cause] = []
    var pausedBefore = Elapsed.zero
    var marks: [PlacedMark] = []
    var rejected = Rejections()
    var fixes = 0
    var lastPointDistance = 0.0
    var heart: (bpm: Int, time: Instant)?
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
        stride = model
        partStart = begin
    }

    /// Takes an event of a run that has begun. Deadlines up to the clock's time fire first.
    mutating func apply(_ event: Event, clock: Instant) {
        advance(to: clock)
        let time = min(event.time, event.arrival)
        switch event.payload {
        case .start: break
        case .fix(let fix): take(fix, at: time, arrival: event.arrival)
        case .steps(let reading): take(reading, at: time)
        case .foot, .acceleration, .pressure: break
        case .heart(let reading): heart = (reading.bpm, time)
        case .pause: pause(at: time)
        case .resume: resume(at: time)
        case .lap: endLap(at: time, cause: .hand)
        case .mark(let mark):
            marks.append(PlacedMark(time: time, distance: liveDistance(), text: mark.text))
        case .restart: if state == .running { wasInterrupted = true }
        case .stop: stop(at: time)
        }
    }

    mutating func take(_ reading: StepReading, at time: Instant) {
        let wasAlive = counter.isAlive
        guard let counted = counter.take(reading, at: time), counter.isAlive else { return }
        if !wasAlive, let first = counter.coverageStart, first < counted.from {
            // It lives, so its zeros were the truth.
            timeline.add(
                MotionInterval(from: first, to: counted.from, steps: 0, stepMicrometres: 0))
        }
        timeline.add(
            MotionInterval(
                from: counted.from, to: counted.to, steps: counted.steps,
                stepMicrometres: 1_000_000))
    }
}
