/// The distance engine: takes what was heard, in the order of arrival, and keeps the run.
///
/// A pure value. Time comes only from the events, so the same events make the same run, to the
/// last bit, live, replayed, or after a crash. Every event counts in the state of its own time:
/// one that arrives after something later was settled is put into its place.
package struct Recorder: Sendable {
    package private(set) var settings: EngineSettings
    private var initialModel: StepLengthModel
    private var machine: Machine?
    private var history: History?
    /// Step readings from before the start: the baseline of the counter.
    private var early: [Event] = []
    /// Counts steps in accelerations, until a step counter is heard.
    private var motion: AccelerationSteps? = AccelerationSteps()
    private var lastArrival = Instant(microseconds: .min)
    private var announced = Source.none
    private var lastPoint = Instant(microseconds: .min)
    private var book = MarkBook()
    /// The run as it was before its stop, should the person go on with it after all.
    private var reopening: Reopening?
    /// The most that was ever shown: distance does not fall.
    private var shown = 0.0

    /// - Parameters:
    ///   - settings: the limits, unless the `start` event carries its own.
    ///   - model: what is known of the step length from earlier runs, unless `start` carries it.
    package init(
        settings: EngineSettings = EngineSettings(), model: StepLengthModel = StepLengthModel()
    ) {
        self.settings = settings
        initialModel = model
    }

    /// What is known of the step length by now; worth keeping when the run ends.
    package var model: StepLengthModel { machine?.stride ?? initialModel }

    /// A run has begun and not ended.
    package var isRecording: Bool { machine.map { $0.state != .stopped } ?? false }

    /// What a loop wants to know after every event; `summary` says more, at a cost.
    package struct Glance: Equatable, Sendable {
        /// The next moment at which `advance(to:)` has something to do; nil if only an event can.
        package var deadline: Instant?
        /// Where distance comes from at this moment.
        package var source = Source.none
        /// The time of the last adequate fix.
        package var lastFix: Instant?

        package init() {}
    }

    /// Mutating only so that it is done in place: a look through an optional copies what is in it.
    package mutating func glance() -> Glance { machine?.glance() ?? Glance() }

    /// The next moment at which `advance(to:)` has something to do; nil if only an event can.
    package var deadline: Instant? { machine?.deadline }

    /// Everything that is known about the run. Distance never falls while the run goes on; once it
    /// is stopped, it is exactly the sum of its spans.
    package var summary: RunSummary {
        guard let machine else { return RunSummary() }
        var summary = machine.summary()
        if summary.state != .stopped { summary.distance = shown }
        addMarks(to: &summary)
        return summary
    }

    /// Takes an event; deadlines at or before its arrival fire first.
    ///
    /// Accelerations count as the steps that are found in them, where there is no step counter.
    package mutating func handle(_ event: Event) -> [Effect] {
        if case .steps = event.payload { motion = nil }
        guard machine != nil, motion != nil else { return take(event) }
        switch event.payload {
        case .acceleration(let acceleration):
            let effects = advance(to: event.arrival)
            lastArrival = max(lastArrival, event.arrival)
            let time = min(event.time, event.arrival)
            return effects + take(motion?.add(acceleration, at: time) ?? [], event.arrival)
        case .pause, .stop:
            return take(motion?.finish() ?? [], event.arrival) + take(event)
        case .start, .fix, .steps, .foot, .heart, .pressure, .resume, .lap, .mark, .segment,
            .restart:
            return take(event)
        }
    }

    private mutating func take(
        _ found: [AccelerationSteps.Timed], _ arrival: Instant
    ) -> [Effect] {
        var effects: [Effect] = []
        for steps in found {
            effects += take(
                Event(time: steps.time, arrival: arrival, payload: .steps(steps.reading)))
        }
        return effects
    }

    private mutating func take(_ event: Event) -> [Effect] {
        var event = event
        event.arrival = max(event.arrival, lastArrival)
        event.time = min(event.time, event.arrival)
        lastArrival = event.arrival
        // The machine is never copied here: it works in place, and copies would cost it its arrays.
        noteStop(event)
        guard let isBelated = machine?.isBelated(event) else { return begin(with: event) }
        if isBelated {
            putInPlace(.event(event))
        } else {
            if history?.wantsState(at: event.arrival) == true, let machine {
                history?.keep(machine)
            }
            history?.append(event)
            machine?.apply(.event(event), clock: event.arrival)
        }
        conclude()
        defer { book.take(event, distance: shown) }
        return report()
    }

    /// A stop that a restart follows was a mistake: the run goes on as if only the recorder had been away.
    private mutating func noteStop(_ event: Event) {
        guard let machine else { return }
        switch event.payload {
        case .stop where machine.state != .stopped:
            reopening = Reopening(machine: machine, history: history, book: book)
        case .restart where machine.state == .stopped:
            guard let before = reopening else { return }
            reopening = nil
            self.machine = before.machine
            history = before.history
            book = before.book
            for late in before.late { _ = take(late) }
        default:
            if machine.state == .stopped { reopening?.late.append(event) }
        }
    }

    private func addMarks(to summary: inout RunSummary) {
        summary.marks = book.placed(summary.milestones)
        let end = Milestone(
            key: Milestone.Key(time: summary.end ?? lastArrival), distance: summary.distance,
            active: summary.active, steps: summary.steps)
        summary.segments = book.segments(
            summary.milestones, end: end)
        summary.milestones = []
    }

    /// Fires the deadlines at or before that moment.
    package mutating func advance(to now: Instant) -> [Effect] {
        guard machine != nil, now > lastArrival else { return [] }
        machine?.advance(to: now)
        return report()
    }

    /// Nothing counts before the start, but the step counter's baseline is worth knowing.
    private mutating func begin(with event: Event) -> [Effect] {
        guard case .start(let start) = event.payload else {
            if case .steps = event.payload {
                early.append(event)
                if early.count > 8 { early.removeFirst() }
            }
            return []
        }
        settings = start.settings ?? settings
        var machine = Machine(
            start: start, at: event.time, settings: settings, model: start.model ?? initialModel)
        for reading in early { machine.apply(.event(reading), clock: event.time) }
        early = []
        announced = machine.source
        history = History(machine)
        self.machine = machine
        return []
    }

    /// Carries out what the machine concluded about the past.
    private mutating func conclude() {
        guard machine?.conclusion != nil else { return }
        // Each conclusion changes what leads to the next, so a few rounds are plenty.
        for _ in 0..<4 {
            guard let order = machine?.conclusion else { return }
            putInPlace(order)
        }
        machine?.conclusion = nil
    }

    /// Winds back, puts the order where it belongs, and goes on from there.
    private mutating func putInPlace(_ order: Order) {
        guard let now = machine?.now, let (from, items, late) = history?.insert(order, clock: now)
        else { return }
        var machine = from
        var effects: [Effect] = []
        for index in items.indices {
            machine.effects.removeAll(keepingCapacity: true)
            machine.conclusion = nil
            machine.apply(items[index].order, clock: items[index].clock)
            effects += machine.effects.filter { $0.isNew(after: lastPoint) || index == late }
        }
        machine.effects.removeAll(keepingCapacity: true)
        if machine.state != .stopped { machine.advance(to: now) }
        machine.effects = effects + machine.effects
        self.machine = machine
    }

    /// What the outside has not been told yet.
    private mutating func report() -> [Effect] {
        guard let source = machine?.glance().source else { return [] }
        var effects = machine?.takeEffects() ?? []
        for case .point(let point) in effects { lastPoint = point.time }
        // A run that was stopped may be found to be shorter than it was shown.
        if let live = machine?.shownDistance() { shown = max(shown, live) }
        if source != announced {
            if let change = machine?.change(from: announced) { effects.append(change) }
            announced = source
        }
        return effects
    }
}

/// What is needed to undo a stop.
private struct Reopening: Sendable {
    var machine: Machine
    var history: History?
    var book: MarkBook
    /// What was heard after the stop.
    var late: [Event] = []
}

extension Effect {
    /// A point of the track that was not told of yet.
    fileprivate func isNew(after moment: Instant) -> Bool {
        guard case .point(let point) = self else { return false }
        return point.time > moment
    }
}
