extension ArmingMachine {
    package mutating func received(_ message: SentinelMessage, from id: Int, now: Int64)
        -> [Effect]
    {
        guard let index = links.firstIndex(where: { $0.id == id }) else { return [] }
        switch message {
        case .armed(let pid, let device, let trouble):
            links[index].pid = pid
            links[index].device = device
            return becameArmed(index, trouble: trouble, now: now)
        case .facts(let facts): return [.report(.facts(facts))] + checked(index, now: now)
        case .refused(let reason):
            let isArming = links[index].isArming
            links.remove(at: index)
            return [.close(link: id)] + (isArming ? attemptFailed(own: true, reason, now: now) : [])
        case .ask: return [send(index, .beat(announce: 0), now: now)]
        case .offConfirmed:
            guard case .leaving = links[index].phase else { return [] }
            links.remove(at: index)
            return [.close(link: id)] + reportIfOff()
        case .resumedConfirmed: return []
        case .sounding(let cause):
            return [.report(.sounding(cause))] + sounding(index, cause, now: now)
        case .played(let report): return [.report(.played(report))] + soundEnded(index, now: now)
        case .silent(let reason): return [.report(.silent(reason))] + soundEnded(index, now: now)
        }
    }

    /// The sentinel's end is closed, or it could not be opened.
    package mutating func closed(_ id: Int, _ reason: String, now: Int64) -> [Effect] {
        guard let index = links.firstIndex(where: { $0.id == id }) else { return [] }
        let link = links.remove(at: index)
        switch link.phase {
        case .arming:
            return [.close(link: id)] + attemptFailed(own: link.isOwn, reason, now: now)
        case .armed:
            guard run != nil else { return [.close(link: id)] + reportIfOff() }
            lastTrouble = "the sentinel has ended: \(reason)"
            answerBy = now + Self.answerTime
            let isReplaced = links.contains { $0.isArming || $0.phase == .armed }
            return [.close(link: id), .report(.sentinelLost)]
                + (isReplaced ? [] : open(own: !asksSystem, now: now))
        case .leaving: return [.close(link: id)] + reportIfOff()
        case .sounding:
            return [.close(link: id), .report(.silent("the sentinel ended before its sound did"))]
        }
    }

    /// The socket of a link is full: its sentinel hangs.
    package mutating func blocked(_ id: Int, now: Int64) -> [Effect] {
        guard let index = links.firstIndex(where: { $0.id == id }), !links[index].isStuck
        else { return [] }
        links[index].isStuck = true
        switch links[index].phase {
        case .leaving: return kill(index)
        case .armed where run != nil: return open(own: !asksSystem, now: now)
        case .arming, .armed, .sounding: return []
        }
    }

    package mutating func tick(now: Int64) -> [Effect] {
        var effects = beat(now: now)
        if let time = answerBy, now >= time {
            answerBy = nil
            effects.append(.report(.notArmed(lastTrouble)))
        }
        if let time = retryAt, now >= time {
            retryAt = nil
            effects += open(own: !asksSystem, now: now)
        }
        for link in links {
            guard let index = links.firstIndex(where: { $0.id == link.id }) else { continue }
            switch link.phase {
            case .arming(let until) where now >= until:
                effects += dismiss(index, now: now)
                effects += attemptFailed(own: link.isOwn, "no answer in 10 s", now: now)
            case .leaving(let until) where now >= until:
                isOffUnconfirmed = true
                effects += kill(index)
            case .arming, .armed, .leaving, .sounding: break
            }
        }
        return effects
    }

    // MARK: - Steps

    mutating func open(own: Bool, now: Int64) -> [Effect] {
        guard let run else { return [] }
        let token = AlarmToken(boot: boot, run: run, epoch: epoch, number: number)
        let link = Link(
            id: nextLink, isOwn: own, token: token, phase: .arming(until: now + Self.armingTime),
            lastSent: now)
        nextLink += 1
        links.append(link)
        return [
            .open(link: link.id, own: own),
            .send(link: link.id, .arm(token, settings, watch: !isOneShot)),
        ]
    }

    mutating func send(_ index: Int, _ message: RecorderMessage, now: Int64) -> Effect {
        links[index].lastSent = now
        return .send(link: links[index].id, message)
    }

