internal import POSIX
internal import RunCore
internal import SentinelLink
internal import SentinelProtocol

/// What a person asks of the alarm.
extension Daemon {
    func acknowledge() -> ControlReply {
        do {
            _ = try AlertSocket.send(
                .acknowledge, directory: parts.locations.runtimeDirectory)
            return .result([:])
        } catch {
            return .failure(.refused("the alert cannot be reached: \(error)"))
        }
    }

    func testAlert(_ parameters: JSONObject, _ caller: Int) -> ControlReply? {
        let reason: FireReason
        switch parameters["sound"]?.string {
        case nil, "alert": reason = .test
        case "resumed": reason = .resumed
        case "lost": reason = .lost
        case "disk": reason = .disk
        default: return .failure(.invalidParameter("sound"))
        }
        if alarmState.isSounding { return .failure(.refused("a sound is being played")) }
        wait(caller, for: .test(reason.sound))
        act(on: alarm.fire(reason, now: now.microseconds))
        return nil
    }

    /// Answers with what a sentinel finds where it runs; one is armed for it if none is.
    func checkAlarm(_ caller: Int) -> ControlReply? {
        if run != nil {
            guard let facts = alarmState.facts else {
                return .failure(.alertFailed(alarmState.trouble ?? "no sentinel is armed"))
            }
            return .result(["facts": .object(controlFacts(facts).json)])
        }
        wait(caller, for: .check)
        act(on: alarm.examine(now: now.microseconds))
        return nil
    }

    func controlFacts(_ facts: SentinelFacts) -> ControlAlarmFacts {
        ControlAlarmFacts(
            device: facts.device, trouble: facts.trouble, volume: facts.volume,
            isMuted: facts.isMuted, lockable: facts.lockable, isUrgent: facts.isUrgent,
            sharesGroup: !facts.group.isEmpty && facts.group == ControlGroup.own,
            group: facts.group)
    }

    static let trialSetting = "alert-trial"

    /// Keeps what the person said after a try.
    func keepTrial(_ parameters: JSONObject) -> ControlReply {
        guard let heard = parameters["heard"]?.bool else {
            return .failure(.invalidParameter("heard"))
        }
        let trial = ControlTrial(
            at: wall.map(localText), heard: heard, device: parameters["device"]?.string)
        alarmState.trial = trial
        store.setSetting(Self.trialSetting, JSONValue.object(trial.json).text, at: now)
        noteStore(store.commit(now: now))
        return .result([:])
    }

    /// What a person said in an earlier life of the recorder.
    func recallTrial() {
        // A database that cannot be read is told of elsewhere.
        let text = try? store.reader().setting(Self.trialSetting)
        let value = text.flatMap { try? JSONValue(parsing: $0) }
        alarmState.trial = value?.object.flatMap { ControlTrial(json: $0) }
    }

    private static let longestMute = 12 * 3600.0

    func mute(_ parameters: JSONObject) -> ControlReply {
        guard let seconds = parameters["duration"]?.double, seconds > 0 else {
            return .failure(.invalidParameter("duration"))
        }
        guard run != nil else { return .failure(.noActiveRun) }
        let length = Elapsed(seconds: min(seconds, Self.longestMute))
        alarmState.mutedUntil = now + length
        alarmState.mutedSteps = run?.summary()?.steps
        act(on: alarm.off(now: now.microseconds))
        let until = wall.map { localText($0 + length) } ?? "in \(Int(length.seconds)) s"
        notices[.muted] = "the alarm is off until \(until), or until movement starts again"
        Log.warning("the alarm is off until \(until)")
        return .result(["until": .string(until)])
    }

    func unmute() -> ControlReply {
        guard alarmState.mutedUntil != nil else { return .result([:]) }
        endMute()
        return .result([:])
    }

    private func endMute() {
        alarmState.mutedUntil = nil
        notices[.muted] = nil
        guard let number = run?.number else { return }
        act(on: alarm.arm(run: "\(number)", now: now.microseconds))
    }

    /// A mute ends with its time, with its run, and when the person goes on: forgotten mutes are
    /// how recordings die unheard.
    func checkMute(_ now: Instant) {
        guard let until = alarmState.mutedUntil else { return }
        let walked = (run?.summary()?.steps ?? 0) - (alarmState.mutedSteps ?? 0)
        if until <= now || run == nil || walked >= 20 { endMute() }
    }
}
