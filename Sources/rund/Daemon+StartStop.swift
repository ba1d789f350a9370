internal import EventLoop
internal import POSIX
internal import RunCore
internal import RunStore
internal import SentinelLink
internal import Settings

/// A run's beginning and its end.
extension Daemon {
    func start(_ parameters: JSONObject, _ caller: Int) -> ControlReply? {
        if let run { return .failure(.runActive(run.number)) }
        silenceOldAlert()
        let begin = now
        let wall = wall
        let zone = SystemZone.current(configured: parts.configuration.text("zone"))
        let offset = wall.map { zone.offset(at: $0).seconds }
        let label = RunStart(
            wall: wall, zone: zone.name,
            activity: Self.short(parameters["activity"]?.string),
            indoor: parameters["indoor"]?.bool ?? false,
            note: Self.short(parameters["note"]?.string), engine: Version.current,
            settings: engine, model: stepLengthModel)
        let number = store.beginRun(
            NewRun(
                boot: parts.boot, start: begin, wall: wall, utcOffset: offset, zone: zone.name,
                activity: label.activity, indoor: label.indoor, note: label.note))
        let run = ActiveRun(
            number: number, clock: RunClock(boot: parts.boot), pace: pace(from: begin),
            recorder: newRecorder(),
            start: begin, label: label)
        run.startWall = wall
        run.zone = zone.name
        run.utcOffset = offset
        self.run = run
        forgetLastRun()
        if wall == nil { notices[.clock] = "the clock is not set: the date comes when it is" }
        enableSteps()
        record(Event(time: begin, arrival: begin, payload: .start(label)))
        readSteps()
        holdSystem()
        log?.begin(at: begin)
        alarmState.wasArmed = false
        wait(caller, for: .start(run: number))
        act(on: alarm.arm(run: "\(number)", now: now.microseconds))
        noteStore(store.commit(now: now))
        Log.info("run \(number) begins")
        return nil
    }

    func stop(_ caller: Int) -> ControlReply? {
        guard run != nil else { return .failure(.noActiveRun) }
        readSteps()
        endAcceleration()
        record(.stop)
        guard let run else { return .failure(.noActiveRun) }
        let ended = controlRun()
        let summary = self.run?.summary()
        if let summary { store.setTotals(RunTotals(summary), of: run.number, at: now) }
        if let model = run.model { store.setSetting(Self.modelSetting, model.text, at: now) }
        let zone = SystemZone.current(configured: parts.configuration.text("zone"))
        let wall = run.startWall.map { $0 + (run.lastArrival - run.start) }
        store.endRun(
            run.number,
            RunEnd(
                stop: summary?.end ?? run.lastArrival, wall: wall,
                utcOffset: wall.map { zone.offset(at: $0).seconds }),
            at: now)
        // On disk first: a death from here on must not look like the end of a run that goes on.
        noteStore(store.commit(now: now))
        disableSteps()
        log?.end()
        releaseSystem()
        self.run = nil
        notices[.rawOnly] = nil
        notices[.interrupted] = nil
        Log.info("run \(run.number) ends")
        if summary == nil { computeTotals(of: run.number) }
        wait(caller, for: .stop(run: ended))
        act(on: alarm.off(now: now.microseconds))
        silenceOldAlert()
        return nil
    }

    /// The totals of a run that was recorded without the engine. The run is ended and safe before, as
    /// its events may be what the engine dies of.
    private func computeTotals(of number: RunNumber) {
        do {
            store.setTotals(try store.reader().check(number).computed, of: number, at: now)
            noteStore(store.commit(now: now))
        } catch {
            Log.warning("run \(number) has no totals yet: \(error)")
        }
    }

    /// Reopens a run that was stopped by mistake, or was cut off too long ago to go on by itself.
    func goOn(_ parameters: JSONObject, _ caller: Int) -> ControlReply? {
        if let run { return .failure(.runActive(run.number)) }
        do {
            let reader = try store.reader()
            let wanted = parameters["run"]?.integer
            let found = try wanted.map { (number) throws(StoreError) in try reader.run(number) }
            guard let record = try found ?? reader.lastRun() else {
                return .failure(.refused("there is no run to go on with"))
            }
            var history = RunHistory()
            try eachEvent(of: record) { history.handle($0) }
            let clock = RunClock(boot: record.boot, offset: record.clockOffset)
            let known = record.startWall.map { (moment: record.start, wall: $0) }
            guard let interrupted = history.interrupted(clock: clock, start: known) else {
                return .failure(.refused("run \(record.number) has no events"))
            }
            silenceOldAlert()
            let reading = ClockReading(boot: parts.boot, bootClock: now, wall: wall)
            store.reopen(record.number, at: now)
            wait(caller, for: .resumption(run: record.number))
            try resume(record, Resumption().plan(interrupted, now: reading), aloud: false)
            return nil
        } catch let error as StoreError {
            waiting.removeAll { $0.caller == caller }
            callers[caller]?.isWaiting = false
            if case .noSuchRun = error.kind, let number = parameters["run"]?.integer {
                return .failure(.noSuchRun(number))
            }
            return .failure(.refused("\(error)"))
        } catch {
            return .failure(.refused("\(error)"))
        }
    }

    /// An alert of a recorder that died, which somebody has now answered.
    private func silenceOldAlert() {
        // An alert that cannot be reached has its own end; the run must not wait for it.
        _ = try? AlertSocket.send(
            .acknowledge, directory: parts.locations.runtimeDirectory)
    }

    private func forgetLastRun() {
        notices[.interrupted] = nil
        notices[.rawOnly] = nil
        alarmState.mutedUntil = nil
        lost = LostAlert()
    }

    private static func short(_ text: String?) -> String? {
        text.flatMap { $0.isEmpty ? nil : String($0.prefix(1000)) }
    }
}
