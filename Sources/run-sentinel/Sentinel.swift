private import CLinux
private import Glibc
internal import POSIX
internal import SentinelProtocol

/// The process: waits for something to happen, asks the machine, does what it says.
final class Sentinel {
    private var machine = SentinelMachine()
    private var link: RecorderLink
    private var bank: MappedBank?
    private var player: Player?
    private var settings: AlarmSettings?
    private var lock: AlertLock?
    private var queue: QueuePlace?
    private var visitors = Visitors()
    private var exitCode: Int32?
    private var isToBeep = false

    /// Devices that did not come back from a call in an earlier life of this process.
    private var stuck: [String] = []

    init(link raw: Int32) { link = RecorderLink(owning: raw) }

    /// Goes on where an earlier life of this process was stuck.
    init?(_ old: Escape.Remembered, stuck: [String]) {
        let now = Clock.monotonicMicroseconds() / 1000
        guard let machine = SentinelMachine(baggage: old.baggage, now: now),
            let settings = machine.settings,
            // It was usable in the life before; there is nobody to tell more.
            let bank = try? MappedBank(Descriptor(owning: old.bank))
        else { return nil }
        self.machine = machine
        self.settings = settings
        self.bank = bank
        self.stuck = stuck
        link = RecorderLink(owning: old.link)
        if old.trigger > 0 {
            lock = AlertLock(
                directory: settings.directory, tombstone: old.lock, listener: old.listener)
            player = Player(settings: settings, bank: bank, stuck: stuck)
            player?.takeUp(trigger: old.trigger, end: old.end)
        }
    }

    /// - Returns: the exit code.
    func run() -> Int32 {
        AlsaQuiet.begin()
        if let first = machine.continuation { perform([first]) }
        while exitCode == nil {
            wait()
            readLink()
            readVisitors()
            readQueue()
            if let end = player?.step(now: Clock.monotonicMicroseconds()) { perform(ended(end)) }
            if let deadline = machine.deadline, now >= deadline { perform(machine.tick(now: now)) }
        }
        return exitCode ?? 0
    }

    /// Milliseconds on a clock that stops in suspend.
    private var now: Int64 { Clock.monotonicMicroseconds() / 1000 }

    // MARK: - Waiting and reading

    private func wait() {
        var entries: [pollfd] = []
        func watch(_ descriptor: Int32) {
            if descriptor >= 0 {
                entries.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
            }
        }
        if !link.isClosed { watch(link.socket.raw) }
        watch(lock?.listener ?? -1)
        watch(queue?.socket ?? -1)
        for descriptor in visitors.descriptors { watch(descriptor) }
        let until = [machine.deadline, queue?.deadline, player?.pace.map { now + $0 }]
            .compactMap(\.self).min()
        let timeout = until.map { Int32(clamping: max(0, $0 - now)) } ?? -1
        poll(&entries, nfds_t(entries.count), timeout)
    }

    private func readLink() {
        guard !link.isClosed else { return }
        for message in link.receive() {
            if message == .fire(.speech) { takeWords() }
            perform(machine.received(message, now: now))
        }
        if link.isClosed { perform(machine.linkClosed()) }
    }

    /// The words that came with a request to say them. Without them there is nothing to play.
    private func takeWords() {
        let raw = link.takeAttached()
        player?.words = nil
        guard raw >= 0 else { return }
        do throws(MappedBank.Failure) {
            player?.words = try MappedBank(Descriptor(owning: raw), needing: .speech)
        } catch {
            Log.write("words: \(error.reason)", .warning)
        }
    }

    private func readVisitors() {
        guard let listener = lock?.listener, listener >= 0 else { return }
        visitors.accept(from: listener)
        let (said, left) = visitors.receive()
        for (id, message) in said { perform(machine.visited(by: id, message)) }
        for id in left { machine.visitorLeft(id) }
    }