    /// Tells a sentinel that it is no longer wanted.
    mutating func dismiss(_ index: Int, now: Int64) -> [Effect] {
        switch links[index].phase {
        case .leaving: return []
        case .arming, .armed, .sounding:
            links[index].phase = .leaving(until: now + Self.offTime)
            if links[index].isStuck { return kill(index) }
            return [send(index, .off, now: now)]
        }
    }

    /// Ends a sentinel that does not listen. Without its number it is left alone, and its link stays open.
    private mutating func kill(_ index: Int) -> [Effect] {
        let link = links[index]
        guard link.isOwn || link.pid != nil else {
            isOffUnconfirmed = true
            links[index].phase = .leaving(until: .max)
            return reportIfOff()
        }
        links.remove(at: index)
        return [.kill(link: link.id), .close(link: link.id)] + reportIfOff()
    }

    /// Answers `off` once the last sentinel that could still sound has gone.
    mutating func reportIfOff() -> [Effect] {
        guard isAwaitingOff, run == nil,
            !links.contains(where: { $0.phase != .leaving(until: .max) })
        else { return [] }
        isAwaitingOff = false
        return [.report(.disarmed(confirmed: !isOffUnconfirmed))]
    }

    private mutating func becameArmed(_ index: Int, trouble: String?, now: Int64) -> [Effect] {
        // Too late: OFF is on its way already.
        guard links[index].isArming else { return [] }
        let link = links[index]
        guard let run, link.token.run == run, link.token.number == number else {
            return dismiss(index, now: now)
        }
        links[index].phase = .armed
        answerBy = nil
        retryAt = nil
        var effects: [Effect] = []
        if let pid = link.pid, !isOneShot {
            effects.append(.report(.armed(pid: pid, device: link.device, trouble: trouble)))
        }
        if let reason = pendingFire {
            pendingFire = nil
            effects.append(send(index, .fire(reason), now: now))
        }
        for other in links where other.id != link.id && (other.phase == .armed || other.isArming) {
            guard let place = links.firstIndex(where: { $0.id == other.id }) else { continue }
            effects += dismiss(place, now: now)
        }
        return effects
    }

    /// A check is over when the facts are known.
    private mutating func checked(_ index: Int, now: Int64) -> [Effect] {
        guard isCheck, links[index].phase == .armed else { return [] }
        run = nil
        isOneShot = false
        isCheck = false
        return dismiss(index, now: now)
    }

    private mutating func attemptFailed(own: Bool, _ reason: String, now: Int64) -> [Effect] {
        guard run != nil else { return reportIfOff() }
        lastTrouble = reason
        if links.contains(where: { $0.isArming || $0.phase == .armed && !$0.isStuck }) { return [] }
        if !own { return open(own: true, now: now) }
        var effects: [Effect] = []
        if pendingFire != nil || isOneShot {
            pendingFire = nil
            effects.append(.report(.silent(reason)))
        }
        if isOneShot {
            run = nil
            isOneShot = false
            isCheck = false
            answerBy = nil
            return effects
        }
        if answerBy != nil {
            answerBy = nil
            effects.append(.report(.notArmed(reason)))
        }
        retryAt = now + Self.retryTime
        return effects
    }

    private mutating func sounding(_ index: Int, _ cause: Cause, now: Int64) -> [Effect] {
        if case .fired(let reason) = cause, reason.isNotice { return [] }
        if case .leaving = links[index].phase { return [] }
        links[index].phase = .sounding
        // We live, so the run goes on: the sentinel says so after its pass, and another one watches.
        guard cause == .hung, run != nil else { return [] }
        number += 1
        answerBy = now + Self.answerTime
        return [send(index, .resumed, now: now)] + open(own: !asksSystem, now: now)
    }

    private mutating func soundEnded(_ index: Int, now: Int64) -> [Effect] {
        if links[index].phase == .sounding {
            let id = links[index].id
            links.remove(at: index)
            return [.close(link: id)] + reportIfOff()
        }
        guard isOneShot else { return [] }
        run = nil
        isOneShot = false
        return dismiss(index, now: now)
    }
}

extension ArmingMachine.Link {
    var isArming: Bool {
        if case .arming = phase { true } else { false }
    }
}
