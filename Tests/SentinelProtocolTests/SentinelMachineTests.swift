import SentinelProtocol
import Testing

/// The protocol's table, row by row.
@Suite("the sentinel's machine")
struct SentinelMachineTests {
    private let token = AlarmToken(boot: "b", run: "r", epoch: 1, number: 1)
    private let other = AlarmToken(boot: "b", run: "r", epoch: 2, number: 1)

    private func settings(_ repetition: AlarmSettings.Repetition = .escalate) -> AlarmSettings {
        var settings = AlarmSettings(directory: "/run/rund")
        settings.repetition = repetition
        return settings
    }

    private func armed(_ repetition: AlarmSettings.Repetition = .escalate) -> SentinelMachine {
        var machine = SentinelMachine()
        _ = machine.received(.arm(token, settings(repetition), watch: true), now: 0)
        _ = machine.prepared(pid: 7, device: "default", trouble: nil, now: 0)
        return machine
    }

    private func playing(_ repetition: AlarmSettings.Repetition = .escalate) -> SentinelMachine {
        var machine = armed(repetition)
        _ = machine.linkClosed()
        _ = machine.lockTaken(buried: [])
        return machine
    }

    @Test("wait, ARM: a device is tried, then ARMED with the own pid")
    func arm() {
        var machine = SentinelMachine()
        let first = machine.received(.arm(token, settings(), watch: true), now: 0)
        #expect(first == [.prepare(settings())])
        let second = machine.prepared(pid: 7, device: nil, trouble: "none", now: 0)
        #expect(second == [.shield(true), .say(.armed(pid: 7, device: nil, trouble: "none"))])
        #expect(machine.state == .armed)
    }

    @Test("wait, EOF: exit")
    func leave() {
        var machine = SentinelMachine()
        #expect(machine.linkClosed() == [.exit(0)])
    }

    @Test("sounds that cannot be used are refused, and it waits on")
    func refuse() {
        var machine = SentinelMachine()
        _ = machine.received(.arm(token, settings(), watch: true), now: 0)
        #expect(machine.unusable("not sealed") == [.say(.refused("not sealed")), .shield(false)])
        #expect(machine.state == .idle)
    }

    @Test("armed: every message renews the lease, a beat also for what it announces")
    func renew() {
        var machine = armed()
        #expect(machine.deadline == 15_000)
        #expect(machine.received(.beat(announce: 0), now: 5_000) == [])
        #expect(machine.deadline == 20_000)
        _ = machine.received(.beat(announce: 60_000), now: 10_000)
        #expect(machine.deadline == 85_000)
    }

    @Test("armed, OFF: OFFOK, and it waits on")
    func off() {
        var machine = armed()
        #expect(machine.received(.off, now: 1) == [.shield(false), .say(.offConfirmed)])
        #expect(machine.linkClosed() == [.exit(0)])
    }

    @Test("armed, EOF or FIRE: it wants to sound")
    func triggers() {
        var machine = armed()
        #expect(machine.linkClosed() == [.takeLock, .say(.sounding(.died))])
        machine = armed()
        let effects = machine.received(.fire(.terminated), now: 1)
        #expect(effects == [.takeLock, .say(.sounding(.fired(.terminated)))])
    }

    @Test("armed, lease over: ASK; any answer re-arms, silence for the grace sounds")
    func hang() {
        var machine = armed()
        #expect(machine.tick(now: 14_999) == [])
        #expect(machine.tick(now: 15_000) == [.say(.ask)])
        #expect(machine.received(.beat(announce: 0), now: 15_100) == [])
        #expect(machine.state == .armed)
        #expect(machine.tick(now: 30_100) == [.say(.ask)])
        var effects: [SentinelMachine.Effect] = []
        var slices = 0
        while effects.isEmpty, let time = machine.deadline, slices < 100 {
            effects = machine.tick(now: time)
            slices += 1
        }
        #expect(slices == 20)
        #expect(effects == [.takeLock, .say(.sounding(.hung))])
    }

    @Test("suspect, EOF: it sounds at once")
    func suspectDies() {
        var machine = armed()
        _ = machine.tick(now: 15_000)
        #expect(machine.linkClosed() == [.takeLock, .say(.sounding(.died))])
    }

