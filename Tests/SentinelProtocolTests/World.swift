import SentinelProtocol

/// A recorder in its successive lives, its sentinels, and everything between them, in every order.
struct World: Hashable {
    struct Watcher: Hashable {
        var machine = SentinelMachine()
        let life: Int
        let link: Int
        var inbox: [RecorderMessage] = []
        var outbox: [SentinelMessage] = []
        /// The recorder's end is closed, and whether the sentinel has noticed.
        var isCut = false
        var sawCut = false
        var isAlive = true
        /// The recorder knows that the process is gone.
        var isMourned = false
        var token: AlarmToken?
        var playing: Sound?
        /// It waits behind a holder that has let go.
        var mayTryAgain = false
    }

    /// What may still go wrong.
    struct Budget: Hashable {
        var deaths = 2
        var kills = 1
        var blocks = 1
        var hangs = 1
        var stops = 1
        var notices = 1
    }

    enum Action: Hashable {
        case toSentinel(Int)
        case toRecorder(Int)
        case passEnds(Int)
        case tryAgain(Int)
        case leaseEnds(Int)
        case die
        case restart
        case stop
        case hang
        case wake
        case block
        case notice
        case killSentinel(Int)

        /// Happens by itself, sooner or later.
        var isInner: Bool {
            switch self {
            case .toSentinel, .toRecorder, .passEnds, .tryAgain, .leaseEnds: true
            case .die, .restart, .stop, .hang, .wake, .block, .notice, .killSentinel: false
            }
        }
    }

    var recorder: ArmingMachine?
    var life = 0
    var isHung = false
    var hasStopped = false
    var watchers: [Watcher] = []
    var holder: Int?
    var buried: [AlarmToken] = []
    var budget = Budget()
    /// Deaths that somebody has to hear of.
    var owed: Set<AlarmToken> = []
    var sounded: [AlarmToken] = []
    var violation: String?

    init() { restart() }

    var actions: [Action] {
        var result: [Action] = []
        for (index, watcher) in watchers.enumerated() {
            if watcher.isAlive {
                if !watcher.inbox.isEmpty || watcher.isCut && !watcher.sawCut {
                    result.append(.toSentinel(index))
                }
                if watcher.playing != nil { result.append(.passEnds(index)) }
                if watcher.mayTryAgain { result.append(.tryAgain(index)) }
                if isHung, watcher.life == life, watcher.machine.deadline != nil {
                    result.append(.leaseEnds(index))
                }
                if budget.kills > 0, watcher.life == life { result.append(.killSentinel(index)) }
            }
            if recorder != nil, !isHung, watcher.life == life, !watcher.isCut,
                !watcher.outbox.isEmpty || !watcher.isAlive && !watcher.isMourned
            {
                result.append(.toRecorder(index))
            }
        }
        if recorder == nil {
            if budget.deaths > 0, !hasStopped { result.append(.restart) }
            return result
        }
        if budget.deaths > 0 { result.append(.die) }
        if isHung { return result + [.wake] }
        if hasStopped { return result }
        if budget.stops > 0 { result.append(.stop) }
        if budget.hangs > 0 { result.append(.hang) }
        if budget.notices > 0 { result.append(.notice) }
        if budget.blocks > 0, armedLink != nil { result.append(.block) }
        return result
    }

    mutating func take(_ action: Action) {
        switch action {
        case .toSentinel(let index): deliver(index)
        case .toRecorder(let index): hear(index)
        case .passEnds(let index):
            watchers[index].playing = nil
            run(index, watchers[index].machine.passEnded(.played(PlayReport()), now: 0))
        case .tryAgain(let index):
            watchers[index].mayTryAgain = false
            run(index, watchers[index].machine.queueAnswered(.ended))
        case .leaseEnds(let index):
            let time = watchers[index].machine.deadline ?? 0
            run(index, watchers[index].machine.tick(now: time))
        case .die: die()
        case .restart: restart()
        case .stop:
            budget.stops -= 1
            obey(recorder?.off(now: 0) ?? [])
        case .hang:
            budget.hangs -= 1
            isHung = true
        case .wake: isHung = false
        case .block:
            budget.blocks -= 1
            if let armedLink { obey(recorder?.blocked(armedLink, now: 0) ?? []) }
        case .notice:
            budget.notices -= 1
            obey(recorder?.fire(.lost, now: 0) ?? [])
        case .killSentinel(let index):
            budget.kills -= 1
            bury(index)
        }
        check()
    }

    // MARK: - The recorder

    private var armedLink: Int? {
        watchers.last { $0.isAlive && $0.life == life && $0.machine.state == .armed }?.link
    }

    private mutating func restart() {
        life += 1
        recorder = ArmingMachine(
            boot: "b", epoch: Int64(life), settings: Self.settings, hasSocket: false)
        if life > 1, let holder {
            run(holder, watchers[holder].machine.visited(by: -1, .resumed))
        }
        obey(recorder?.arm(run: "r", now: 0) ?? [])
    }

    private static let settings: AlarmSettings = {
        var settings = AlarmSettings(directory: "/d")
        settings.repetition = .once
        settings.grace = 250
        return settings
    }()

