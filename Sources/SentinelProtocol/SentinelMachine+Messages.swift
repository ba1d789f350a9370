extension SentinelMachine {
    /// The recorder said something.
    package mutating func received(_ message: RecorderMessage, now: Int64) -> [Effect] {
        if case .suspect = state { state = .armed }
        if case .beat(let announce) = message {
            lease.renew(now: now, announced: announce)
        } else {
            lease.renew(now: now)
        }
        switch message {
        case .beat: return []
        case .arm(let token, let settings, let watch):
            return arm(token, settings, isWatching: watch)
        case .off: return off()
        case .fire(let reason): return fire(reason)
        case .resumed: return [.say(.resumedConfirmed)] + resumed()
        }
    }

    /// Somebody spoke on `alert.sock`.
    /// - Parameter id: the program's name for the connection.
    package mutating func visited(by id: Int, _ message: VisitorMessage) -> [Effect] {
        switch message {
        case .acknowledge: return [.answer(visitor: id, .taken)] + quieten()
        case .resumed:
            // A notice is no alarm that a resumed run could end: its recorder has to say so itself.
            if case .noticing = state { return [.answer(visitor: id, .absorbed)] }
            return [.answer(visitor: id, .taken)] + resumed()
        case .wait(let other): return admit(id, other)
        }
    }

    package mutating func visitorLeft(_ id: Int) {
        if waiter == id { waiter = nil }
    }

    private mutating func arm(_ token: AlarmToken, _ settings: AlarmSettings, isWatching: Bool)
        -> [Effect]
    {
        switch state {
        case .idle, .armed:
            state = .preparing
            self.token = token
            self.settings = settings
            self.isWatching = isWatching
            return [.prepare(settings)]
        case .preparing, .suspect, .wanting, .queued, .playing, .resting, .reassuring,
            .noticeWanted, .noticing, .finished:
            return [.say(.refused("an alarm is sounding"))]
        }
    }

    private mutating func off() -> [Effect] {
        switch state {
        case .idle, .finished: return [.say(.offConfirmed)]
        case .preparing, .armed, .suspect, .wanting, .noticeWanted:
            return settle() + [.say(.offConfirmed)]
        case .queued: return [.leaveQueue] + settle() + [.say(.offConfirmed)]
        case .noticing: return [.cut, .unlock] + settle() + [.say(.offConfirmed)]
        case .playing, .resting, .reassuring: return [.say(.offConfirmed)] + quieten()
        }
    }

    private mutating func fire(_ reason: FireReason) -> [Effect] {
        switch state {
        case .armed where reason.isNotice:
            state = .noticeWanted(reason)
            return [.takeLock]
        case .armed, .suspect: return trigger(.fired(reason))
        case .noticing where !reason.isNotice:
            return [.cut] + begin(.fired(reason)) + [.say(.sounding(.fired(reason)))]
        case .noticing(let other) where reason.outranks(other):
            state = .noticing(reason)
            return [.cut, .play(reason.sound), .say(.sounding(.fired(reason)))]
        case .noticeWanted(let other) where reason.outranks(other):
            state = .noticeWanted(reason)
            return []
        case .idle, .preparing: return [.say(.silent("not armed"))]
        // Absorbed: a sound is under way or about to be.
        case .wanting, .queued, .playing, .resting, .reassuring, .noticeWanted, .noticing,
            .finished:
            return []
        }
    }

    private mutating func resumed() -> [Effect] {
        switch state {
        case .playing:
            isResumed = true
            return []
        case .resting: return [.shield(true)] + reassure()
        case .idle, .preparing, .armed, .suspect, .wanting, .queued, .reassuring, .noticeWanted,
            .noticing, .finished:
            return []
        }
    }

    /// The alarm was noticed: what sounds is finished, and nothing follows.
    private mutating func quieten() -> [Effect] {
        switch state {
        case .playing:
            isQuieted = true
            return []
        case .resting: return release()
        case .idle, .preparing, .armed, .suspect, .wanting, .queued, .reassuring, .noticeWanted,
            .noticing, .finished:
            return []
        }
    }

    /// Another sentinel wants to sound. The same death was sounded by this one; of other deaths, one waits.
    private mutating func admit(_ id: Int, _ other: AlarmToken) -> [Effect] {
        guard other != token, waiter == nil else { return [.answer(visitor: id, .absorbed)] }
        switch state {
        case .playing:
            waiter = id
            return [.answer(visitor: id, .taken)]
        // What sounds here matters less than an alarm that has not been heard at all.
        case .resting: return [.answer(visitor: id, .taken)] + release()
        case .reassuring: return [.answer(visitor: id, .taken), .cut] + release()
        case .noticing:
            state = .armed
            return [.answer(visitor: id, .taken), .cut, .unlock]
        case .idle, .preparing, .armed, .suspect, .wanting, .queued, .noticeWanted, .finished:
            return [.answer(visitor: id, .taken)]
        }
    }
}