    @Test("want, lock taken: it plays, unless this token was sounded already")
    func want() {
        var machine = armed()
        _ = machine.linkClosed()
        #expect(machine.lockTaken(buried: [other]) == [.play(.alert), .tell(.died)])
        machine = armed()
        _ = machine.linkClosed()
        #expect(machine.lockTaken(buried: [other, token]) == [.unlock, .exit(0)])
    }

    @Test("want, lock busy: it waits for the holder's end and tries again")
    func queue() {
        var machine = armed()
        _ = machine.linkClosed()
        #expect(machine.lockBusy(buried: []) == [.queue(token)])
        #expect(machine.queueAnswered(.accepted) == [])
        #expect(machine.queueAnswered(.ended) == [.leaveQueue, .takeLock])
        #expect(machine.lockTaken(buried: [other]) == [.play(.alert), .tell(.died)])
    }

    @Test("want, lock busy: one that is absorbed, or was sounded, exits")
    func absorbed() {
        var machine = armed()
        _ = machine.linkClosed()
        _ = machine.lockBusy(buried: [])
        #expect(machine.queueAnswered(.absorbed) == [.leaveQueue, .exit(0)])
        machine = armed()
        _ = machine.linkClosed()
        #expect(machine.lockBusy(buried: [token]) == [.exit(0)])
    }

    @Test("play: EOF and FIRE are absorbed")
    func absorb() {
        var machine = armed()
        _ = machine.received(.fire(.failed), now: 0)
        _ = machine.lockTaken(buried: [])
        #expect(machine.received(.fire(.terminated), now: 1) == [])
        #expect(machine.linkClosed() == [])
        #expect(machine.state == .playing(.fired(.failed)))
    }

