internal import EventLoop
internal import RunCore
internal import SentinelLink
internal import SentinelProtocol

/// What is known of the alarm.
struct AlarmState {
    /// The sound device that the sentinel opened for trial; nil: none opened.
    var device: String?
    var trouble: String?
    /// A sentinel watched over this run once.
    var wasArmed = false
    /// What the last sentinel found where it runs.
    var facts: SentinelFacts?
    /// What the person said of the last try.
    var trial: ControlTrial?
    var isSounding = false
    var lastSound: String?
    /// Switched off until then, though a run goes on.
    var mutedUntil: Instant?
    /// Steps of the run when it was switched off.
    var mutedSteps: Int?
    var word = "off"
}

extension Daemon {
    func act(on events: [AlarmEvent]) {
        for event in events { act(on: event) }
        alarmState.word = alarmWord
    }

    private func act(on event: AlarmEvent) {
        switch event {
        case .armed(_, let device, let trouble):
            alarmState.wasArmed = true
            alarmState.device = device
            alarmState.trouble = device == nil ? trouble ?? "no sound device" : nil
            notices[.alarm] = alarmState.trouble.map { "the alert may not be heard: \($0)" }
            if let trouble = alarmState.trouble { Log.warning("alarm armed, but: \(trouble)") }
            answerArmed()
        case .facts(let facts):
            alarmState.facts = facts
            answerCheck(.result(["facts": .object(controlFacts(facts).json)]))
        case .notArmed(let reason):
            alarmState.trouble = reason
            notices[.alarm] = "THE ALARM IS OFF: \(reason)"
            Log.emergency("the alarm is off though a run goes on: \(reason)")
            if alarmState.wasArmed { soundWithoutSentinel(.fired(.failed)) }
            answerArmed()
        case .sentinelLost: Log.warning("the sentinel is gone; another is being armed")
        case .disarmed(let isConfirmed):
            if !isConfirmed { Log.warning("the sentinel did not answer and was ended") }
            notices[.alarm] = nil
            answerDisarmed()
        case .sounding(let cause):
            alarmState.isSounding = true
            ending?.hasSounded = true
            Log.warning("sounding: \(cause.word)")
        case .played(let report):
            alarmState.isSounding = false
            alarmState.lastSound = "\(report.device), \(report.frames) frames"
            ending?.isHeard = true
            answerTest { sound in .result(answer(report, sound)) }
        case .silent(let reason):
            alarmState.isSounding = false
            // A sentinel that has begun has tried every device.
            let isLeft = ending?.hasSounded == false && soundWithoutSentinel(.fired(.terminated))
            if !isLeft { ending?.isHeard = true }
            notices[.alarm] = "the alert made no sound: \(reason)"
            Log.emergency("the alert made no sound: \(reason)")
            answerTest { _ in .failure(.alertFailed(reason)) }
            answerCheck(.failure(.alertFailed(reason)))
        }
    }

    /// The caller's next answer comes when the sentinel has spoken.
    func wait(_ caller: Int, for what: Waiting.For) {
        callers[caller]?.isWaiting = true
        waiting.append(Waiting(caller: caller, what: what))
    }

    private func answerArmed() {
        alarmState.word = alarmWord
        let alarm = JSONValue.object(controlAlarm.json)
        for (caller, what) in takeWaiting({ $0.isArming }) {
            switch what {
            case .start(let run):
                let sentences = notices.all.map { JSONValue.string($0) }
                complete(
                    caller,
                    .result([
                        "run": .integer(run), "alarm": alarm, "notices": .array(sentences),
                    ]))
            case .resumption(let run):
                complete(caller, .result(["run": .integer(run), "alarm": alarm]))
            case .stop, .test, .check: break
            }
        }
    }

    private func answerDisarmed() {
        for (caller, what) in takeWaiting({ $0.isStopping }) {
            if case .stop(let run) = what {
                complete(caller, .result(["run": .object(run.json)]))
            }
        }
    }

    private func answerTest(_ reply: (Sound) -> ControlReply) {
        for (caller, what) in takeWaiting({ $0.isTest }) {
            if case .test(let sound) = what { complete(caller, reply(sound)) }
        }
    }

    private func answerCheck(_ reply: ControlReply) {
        for (caller, _) in takeWaiting({ $0.isCheck }) { complete(caller, reply) }
    }

    private func takeWaiting(_ matches: (Waiting.For) -> Bool) -> [(Int, Waiting.For)] {
        let taken = waiting.filter { matches($0.what) }
        waiting.removeAll { matches($0.what) }
        return taken.map { ($0.caller, $0.what) }
    }

    private func answer(_ report: PlayReport, _ sound: Sound) -> JSONObject {
        // `S16_LE 48000 Hz 2 ch`
        let rate = report.format.split(separator: " ").compactMap { Int64($0) }.first ?? 0
        return [
            "device": .string(report.device), "format": .string(report.format),
            "rate": .integer(rate), "frames": .integer(report.frames),
            "first": .number(Double(report.firstFrame) / 1e6),
            "latency": .number(Double(report.latency) / 1e6),
            "complete": .bool(report.frames >= parts.bank.directory.entry(sound)?.frames ?? 0),
        ]
    }

    // MARK: no source at all

    func checkLost(_ now: Instant) {
        guard run?.source == Source.none, let moment = run?.moment(now),
            let basis = lostBasis ?? run?.summary()
        else {
            lostBasis = nil
            notices[.source] = nil
            return
        }
        lostBasis = basis
        if lost.isDue(basis, at: moment), alarmState.mutedUntil == nil {
            Log.warning("nothing measures the distance any more")
            act(on: alarm.fire(.lost, now: now.microseconds))
        }
        notices[.source] =
            basis.fixes > 0 ? "no source of distance: neither GPS nor steps" : nil
    }

    var lostDeadline: Instant? {
        lostBasis.flatMap { lost.deadline($0) }.flatMap { run?.bootClock(at: $0) }
    }

    // MARK: status

    var controlAlarm: ControlAlarm {
        let until = alarmState.mutedUntil.flatMap { moment in
            wall.map { localText($0 + (moment - now)) }
        }
        return ControlAlarm(
            state: alarmWord, detail: alarmDetail, mutedUntil: until, trial: alarmState.trial)
    }

    private var alarmDetail: String? {
        switch alarm.status {
        case .armed(_, let device): device ?? alarmState.trouble
        case .unarmed(let reason): reason
        case .off, .arming: alarmState.trouble
        }
    }

    private var alarmWord: String {
        if alarmState.isSounding { return "playing" }
        if run == nil { return "off" }
        if alarmState.mutedUntil != nil { return "muted" }
        switch alarm.status {
        case .armed: return "armed"
        case .arming: return "arming"
        case .unarmed, .off: return "failed"
        }
    }
}

extension Waiting.For {
    var isArming: Bool {
        switch self {
        case .start, .resumption: true
        case .stop, .test, .check: false
        }
    }

    var isStopping: Bool {
        if case .stop = self { return true }
        return false
    }

    var isCheck: Bool {
        if case .check = self { return true }
        return false
    }

    var isTest: Bool {
        if case .test = self { return true }
        return false
    }
}
