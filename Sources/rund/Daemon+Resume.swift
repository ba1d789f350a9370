internal import POSIX
internal import RunCore
internal import RunStore
internal import SentinelLink

/// What becomes of a run that was going on when the recorder died.
extension Daemon {
    /// Says what the store found when it was opened.
    func reportOpening() {
        tellDamage()
        if store.opening.recoveredEvents > 0 {
            Log.info("\(store.opening.recoveredEvents) events came from the tail file")
        }
    }

    func resumeInterruptedRun() {
        do {
            guard let record = try store.reader().activeRun() else { return }
            let history = try history(of: record)
            let known = record.startWall.map { (moment: record.start, wall: $0) }
            let clock = RunClock(boot: record.boot, offset: record.clockOffset)
            guard let interrupted = history.interrupted(clock: clock, start: known) else {
                store.endRun(
                    record.number, RunEnd(stop: record.start, interrupted: true), at: now)
                return
            }
            let policy = Resumption.Policy(rawValue: parts.configuration.resume.rawValue) ?? .auto
            let reading = ClockReading(boot: parts.boot, bootClock: now, wall: wall)
            switch Resumption(policy: policy).decide(interrupted, now: reading) {
            case .resume(let plan): try resume(record, plan)
            case .ask(_, let end):
                close(record, at: end)
                tell(record, "go on with it: runctl continue last")
            case .end(let end, let reason):
                close(record, at: end, isInterrupted: reason != .stopped)
                if reason != .stopped { tell(record, Self.explain(reason)) }
            }
        } catch {
            notices[.interrupted] = "the run that was cut off cannot be read: \(error)"
            Log.error("the run that was cut off cannot be read: \(error)")
        }
    }

    /// Goes on with a run: as it was, plus a `restart`.
    /// - Parameter aloud: the person did not ask for it, and is to hear of it.
    func resume(
        _ record: RunRecord, _ plan: Resumption.Plan, aloud: Bool = true
    ) throws(StoreError) {
        let run = ActiveRun(
            number: record.number, clock: plan.clock, pace: pace(from: now),
            recorder: plan.isRawOnly ? nil : newRecorder(), start: record.start,
            label: RunStart(
                activity: record.activity, indoor: record.indoor, note: record.note))
        run.startWall = record.startWall
        run.zone = record.zone
        run.utcOffset = record.startOffset
        if plan.isRawOnly {
            notices[.rawOnly] =
                "the recorder died three times in a minute: it only keeps what it hears, and"
                + " shows no distance until the run is over"
        }
        try replay(record, into: run)
        run.lastArrival = plan.now
        store.rebase(record.number, boot: plan.clock.boot, clockOffset: plan.clock.offset, at: now)
        self.run = run
        recordRestart(plan)
        holdSystem()
        act(on: alarm.arm(run: "\(run.number)", now: now.microseconds))
        if aloud { sayResumed() }
        let seconds = Int(plan.gap.seconds.rounded())
        let doubt = plan.isGapUncertain ? " at least" : ""
        notices[.interrupted] =
            "interrupted for\(doubt) \(seconds) s (\(plan.restart.cause ?? "crash")), then resumed"
        Log.warning("run \(run.number) goes on after\(doubt) \(seconds) s without a recorder")
    }

    private func recordRestart(_ plan: Resumption.Plan) {
        record(.restart(plan.restart))
        enableSteps()
        readSteps()
        noteStore(store.commit(now: now))
    }

    /// Where the dead recorder's sentinel still sounds, it ends with the good news; else a new one
    /// brings them.
    private func sayResumed() {
        do {
            guard
                try AlertSocket.send(.resumed, directory: parts.locations.runtimeDirectory)
                    == .nobody
            else { return }
        } catch {
            Log.warning("the sounding alert cannot be told that the run goes on: \(error)")
        }
        act(on: alarm.fire(.resumed, now: now.microseconds))
    }

    private func history(of record: RunRecord) throws(StoreError) -> RunHistory {
        var history = RunHistory()
        try eachEvent(of: record) { history.handle($0) }
        return history
    }

    private func replay(_ record: RunRecord, into run: ActiveRun) throws(StoreError) {
        try eachEvent(of: record) { event in
            if case .start(let start) = event.payload { run.label = start }
            if case .mark = event.payload { run.marks += 1 }
            _ = run.handle(event)
        }
    }

    func eachEvent(
        of record: RunRecord, _ body: (Event) -> Void
    ) throws(StoreError) {
        var cursor = try store.reader().events(of: record.number)
        var lines = LogReader()
        while let stored = try cursor.next() {
            // A line that this version does not understand is skipped, as a replay does.
            let event = stored.line.withUnsafeBytes { try? lines.read(line: $0) }
            if let event { body(event) }
        }
    }

    func newRecorder() -> Recorder {
        Recorder(settings: engine, model: stepLengthModel)
    }

    /// What earlier runs taught about the step length.
    var stepLengthModel: StepLengthModel {
        do {
            let text = try store.reader().setting(Self.modelSetting)
            return text.flatMap { StepLengthModel(text: $0) } ?? StepLengthModel()
        } catch {
            return StepLengthModel()
        }
    }

    static let modelSetting = "step-length-model"

    private func close(_ record: RunRecord, at end: Instant, isInterrupted: Bool = true) {
        let wall = record.startWall.map { $0 + (end - record.start) }
        store.endRun(
            record.number,
            RunEnd(
                stop: end, wall: wall, utcOffset: record.startOffset,
                interrupted: isInterrupted),
            at: now)
        // Derived: runctl check makes them again where this fails.
        if let computed = (try? store.reader().check(record.number))?.computed {
            store.setTotals(computed, of: record.number, at: now)
        }
        noteStore(store.commit(now: now))
    }

    private func tell(_ record: RunRecord, _ why: String) {
        let text = "run \(record.number) was cut off and ended at its last event: \(why)"
        notices[.interrupted] = text
        Log.warning(text)
    }

    private static func explain(_ reason: Resumption.EndReason) -> String {
        switch reason {
        case .stopped: "it had been stopped"
        case .tooOld(let gap): "that was \(Int(gap.seconds / 60)) min ago"
        case .policy: "resume = never"
        }
    }
}
