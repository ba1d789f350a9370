import SentinelProtocol
import Testing

@Suite("the recorder's side of the alarm")
struct ArmingMachineTests {
    private func machine(socket: Bool = true) -> ArmingMachine {
        ArmingMachine(
            boot: "b", epoch: 5, settings: AlarmSettings(directory: "/d"), hasSocket: socket)
    }

    private func arm(_ number: Int) -> RecorderMessage {
        .arm(
            AlarmToken(boot: "b", run: "r", epoch: 5, number: number),
            AlarmSettings(directory: "/d"), watch: true)
    }

    private let answer = SentinelMessage.armed(pid: 42, device: "default", trouble: nil)

    @Test("arm asks systemd's socket, and ARMED is reported")
    func arms() {
        var machine = machine()
        #expect(
            machine.arm(run: "r", now: 0)
                == [.open(link: 1, own: false), .send(link: 1, arm(1))])
        #expect(machine.status == .arming)
        #expect(
            machine.received(answer, from: 1, now: 10)
                == [.report(.armed(pid: 42, device: "default", trouble: nil))])
        #expect(machine.status == .armed(pid: 42, device: "default"))
    }

    @Test("without systemd's socket a sentinel is spawned at once")
    func fallsBack() {
        var machine = machine()
        _ = machine.arm(run: "r", now: 0)
        #expect(
            machine.closed(1, "connect: No such file or directory", now: 0)
                == [.close(link: 1), .open(link: 2, own: true), .send(link: 2, arm(1))])
    }

    @Test("when neither answers the run starts without an alarm, and it is tried again")
    func gives() {
        var machine = machine()
        _ = machine.arm(run: "r", now: 0)
        _ = machine.closed(1, "no", now: 0)
        #expect(
            machine.closed(2, "no program", now: 5)
                == [.close(link: 2), .report(.notArmed("no program"))])
        #expect(machine.status == .unarmed("no program"))
        #expect(machine.tick(now: 10_004) == [])
        #expect(machine.tick(now: 10_005).first == .open(link: 3, own: false))
    }

    @Test("a sentinel that says nothing for 2 s is reported, and may still come")
    func slow() {
        var machine = machine()
        _ = machine.arm(run: "r", now: 0)
        #expect(machine.tick(now: 1_999) == [])
        #expect(machine.tick(now: 2_000) == [.report(.notArmed("no sentinel has answered yet"))])
        #expect(
            machine.received(answer, from: 1, now: 3_000)
                == [.report(.armed(pid: 42, device: "default", trouble: nil))])
    }

    @Test("heartbeats: every 5 s by the timer, from 4.1 s on when awake anyway")
    func beats() {
        var machine = machine()
        _ = machine.arm(run: "r", now: 0)
        _ = machine.received(answer, from: 1, now: 0)
        #expect(machine.deadline == 5_000)
        #expect(machine.beat(now: 4_099) == [])
        #expect(machine.beat(now: 4_100) == [.send(link: 1, .beat(announce: 0))])
        #expect(machine.deadline == 9_100)
        #expect(machine.tick(now: 9_100) == [.send(link: 1, .beat(announce: 0))])
        #expect(
            machine.announce(milliseconds: 90_000, now: 9_600)
                == [.send(link: 1, .beat(announce: 60_000))])
        #expect(machine.received(.ask, from: 1, now: 9_700) == [.send(link: 1, .beat(announce: 0))])
    }

    @Test("off sends OFF and closes only after OFFOK")
    func off() {
        var machine = machine()
        _ = machine.arm(run: "r", now: 0)
        _ = machine.received(answer, from: 1, now: 0)
        #expect(machine.off(now: 100) == [.send(link: 1, .off)])
        #expect(
            machine.received(.offConfirmed, from: 1, now: 101)
                == [.close(link: 1), .report(.disarmed(confirmed: true))])
        #expect(machine.deadline == nil)
    }

    @Test("a sentinel that does not confirm OFF in a second is killed before its link is closed")
    func offUnanswered() {
        var machine = machine()
        _ = machine.arm(run: "r", now: 0)
        _ = machine.received(answer, from: 1, now: 0)
        _ = machine.off(now: 100)
        #expect(machine.tick(now: 1_099) == [])
        #expect(
            machine.tick(now: 1_100)
                == [.kill(link: 1), .close(link: 1), .report(.disarmed(confirmed: false))])
    }

    @Test("off with nothing armed is confirmed at once")
    func offIdle() {
        var machine = machine()
        #expect(machine.off(now: 0) == [.report(.disarmed(confirmed: true))])
    }

    @Test("a sentinel that dies is replaced under the same token")
    func replaces() {
        var machine = machine()
        _ = machine.arm(run: "r", now: 0)
        _ = machine.received(answer, from: 1, now: 0)
        #expect(
            machine.closed(1, "gone", now: 50)
                == [
                    .close(link: 1), .report(.sentinelLost), .open(link: 2, own: false),
                    .send(link: 2, arm(1)),
                ])
    }

    @Test("a full socket: another is armed first, then the hung one is killed")
    func stuck() {
        var machine = machine()
        _ = machine.arm(run: "r", now: 0)
        _ = machine.received(answer, from: 1, now: 0)
        #expect(
            machine.blocked(1, now: 50) == [.open(link: 2, own: false), .send(link: 2, arm(1))])
        #expect(
            machine.received(.armed(pid: 43, device: nil, trouble: nil), from: 2, now: 60)
                == [
                    .report(.armed(pid: 43, device: nil, trouble: nil)), .kill(link: 1),
                    .close(link: 1),
                ])
    }

    @Test("taken for hung although alive: says so, and arms another under a new token")
    func notHung() {
        var machine = machine()
        _ = machine.arm(run: "r", now: 0)
        _ = machine.received(answer, from: 1, now: 0)
        #expect(
            machine.received(.sounding(.hung), from: 1, now: 50)
                == [
                    .report(.sounding(.hung)), .send(link: 1, .resumed),
                    .open(link: 2, own: false), .send(link: 2, arm(2)),
                ])
        #expect(
            machine.received(.played(PlayReport()), from: 1, now: 60)
                == [.report(.played(PlayReport())), .close(link: 1)])
    }

    @Test("while stopping, systemd is never asked, and the own child is waited for")
    func stopping() {
        var machine = machine()
        _ = machine.arm(run: "r", now: 0)
        _ = machine.received(answer, from: 1, now: 0)
        machine.stopping()
        #expect(
            machine.closed(1, "gone", now: 50).contains(.open(link: 2, own: true)))
        #expect(machine.fire(.terminated, now: 60) == [])
        #expect(machine.mustWait)
        let effects = machine.received(answer, from: 2, now: 70)
        #expect(effects.contains(.send(link: 2, .fire(.terminated))))
        _ = machine.received(.sounding(.fired(.terminated)), from: 2, now: 71)
        #expect(machine.mustWait)
        _ = machine.received(.played(PlayReport()), from: 2, now: 80)
        #expect(!machine.mustWait)
    }

    @Test("a test sound without a run: armed for it alone, then off")
    func oneShot() {
        var machine = machine()
        let effects = machine.fire(.test, now: 0)
        #expect(effects.first == .open(link: 1, own: false))
        #expect(machine.status == .off)
        #expect(machine.received(answer, from: 1, now: 1) == [.send(link: 1, .fire(.test))])
        #expect(
            machine.received(.played(PlayReport()), from: 1, now: 5)
                == [.report(.played(PlayReport())), .send(link: 1, .off)])
        #expect(machine.received(.offConfirmed, from: 1, now: 6) == [.close(link: 1)])
        #expect(machine.deadline == nil)
    }

    private let facts = SentinelMessage.facts(SentinelFacts())

    @Test("a check without a run: armed for the facts alone, then off, and nobody calls it armed")
    func check() {
        var machine = machine()
        let effects = machine.check(now: 0)
        #expect(effects.first == .open(link: 1, own: false))
        #expect(machine.status == .off)
        #expect(machine.received(answer, from: 1, now: 1) == [])
        #expect(
            machine.received(facts, from: 1, now: 2)
                == [.report(.facts(SentinelFacts())), .send(link: 1, .off)])
        #expect(machine.received(.offConfirmed, from: 1, now: 3) == [.close(link: 1)])
        #expect(machine.deadline == nil)
    }

    @Test("a check of nothing that answers says why")
    func checkFails() {
        var machine = machine(socket: false)
        _ = machine.check(now: 0)
        #expect(
            machine.closed(1, "no program", now: 5)
                == [.close(link: 1), .report(.silent("no program"))])
        #expect(machine.status == .off && machine.deadline == nil)
    }

    @Test("a sound that is wanted during a check is played by what was armed for it")
    func checkThenSound() {
        var machine = machine()
        _ = machine.check(now: 0)
        _ = machine.received(answer, from: 1, now: 1)
        #expect(machine.fire(.test, now: 2) == [.send(link: 1, .fire(.test))])
        #expect(machine.received(facts, from: 1, now: 3) == [.report(.facts(SentinelFacts()))])
        #expect(
            machine.received(.played(PlayReport()), from: 1, now: 5)
                == [.report(.played(PlayReport())), .send(link: 1, .off)])
    }

    @Test("a run that starts during a check stays armed")
    func checkThenRun() {
        var machine = machine()
        _ = machine.check(now: 0)
        #expect(machine.arm(run: "r", now: 1).first == .open(link: 2, own: false))
        _ = machine.received(answer, from: 2, now: 2)
        #expect(machine.received(facts, from: 2, now: 3) == [.report(.facts(SentinelFacts()))])
        #expect(machine.status == .armed(pid: 42, device: "default"))
    }

    @Test("renewed, another is armed before the one that watched is told OFF")
    func renews() {
        var machine = machine()
        #expect(machine.renew(now: 0) == [], "nothing watches")
        _ = machine.arm(run: "r", now: 0)
        _ = machine.received(answer, from: 1, now: 0)
        #expect(
            machine.renew(now: 50) == [.open(link: 2, own: false), .send(link: 2, arm(1))])
        #expect(machine.renew(now: 51) == [], "it is on its way")
        #expect(
            machine.received(.armed(pid: 43, device: "usb", trouble: nil), from: 2, now: 60)
                == [
                    .report(.armed(pid: 43, device: "usb", trouble: nil)), .send(link: 1, .off),
                ])
    }

    @Test("an ARMED that comes after OFF does not arm")
    func late() {
        var machine = machine()
        _ = machine.arm(run: "r", now: 0)
        #expect(machine.off(now: 1) == [.send(link: 1, .off)])
        #expect(machine.received(answer, from: 1, now: 2) == [])
        #expect(
            machine.received(.offConfirmed, from: 1, now: 3)
                == [.close(link: 1), .report(.disarmed(confirmed: true))])
    }
}
