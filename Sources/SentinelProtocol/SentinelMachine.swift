/// What a sentinel does about everything that can happen to it. Times are milliseconds on a clock that stops in suspend.
///
/// The program runs the effects in order and feeds back what came of them; nothing here waits or fails.
package struct SentinelMachine: Hashable, Sendable {
    package enum State: Hashable, Sendable {
        /// Connected and not armed. → preparing, finished
        case idle
        /// The sounds are mapped and a device is tried. → armed, idle
        case preparing
        /// → suspect, wanting, noticeWanted, idle
        case armed
        /// The lease is over and ASK was sent. → armed, wanting
        case suspect(Grace)
        /// An alarm needs the lock that only one sounding sentinel holds. → playing, queued, idle, finished
        case wanting(Cause)
        /// Another sentinel holds the lock. → wanting, idle, finished
        case queued(Cause)
        /// → resting, reassuring, idle, finished
        case playing(Cause)
        /// Between two passes of an alarm that nobody answered. → playing, reassuring, idle, finished
        case resting(Cause, until: Int64)
        /// After the alarm: the sound that says that the run goes on. → idle, finished
        case reassuring
        /// A notice needs the lock. → noticing, armed
        case noticeWanted(FireReason)
        /// A notice sounds while the recorder stays watched. → armed, playing, idle, finished
        case noticing(FireReason)
        case finished
    }

    package enum Effect: Hashable, Sendable {
        case say(SentinelMessage)
        /// Map the bank that came with ARM and try a device; feeds `prepared` or `unusable`.
        case prepare(AlarmSettings)
        /// Ignore signals that ask to end (true), or let them end the process.
        case shield(Bool)
        /// Try to become the one that sounds; feeds `lockTaken` or `lockBusy`.
        case takeLock
        case unlock
        /// Tell the holder of the lock that this token waits; feeds `queueAnswered`.
        case queue(AlarmToken)
        case leaveQueue
        /// Begin one pass; feeds `passEnded` when it is over.
        case play(Sound)
        /// Stop the pass that runs, without `passEnded`.
        case cut
        /// Tell people by the other ways: once an alarm.
        case tell(Cause)
        /// Note that this token was sounded, and how.
        case bury(Burial)
        case answer(visitor: Int, VisitorReply)
        /// The process ends; 0: nothing went wrong, 3: an alarm that no device would play.
        case exit(Int32)
    }

    package enum PassEnd: Hashable, Sendable {
        case played(PlayReport)
        case silent(String)
    }

    package enum QueueAnswer: Hashable, Sendable {
        case accepted
        case absorbed
        /// The holder has gone or let go.
        case ended
    }

    package internal(set) var state = State.idle
    var token: AlarmToken?
    package internal(set) var settings: AlarmSettings?
    /// False for a sound that is asked for while no run is active: the end of the recorder is then no alarm.
    var isWatching = true
    var lease = Lease(length: 0, now: 0)
    var isLinked = true
    var passesPlayed = 0
    /// OFF, ACK or RESUMED came during a pass: it is the last.
    var isQuieted = false
    var isResumed = false
    /// The visitor that sounds next.
    var waiter: Int?
    var wasSilent = false

    package init() {}

    /// When `tick` is due, or nil if nothing is timed.
    package var deadline: Int64? {
        switch state {
        case .armed: lease.isOff ? nil : lease.deadline
        case .suspect(let grace): grace.deadline
        case .resting(_, let until): until
        case .idle, .preparing, .wanting, .queued, .playing, .reassuring, .noticeWanted,
            .noticing, .finished:
            nil
        }
    }

    /// Time has passed. Read the socket until it is empty before this: a waiting message is an answer.
    package mutating func tick(now: Int64) -> [Effect] {
        switch state {
        case .armed:
            guard lease.isOver(now: now) else { return [] }
            state = .suspect(Grace(length: settings?.grace ?? 5_000, now: now))
            return [.say(.ask)]
        case .suspect(var grace):
            let isOver = grace.isOver(now: now)
            state = .suspect(grace)
            return isOver ? trigger(.hung) : []
        case .resting(let cause, let until):
            guard now >= until else { return [] }
            state = .playing(cause)
            return [.shield(true), .play(.alert)]
        case .idle, .preparing, .wanting, .queued, .playing, .reassuring, .noticeWanted,
            .noticing, .finished:
            return []
        }
    }

    /// The recorder's end of the socket is gone.
    package mutating func linkClosed() -> [Effect] {
        isLinked = false
        switch state {
        case .idle, .preparing: return finish()
        case .armed, .suspect: return isWatching ? trigger(.died) : finish()
        case .noticing:
            guard isWatching else { return [.cut, .unlock] + finish() }
            return [.cut] + begin(.died)
        case .noticeWanted:
            state = .armed
            return isWatching ? trigger(.died) : finish()
        // A second trigger is absorbed by the alarm that is under way.
        case .wanting, .queued, .playing, .resting, .reassuring, .finished: return []
        }
    }

    // MARK: - What came of an effect

    /// The trial is over; an alarm without a device still watches, and tries again when it must.
    package mutating func prepared(pid: Int32, device: String?, trouble: String?, now: Int64)
        -> [Effect]
    {
        guard state == .preparing else { return [] }
        state = .armed
        lease = Lease(length: isWatching ? settings?.lease ?? 0 : 0, now: now)
        return [.shield(true), .say(.armed(pid: pid, device: device, trouble: trouble))]
    }

    package mutating func unusable(_ reason: String) -> [Effect] {
        guard state == .preparing else { return [] }
        return [.say(.refused(reason))] + settle()
    }

    /// - Parameter buried: the tokens that were sounded lately.
    package mutating func lockTaken(buried: [AlarmToken]) -> [Effect] {
        switch state {
        case .wanting(let cause):
            if let token, buried.contains(token) { return [.unlock] + settle() }
            return begin(cause)
        case .noticeWanted(let reason):
            state = .noticing(reason)
            return [.play(reason.sound), .say(.sounding(.fired(reason)))]
        default: return [.unlock]
        }
    }

    package mutating func lockBusy(buried: [AlarmToken]) -> [Effect] {
        switch state {
        case .wanting(let cause):
            guard let token, !buried.contains(token) else { return settle() }
            state = .queued(cause)
            return [.queue(token)]
        case .noticeWanted:
            state = .armed
            return [.say(.silent("another alarm is sounding"))]
        default: return []
        }
    }

    package mutating func queueAnswered(_ answer: QueueAnswer) -> [Effect] {
        guard case .queued(let cause) = state else { return [] }
        switch answer {
        case .accepted: return []
        case .absorbed: return [.leaveQueue] + settle()
        case .ended:
            state = .wanting(cause)
            return [.leaveQueue, .takeLock]
        }
    }

    package mutating func passEnded(_ end: PassEnd, now: Int64) -> [Effect] {
        let report: Effect
        switch end {
        case .played(let details): report = .say(.played(details))
        case .silent(let reason): report = .say(.silent(reason))
        }
        switch state {
        case .playing(let cause):
            if case .silent = end { wasSilent = true }
            return [report] + alarmPassEnded(cause, end, now: now)
        case .noticing:
            state = .armed
            return [.unlock, report]
        case .reassuring: return [.unlock] + settle()
        default: return []
        }
    }

    // MARK: - Steps

    mutating func trigger(_ cause: Cause) -> [Effect] {
        state = .wanting(cause)
        return [.takeLock, .say(.sounding(cause))]
    }

    /// Sounds the alarm; the lock is held.
    mutating func begin(_ cause: Cause) -> [Effect] {
        state = .playing(cause)
        passesPlayed = 0
        isQuieted = false
        isResumed = false
        waiter = nil
        wasSilent = false
        return [.play(.alert), .tell(cause)]
    }

    private mutating func alarmPassEnded(_ cause: Cause, _ end: PassEnd, now: Int64) -> [Effect] {
        passesPlayed += 1
        var effects: [Effect] = []
        if passesPlayed == 1, let token {
            effects.append(.bury(Burial(token: token, end: end)))
        }
        if waiter != nil { return effects + release() }
        if isResumed { return effects + reassure() }
        guard !isQuieted,
            let rest = Escalation.rest(
                after: passesPlayed, cause: cause, repetition: settings?.repetition ?? .once)
        else { return effects + release() }
        state = .resting(cause, until: now + rest)
        return effects + [.shield(false)]
    }

    mutating func reassure() -> [Effect] {
        state = .reassuring
        return [.play(.resumed)]
    }

    mutating func release() -> [Effect] { [.unlock] + settle() }

    /// The alarm is over: wait for the recorder's next word if it is there, else end.
    mutating func settle() -> [Effect] {
        guard isLinked else { return finish() }
        state = .idle
        token = nil
        waiter = nil
        return [.shield(false)]
    }

    mutating func finish() -> [Effect] {
        state = .finished
        return [.exit(wasSilent ? 3 : 0)]
    }
}
