import SentinelProtocol
import Testing

/// What a sentinel takes along when a driver's call does not return.
@Suite("another life of a sentinel")
struct BaggageTests {
    private let token = AlarmToken(boot: "b", run: "r 1", epoch: 5, number: 2)

    private var settings: AlarmSettings {
        var settings = AlarmSettings(directory: "/run/rund")
        settings.device = "plughw:CARD=x y"
        settings.command = "echo \"a b\" %20"
        settings.minVolume = 70
        settings.lease = 9_000
        return settings
    }

    private var armed: SentinelMachine {
        var machine = SentinelMachine()
        _ = machine.received(.arm(token, settings, watch: true), now: 0)
        _ = machine.prepared(pid: 7, device: "default", trouble: nil, now: 0)
        return machine
    }

    private var playing: SentinelMachine {
        var machine = armed
        _ = machine.linkClosed()
        _ = machine.lockTaken(buried: [])
        return machine
    }

    /// The same machine in its next life, which finds out itself that the recorder is gone.
    private func reborn(_ machine: SentinelMachine) -> SentinelMachine? {
        var next = machine.baggage.flatMap { SentinelMachine(baggage: $0, now: 0) }
        _ = next?.linkClosed()
        return next
    }

    @Test("a sounding alarm goes on with all that was said to it")
    func sounding() {
        #expect(reborn(playing) == playing)
        #expect(reborn(playing)?.continuation == .play(.alert))
        var quieted = playing
        _ = quieted.visited(by: 1, .acknowledge)
        #expect(reborn(quieted) == quieted)
        var resumed = playing
        _ = resumed.visited(by: 1, .resumed)
        #expect(reborn(resumed) == resumed)
        _ = resumed.passEnded(.silent("nothing"), now: 5)
        #expect(reborn(resumed)?.continuation == .play(.resumed))
        var last = reborn(resumed)
        #expect(last?.passEnded(.played(PlayReport()), now: 9).last == .exit(3))
    }

    @Test("a second pass remembers that it is the second")
    func passes() {
        var machine = playing
        _ = machine.passEnded(.played(PlayReport()), now: 0)
        #expect(machine.baggage == nil, "nothing is called while it rests")
        _ = machine.tick(now: 30_000)
        #expect(reborn(machine) == machine)
        var next = reborn(machine)
        _ = next?.passEnded(.played(PlayReport()), now: 40_000)
        #expect(next?.deadline == 160_000)
    }

    @Test("a trial is made again with the next device, and the recorder stays watched after it")
    func trial() {
        var machine = SentinelMachine()
        _ = machine.received(.arm(token, settings, watch: true), now: 0)
        var next = machine.baggage.flatMap { SentinelMachine(baggage: $0, now: 100) }
        #expect(next?.continuation == .prepare(settings))
        _ = next?.prepared(pid: 7, device: "default", trouble: nil, now: 100)
        #expect(next?.deadline == 9_100)
    }

    @Test("a notice goes on, and its recorder's death is still heard")
    func notice() {
        var machine = armed
        _ = machine.received(.fire(.lost), now: 0)
        _ = machine.lockTaken(buried: [])
        var next = machine.baggage.flatMap { SentinelMachine(baggage: $0, now: 100) }
        #expect(next?.continuation == .play(.lost))
        var died = next
        #expect(died?.linkClosed().contains(.play(.alert)) == true)
        _ = next?.passEnded(.played(PlayReport()), now: 200)
        #expect(next?.deadline == 9_100, "its lease goes on")
    }

    @Test(
        "words that are no baggage are not taken for it",
        arguments: ["", "playing", "playing word=died", "armed token=b/r/1/1 dir=/run", "x\0"])
    func nonsense(_ words: String) {
        #expect(SentinelMachine(baggage: words, now: 0) == nil)
    }
}