    @Test("play: of other deaths one may wait, the same death may not")
    func waiters() {
        var machine = playing()
        #expect(machine.visited(by: 1, .wait(token)) == [.answer(visitor: 1, .absorbed)])
        #expect(machine.visited(by: 2, .wait(other)) == [.answer(visitor: 2, .taken)])
        #expect(machine.visited(by: 3, .wait(other)) == [.answer(visitor: 3, .absorbed)])
        let end = machine.passEnded(.played(PlayReport()), now: 0)
        #expect(
            end == [
                .say(.played(PlayReport())),
                .bury(Burial(token: token, end: .played(PlayReport()))), .unlock, .exit(0),
            ])
    }

    @Test("play, ACK: the pass is finished and not repeated")
    func acknowledge() {
        var machine = playing()
        #expect(machine.visited(by: 1, .acknowledge) == [.answer(visitor: 1, .taken)])
        #expect(machine.state == .playing(.died))
        let end = machine.passEnded(.played(PlayReport()), now: 0)
        #expect(
            end == [
                .say(.played(PlayReport())),
                .bury(Burial(token: token, end: .played(PlayReport()))), .unlock, .exit(0),
            ])
    }

    @Test("play, RESUMED: resumed.aiff once after the pass, and quiet")
    func resumed() {
        var machine = playing()
        #expect(machine.visited(by: 1, .resumed) == [.answer(visitor: 1, .taken)])
        let end = machine.passEnded(.played(PlayReport()), now: 0)
        #expect(
            end == [
                .say(.played(PlayReport())),
                .bury(Burial(token: token, end: .played(PlayReport()))), .play(.resumed),
            ])
        #expect(machine.passEnded(.played(PlayReport()), now: 0) == [.unlock, .exit(0)])
    }

    @Test("play, OFF: OFFOK, the pass is finished, and it waits on while connected")
    func offWhilePlaying() {
        var machine = armed()
        _ = machine.received(.fire(.failed), now: 0)
        _ = machine.lockTaken(buried: [])
        #expect(machine.received(.off, now: 0) == [.say(.offConfirmed)])
        _ = machine.passEnded(.played(PlayReport()), now: 0)
        #expect(machine.state == .idle)
    }

    @Test("an alarm that nobody answers is sounded six times, signals may end it in between")
    func escalate() {
        var machine = playing()
        var now: Int64 = 0
        var rests: [Int64] = []
        for _ in 0..<5 {
            let end = machine.passEnded(.played(PlayReport()), now: now)
            #expect(end.last == .shield(false))
            guard let next = machine.deadline else { break }
            rests.append(next - now)
            now = next
            #expect(machine.tick(now: now - 1) == [])
            #expect(machine.tick(now: now) == [.shield(true), .play(.alert)])
        }
        #expect(rests == [30_000, 120_000, 300_000, 300_000, 300_000])
        #expect(
            machine.passEnded(.played(PlayReport()), now: now).suffix(2) == [.unlock, .exit(0)])
    }

    @Test("an orderly end is sounded once, and so is everything with repeat = once")
    func once() {
        var machine = armed()
        _ = machine.received(.fire(.terminated), now: 0)
        _ = machine.lockTaken(buried: [])
        _ = machine.passEnded(.played(PlayReport()), now: 0)
        #expect(machine.state == .idle)
        machine = playing(.once)
        _ = machine.passEnded(.played(PlayReport()), now: 0)
        #expect(machine.state == .finished)
    }

    @Test("between passes ACK ends it, RESUMED ends it with its sound, another alarm takes over")
    func rest() {
        func resting() -> SentinelMachine {
            var machine = playing()
            _ = machine.passEnded(.played(PlayReport()), now: 0)
            return machine
        }
        var machine = resting()
        let taken = SentinelMachine.Effect.answer(visitor: 1, .taken)
        #expect(machine.visited(by: 1, .acknowledge) == [taken, .unlock, .exit(0)])
        machine = resting()
        #expect(machine.visited(by: 1, .resumed) == [taken, .shield(true), .play(.resumed)])
        machine = resting()
        #expect(machine.visited(by: 1, .wait(other)) == [taken, .unlock, .exit(0)])
    }

    @Test("an alarm that no device played exits with 3")
    func silent() {
        var machine = playing(.once)
        let end = machine.passEnded(.silent("no device"), now: 0)
        #expect(
            end == [
                .say(.silent("no device")), .bury(Burial(token: token, end: .silent("no device"))),
                .unlock, .exit(3),
            ])
    }

    @Test("the newest cue sounds; a notice takes a cue's place, but no cue a notice's")
    func cues() {
        var machine = armed()
        #expect(machine.received(.fire(.lap), now: 0) == [.takeLock])
        _ = machine.lockTaken(buried: [])
        #expect(
            machine.received(.fire(.mark), now: 10) == [
                .cut, .play(.mark), .say(.sounding(.fired(.mark))),
            ])
        #expect(
            machine.received(.fire(.lost), now: 20) == [
                .cut, .play(.lost), .say(.sounding(.fired(.lost))),
            ])
        #expect(machine.received(.fire(.speech), now: 30) == [])
        #expect(machine.state == .noticing(.lost))
        // A death ends whatever sounds.
        let death = machine.linkClosed()
        #expect(death.contains(.cut) && death.contains(.play(.alert)))
        #expect(machine.visited(by: 1, .acknowledge) == [.answer(visitor: 1, .taken)])
    }

    @Test("no cue sounds over the alarm, nor is it kept for later")
    func cuesDuringAlarm() {
        var machine = playing()
        for reason in FireReason.allCases where reason.isNotice {
            #expect(machine.received(.fire(reason), now: 5) == [], "\(reason)")
        }
        #expect(machine.state == .playing(.died))
    }

    @Test("a notice leaves it armed; a death cuts it short and sounds")
    func notice() {
        var machine = armed()
        #expect(machine.received(.fire(.lost), now: 0) == [.takeLock])
        #expect(
            machine.lockTaken(buried: []) == [.play(.lost), .say(.sounding(.fired(.lost)))])
        var other = machine
        #expect(
            other.passEnded(.played(PlayReport()), now: 0)
                == [.unlock, .say(.played(PlayReport()))])
        #expect(other.state == .armed)
        #expect(machine.linkClosed() == [.cut, .play(.alert), .tell(.died)])
    }

    @Test("a test sound without a run is no alarm when its recorder ends")
    func test() {
        var machine = SentinelMachine()
        _ = machine.received(.arm(token, settings(), watch: false), now: 0)
        _ = machine.prepared(pid: 7, device: nil, trouble: nil, now: 0)
        #expect(machine.deadline == nil)
        _ = machine.received(.fire(.test), now: 0)
        _ = machine.lockTaken(buried: [])
        #expect(machine.linkClosed() == [.cut, .unlock, .exit(0)])
    }
}
