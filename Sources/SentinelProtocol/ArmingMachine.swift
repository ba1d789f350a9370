/// The recorder's side of the alarm: keeps one sentinel armed from `arm` to `off`. Times are milliseconds.
///
/// Links are numbered; the one thing that must never happen is to close a link whose sentinel may be
/// armed, because that is how a death looks. So a link is closed after OFFOK, or its process is killed.
package struct ArmingMachine: Hashable, Sendable {
    package enum Effect: Hashable, Sendable {
        /// Connect to a sentinel; `own`: spawn it instead of asking systemd. Feeds `closed` if it fails.
        case open(link: Int, own: Bool)
        case send(link: Int, RecorderMessage)
        case close(link: Int)
        /// End the process behind a link that takes nothing more.
        case kill(link: Int)
        case report(AlarmEvent)
    }

    struct Link: Hashable, Sendable {
        enum Phase: Hashable, Sendable {
            case arming(until: Int64)
            case armed
            /// OFF was sent.
            case leaving(until: Int64)
            /// It sounds an alarm.
            case sounding
        }

        let id: Int
        let isOwn: Bool
        let token: AlarmToken
        var phase: Phase
        var pid: Int32?
        var device: String?
        var lastSent: Int64
        /// Its socket takes nothing more: replace it, then kill it.
        var isStuck = false
    }

    static let answerTime: Int64 = 2_000
    static let armingTime: Int64 = 10_000
    static let offTime: Int64 = 1_000
    static let retryTime: Int64 = 10_000
    /// A heartbeat is due after this long, and is sent a second early if the recorder is awake anyway:
    /// one that takes a fix a second never wakes for a heartbeat alone.
    package static let beatTime: Int64 = 5_000
    static let earlyBeatTime: Int64 = 4_100

    let boot: String
    let epoch: Int64
    let settings: AlarmSettings
    /// systemd offers sentinels over a socket.
    let hasSocket: Bool

    var run: String?
    var number = 0
    var links: [Link] = []
    var nextLink = 1
    /// `arm` is to be answered by then.
    var answerBy: Int64?
    var retryAt: Int64?
    var isAwaitingOff = false
    var isOffUnconfirmed = false
    var isStopping = false
    /// What to sound as soon as a sentinel is armed.
    var pendingFire: FireReason?
    /// The alarm is on only for one sound, while no run is active.
    var isOneShot = false
    /// Nothing is to be sounded: only the sentinel's facts are wanted.
    var isCheck = false
    var lastTrouble = ""

    package init(boot: String, epoch: Int64, settings: AlarmSettings, hasSocket: Bool) {
        self.boot = boot
        self.epoch = epoch
        self.settings = settings
        self.hasSocket = hasSocket
    }

    package var status: AlarmStatus {
        guard run != nil, !isOneShot else { return .off }
        if let link = links.last(where: { $0.phase == .armed }), let pid = link.pid {
            return .armed(pid: pid, device: link.device)
        }
        return answerBy == nil ? .unarmed(lastTrouble) : .arming
    }

    /// When `tick` is due next.
    package var deadline: Int64? {
        var times = [answerBy, retryAt].compactMap(\.self)
        for link in links {
            switch link.phase {
            case .arming(let until), .leaving(let until): times.append(until)
            case .armed: times.append(link.lastSent + Self.beatTime)
            case .sounding: break
            }
        }
        return times.min()
    }

    /// A sentinel that we spawned ourselves is sounding or about to: under systemd it would end with us.
    package var mustWait: Bool {
        pendingFire.map { !$0.isNotice } ?? false
            || links.contains { $0.isOwn && $0.phase == .sounding }
    }

    // MARK: - What the recorder wants

    package mutating func arm(run: String, now: Int64) -> [Effect] {
        self.run = run
        isOneShot = false
        isCheck = false
        number += 1
        answerBy = now + Self.answerTime
        retryAt = nil
        lastTrouble = "no sentinel has answered yet"
        return open(own: !asksSystem, now: now)
    }

    /// The run is over, and everything about it is on disk.
    package mutating func off(now: Int64) -> [Effect] {
        run = nil
        answerBy = nil
        retryAt = nil
        pendingFire = nil
        isAwaitingOff = true
        isOffUnconfirmed = false
        var effects: [Effect] = []
        for id in links.map(\.id) {
            guard let index = links.firstIndex(where: { $0.id == id }) else { continue }
            effects += dismiss(index, now: now)
        }
        return effects + reportIfOff()
    }

    /// The recorder is awake and well.
    package mutating func beat(now: Int64) -> [Effect] {
        var effects: [Effect] = []
        for index in links.indices where links[index].phase == .armed && !links[index].isStuck {
            if now - links[index].lastSent >= Self.earlyBeatTime {
                effects.append(send(index, .beat(announce: 0), now: now))
            }
        }
        return effects
    }

    /// The recorder will be silent for a while.
    package mutating func announce(milliseconds: Int64, now: Int64) -> [Effect] {
        let length = min(max(milliseconds, 0), RecorderMessage.longestAnnouncement)
        var effects: [Effect] = []
        for index in links.indices where links[index].phase == .armed && !links[index].isStuck {
            effects.append(send(index, .beat(announce: length), now: now))
        }
        return effects
    }

    package mutating func fire(_ reason: FireReason, now: Int64) -> [Effect] {
        if let index = links.lastIndex(where: { $0.phase == .armed && !$0.isStuck }) {
            isCheck = false
            return [send(index, .fire(reason), now: now)]
        }
        // An alarm already sounds: the request is absorbed as the sentinel would absorb it.
        if links.contains(where: { $0.phase == .sounding }) { return [] }
        // What waits already is only replaced by what matters at least as much.
        if pendingFire.map({ reason.outranks($0) || !reason.isNotice }) ?? true {
            pendingFire = reason
        }
        // What was armed to be looked at is now armed to sound.
        isCheck = false
        if run == nil {
            run = "sound"
            isOneShot = true
            number += 1
        }
        let isArming = links.contains { if case .arming = $0.phase { true } else { false } }
        if isArming { return [] }
        if answerBy == nil { answerBy = now + Self.answerTime }
        return open(own: !asksSystem, now: now)
    }

    /// Arms for a moment, while no run is active, to learn what a sentinel finds where it runs.
    package mutating func check(now: Int64) -> [Effect] {
        guard run == nil else { return [] }
        run = "check"
        isOneShot = true
        isCheck = true
        number += 1
        answerBy = now + Self.answerTime
        return open(own: !asksSystem, now: now)
    }

    /// Arms another sentinel in the place of the one that watches, which knows only the devices of its time.
    package mutating func renew(now: Int64) -> [Effect] {
        guard run != nil, !isOneShot, links.contains(where: { $0.phase == .armed }),
            !links.contains(where: \.isArming)
        else { return [] }
        return open(own: !asksSystem, now: now)
    }

    /// From now on no sentinel is asked from systemd: while a unit stops that deadlocks, plays twice or is refused.
    package mutating func stopping() { isStopping = true }

    var asksSystem: Bool { hasSocket && !isStopping }
}
