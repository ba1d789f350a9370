private import CLinux
private import Glibc
package import POSIX
package import SentinelProtocol

/// The recorder's alarm: keeps a sentinel armed while a run is active, and says what becomes of it.
///
/// Nothing here waits. Put `descriptor` in the event loop once, call `readable` when it is, `timePassed` at
/// `deadline`, and `beat` whenever awake. Times are microseconds on the boot clock (`Clock.bootMicroseconds`).
package final class Alarm {
    /// Readable when any sentinel has said something; one epoll descriptor for all links.
    package var descriptor: Int32 { epoll.raw }

    package var status: AlarmStatus { machine.status }

    /// When `timePassed` is due, or nil while nothing is.
    package var deadline: Int64? {
        let own = machine.deadline.map { $0 == .max ? .max : $0 * 1000 }
        return unreaped.isEmpty ? own : min(own ?? .max, reapAt)
    }

    /// True while the recorder must not end yet: its own child sounds, and could be killed with its unit.
    package var mustWait: Bool { machine.mustWait }

    private let epoll: Descriptor
    private let bank: Int32
    /// The words to be said next: sealed memory that travels with the request.
    private var words: Descriptor?
    private let source: SentinelSource
    private var machine: ArmingMachine
    private var channels: [Int: SentinelChannel] = [:]
    /// Children whose links are gone and whose ends have not been collected.
    private var unreaped: [Int32] = []
    private var reapAt: Int64 = 0
    private var events: [AlarmEvent] = []

    /// - Parameter bank: the sealed memory with the sounds; stays open as long as the alarm is used.
    /// - Parameter boot: the boot id.
    /// - Parameter epoch: different in every life of the recorder, such as its start on the wall clock.
    /// - Throws: `Errno` of `epoll_create1`.
    package init(
        bank: Int32, settings: AlarmSettings, source: SentinelSource, boot: String, epoch: Int64
    ) throws(Errno) {
        self.epoll = Descriptor(
            owning: try check("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) })
        self.bank = bank
        self.source = source
        machine = ArmingMachine(
            boot: boot, epoch: epoch, settings: settings, hasSocket: source.socket != nil)
    }

    /// Watches over a run from now on. Answers with `armed` or `notArmed` within 2 s.
    package func arm(run: String, now: Int64) -> [AlarmEvent] {
        perform(machine.arm(run: run, now: now / 1000), now)
    }

    /// The run is over. Answers with `disarmed` within 1 s; until then a death would still sound.
    package func off(now: Int64) -> [AlarmEvent] { perform(machine.off(now: now / 1000), now) }

    /// Says that the recorder is well, if it is about time; cheap enough for every wake-up.
    package func beat(now: Int64) -> [AlarmEvent] { perform(machine.beat(now: now / 1000), now) }

    /// Asks for patience before something slow.
    /// - Parameter seconds: 0...60, on top of the lease.
    package func announce(seconds: Int, now: Int64) -> [AlarmEvent] {
        let length = Int64(min(max(seconds, 0), 60)) * 1000
        return perform(machine.announce(milliseconds: length, now: now / 1000), now)
    }

    /// Asks for words to be said. Answers with `played` or `silent` when it is over.
    /// - Parameter memory: a sealed bank that holds them as `speech`.
    package func say(_ memory: consuming Descriptor, now: Int64) -> [AlarmEvent] {
        words = consume memory
        return fire(.speech, now: now)
    }

    /// Asks for a sound. Answers with `played` or `silent` when it is over.
    package func fire(_ reason: FireReason, now: Int64) -> [AlarmEvent] {
        perform(machine.fire(reason, now: now / 1000), now)
    }

    /// Learns what a sentinel finds where it runs, while no run is active. Answers with `facts` or `silent`.
    package func examine(now: Int64) -> [AlarmEvent] {
        perform(machine.check(now: now / 1000), now)
    }

    /// Has another sentinel watch, as the sound devices have changed. Answers with `armed`.
    package func renew(now: Int64) -> [AlarmEvent] { perform(machine.renew(now: now / 1000), now) }

    /// The recorder is about to end: a sentinel that is missing is spawned, not asked from systemd.
    package func stopping() { machine.stopping() }

    package func readable(now: Int64) -> [AlarmEvent] {
        var ready = [epoll_event](repeating: epoll_event(), count: 8)
        let count = epoll_wait(epoll.raw, &ready, Int32(ready.count), 0)
        for event in ready.prefix(Int(max(0, count))) {
            read(Int(event.data.u64), now)
        }
        return perform([], now)
    }

    package func timePassed(now: Int64) -> [AlarmEvent] {
        // A waiting message may be what the deadline was for.
        let heard = readable(now: now)
        if now >= reapAt { reap(now) }
        return heard + perform(machine.tick(now: now / 1000), now)
    }

    // MARK: - Effects

    private func perform(_ first: [ArmingMachine.Effect], _ now: Int64) -> [AlarmEvent] {
        run(first, now)
        defer { events = [] }
        return events
    }

    private func run(_ first: [ArmingMachine.Effect], _ now: Int64) {
        var effects = first[...]
        while let effect = effects.popFirst() {
            switch effect {
            case .open(let link, let own):
                if let reason = open(link, own: own, now) {
                    effects += machine.closed(link, reason, now: now / 1000)
                }
            case .send(let link, let message): effects += send(message, link, now)
            case .close(let link): close(link, now)
            case .kill(let link):
                if let pid = channels[link]?.process { kill(pid, SIGKILL) }
            case .report(let event): events.append(event)
            }
        }
    }

    /// - Returns: what went wrong, or nil.
    private func open(_ link: Int, own: Bool, _ now: Int64) -> String? {
        do throws(Errno) {
            let channel: SentinelChannel
            if let path = source.socket, !own {
                let socket = try UnixSocket.connect(path: path)
                channel = SentinelChannel(owning: socket.release(), child: nil)
            } else {
                let (pid, raw) = try source.spawn()
                channel = SentinelChannel(owning: raw, child: pid)
            }
            channels[link] = channel
            var entry = epoll_event()
            entry.events = EPOLLIN.rawValue
            entry.data.u64 = UInt64(link)
            _ = try check("epoll_ctl") { epoll_ctl(epoll.raw, EPOLL_CTL_ADD, channel.raw, &entry) }
            return nil
        } catch {
            close(link, now)
            return error.description
        }
    }

    private func send(_ message: RecorderMessage, _ link: Int, _ now: Int64)
        -> [ArmingMachine.Effect]
    {
        guard let channel = channels[link] else { return [] }
        var attached: Int32 = -1
        if case .arm = message { attached = bank }
        if message == .fire(.speech) { attached = words?.raw ?? -1 }
        switch channel.send(message.line, attached: attached) {
        case .done: return []
        case .blocked: return machine.blocked(link, now: now / 1000)
        // Its last words may still be waiting: they and the end come with the next read.
        case .closed: return []
        }
    }

    private func read(_ link: Int, _ now: Int64) {
        guard let channel = channels[link] else { return }
        let (messages, isClosed) = channel.receive()
        for message in messages {
            if case .armed(let pid, _, _) = message { channel.process = pid }
            run(machine.received(message, from: link, now: now / 1000), now)
        }
        if isClosed {
            run(machine.closed(link, "its socket was closed", now: now / 1000), now)
            close(link, now)
        }
    }

    private func close(_ link: Int, _ now: Int64) {
        guard let channel = channels.removeValue(forKey: link) else { return }
        if let child = channel.child {
            unreaped.append(child)
            reap(now)
        }
    }

    /// Collects ended children; those that still run are looked at again in a second.
    private func reap(_ now: Int64) {
        unreaped.removeAll { waitpid($0, nil, WNOHANG) != 0 }
        reapAt = now + 1_000_000
    }
}