    private mutating func die() {
        budget.deaths -= 1
        // Promised is what an armed sentinel that lives and was not told OFF has to do.
        for watcher in watchers where watcher.life == life && watcher.isAlive && !watcher.isCut {
            guard let token = watcher.token, watcher.isGuarding, !hasStopped else { continue }
            if !sounded.contains(token) { owed.insert(token) }
        }
        recorder = nil
        isHung = false
        for index in watchers.indices where watchers[index].life == life {
            watchers[index].isCut = true
        }
    }

    private mutating func hear(_ index: Int) {
        let link = watchers[index].link
        if watchers[index].outbox.isEmpty {
            watchers[index].isMourned = true
            obey(recorder?.closed(link, "gone", now: 0) ?? [])
        } else {
            let message = watchers[index].outbox.removeFirst()
            obey(recorder?.received(message, from: link, now: 0) ?? [])
        }
    }

    private mutating func obey(_ effects: [ArmingMachine.Effect]) {
        for effect in effects {
            switch effect {
            case .open(let link, _): watchers.append(Watcher(life: life, link: link))
            case .send(let link, let message):
                if let index = index(of: link), watchers[index].isAlive {
                    watchers[index].inbox.append(message)
                }
            case .close(let link): if let index = index(of: link) { watchers[index].isCut = true }
            case .kill(let link): if let index = index(of: link) { bury(index) }
            case .report(.disarmed(confirmed: true)): hasStopped = true
            case .report: break
            }
        }
    }

    private func index(of link: Int) -> Int? {
        watchers.firstIndex { $0.life == life && $0.link == link }
    }

    // MARK: - The sentinels

    private mutating func deliver(_ index: Int) {
        if watchers[index].inbox.isEmpty {
            watchers[index].sawCut = true
            run(index, watchers[index].machine.linkClosed())
            return
        }
        let message = watchers[index].inbox.removeFirst()
        if case .arm(let token, _, true) = message { watchers[index].token = token }
        run(index, watchers[index].machine.received(message, now: 0))
    }

    private mutating func run(_ index: Int, _ first: [SentinelMachine.Effect]) {
        var effects = first[...]
        while let effect = effects.popFirst() {
            switch effect {
            case .say(let message):
                if !watchers[index].isCut { watchers[index].outbox.append(message) }
            case .prepare:
                effects += watchers[index].machine.prepared(
                    pid: Int32(index + 1), device: nil, trouble: nil, now: 0)
            case .takeLock:
                if holder == nil { holder = index }
                effects +=
                    holder == index
                    ? watchers[index].machine.lockTaken(buried: buried)
                    : watchers[index].machine.lockBusy(buried: buried)
            case .unlock: letGo()
            case .queue(let token): effects += queue(index, token)
            case .leaveQueue:
                watchers[index].mayTryAgain = false
                if let holder { watchers[holder].machine.visitorLeft(index) }
            case .play(let sound): play(index, sound)
            case .cut: watchers[index].playing = nil
            case .bury(let burial): buried.append(burial.token)
            case .exit: bury(index)
            case .shield, .tell, .answer: break
            }
        }
    }

    private mutating func queue(_ index: Int, _ token: AlarmToken) -> [SentinelMachine.Effect] {
        guard let holder else { return watchers[index].machine.queueAnswered(.ended) }
        let answers = watchers[holder].machine.visited(by: index, .wait(token))
        let isTaken = answers.contains(.answer(visitor: index, .taken))
        let effects = watchers[index].machine.queueAnswered(isTaken ? .accepted : .absorbed)
        run(holder, answers)
        return effects
    }

    private mutating func letGo() {
        holder = nil
        for index in watchers.indices {
            if case .queued = watchers[index].machine.state { watchers[index].mayTryAgain = true }
        }
    }

    /// A sentinel's process is gone.
    private mutating func bury(_ index: Int) {
        // With its sentinel dead as well, a death may go unheard.
        if watchers[index].machine.state != .finished, let token = watchers[index].token {
            owed.remove(token)
        }
        watchers[index].isAlive = false
        watchers[index].playing = nil
        watchers[index].mayTryAgain = false
        if holder == index { letGo() }
    }

    // MARK: - What must hold

    private mutating func play(_ index: Int, _ sound: Sound) {
        watchers[index].playing = sound
        guard sound == .alert, let token = watchers[index].token else { return }
        if sounded.contains(token) { violation = "sounded twice: \(token)" }
        let isDead = watchers[index].life < life || recorder == nil
        if !isDead && !isHung && budget.hangs > 0 { violation = "sounded for nothing" }
        if hasStopped && watchers[index].life == life { violation = "sounded after the stop" }
        sounded.append(token)
        // Everybody who hears this hears of every death so far.
        owed = []
    }

    private mutating func check() {
        if watchers.filter({ $0.playing != nil }).count > 1 { violation = "two sounds at once" }
        if !owed.isEmpty, !actions.contains(where: \.isInner) {
            violation = "nobody heard of the end of \(owed)"
        }
    }
}

extension World.Watcher {
    /// Armed, and no OFF on its way.
    var isGuarding: Bool {
        guard !inbox.contains(.off) else { return false }
        switch machine.state {
        case .armed, .suspect, .noticing, .noticeWanted, .wanting, .queued: return true
        case .idle, .preparing, .playing, .resting, .reassuring, .finished: return false
        }
    }
}