    private func readQueue() {
        guard let answer = queue?.receive(now: now) else { return }
        perform(machine.queueAnswered(answer))
    }

    // MARK: - Effects

    private func perform(_ first: [SentinelMachine.Effect]) {
        var effects = first[...]
        while let effect = effects.popFirst() { effects += run(effect) }
        if player?.isActive == true { remember() } else { letGo() }
        if isToBeep {
            isToBeep = false
            Beeper.beep()
        }
    }

    /// Closes what a pass has used, once everything else about it is done.
    private func letGo() {
        // A device that cannot be closed must not bring back a sound that was heard.
        Escape.forget()
        player?.letGo()
    }

    /// Makes ready what another life of this process would need, should a driver not return.
    private func remember() {
        guard let bank, let baggage = machine.baggage else { return }
        var remembered = Escape.Remembered(
            link: link.socket.raw, bank: bank.memory.raw, baggage: baggage)
        remembered.lock = lock?.tombstone ?? -1
        remembered.listener = lock?.listener ?? -1
        remembered.trigger = player?.trigger ?? 0
        remembered.end = player?.end ?? 0
        Escape.remember(remembered, stuck: stuck)
    }

    /// - Returns: what follows from what came of it.
    private func run(_ effect: SentinelMachine.Effect) -> [SentinelMachine.Effect] {
        switch effect {
        case .say(let message): link.say(message)
        case .prepare(let settings): return prepare(settings)
        case .shield(let isOn): Hardening.shield(isOn)
        case .takeLock: return takeLock()
        case .unlock:
            lock = nil
            visitors.dismiss()
        case .queue(let token):
            guard let directory = settings?.directory else { return [] }
            queue = QueuePlace(token: token, directory: directory, now: now)
        case .leaveQueue: queue = nil
        case .play(let sound):
            letGo()
            player?.begin(sound, now: Clock.monotonicMicroseconds())
            remember()
            if let end = player?.step(now: Clock.monotonicMicroseconds()) { return ended(end) }
        case .cut: player?.cut()
        case .tell(let cause): Telling.tell(cause, command: settings?.command)
        case .bury(let burial): lock?.bury(burial)
        case .answer(let visitor, let reply): visitors.answer(visitor, reply)
        case .exit(let code): exitCode = code
        }
        return []
    }

    private func prepare(_ settings: AlarmSettings) -> [SentinelMachine.Effect] {
        let raw = link.takeAttached()
        do throws(MappedBank.Failure) {
            if raw >= 0 { bank = try MappedBank(Descriptor(owning: raw)) }
        } catch {
            return machine.unusable(error.reason)
        }
        guard let bank else { return machine.unusable("no sounds came with it") }
        self.settings = settings
        let player = Player(settings: settings, bank: bank, stuck: stuck)
        self.player = player
        remember()
        let (device, trouble) = player.trial()
        Hardening.lockMemory()
        var facts = player.facts(of: device)
        facts.trouble = trouble
        facts.isUrgent = Hardening.hurry()
        facts.lockable = Hardening.lockable
        facts.group = ControlGroup.own
        return machine.prepared(pid: getpid(), device: device, trouble: trouble, now: now)
            + [.say(.facts(facts))]
    }

    private func takeLock() -> [SentinelMachine.Effect] {
        guard let directory = settings?.directory else { return machine.lockTaken(buried: []) }
        switch AlertLock.take(directory: directory, into: &lock) {
        case .taken(let buried): return machine.lockTaken(buried: buried)
        case .busy(let buried): return machine.lockBusy(buried: buried)
        }
    }

    private func ended(_ end: SentinelMachine.PassEnd) -> [SentinelMachine.Effect] {
        if case .silent(let reason) = end {
            Log.write("the alert could not be played: \(reason)", .emergency)
            // What is left is the machine's own beeper, after everything that is quicker.
            isToBeep = true
        }
        return machine.passEnded(end, now: now)
    }
}
