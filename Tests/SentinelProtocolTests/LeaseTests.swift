import SentinelProtocol
import Testing

@Suite("lease and grace")
struct LeaseTests {
    @Test("a lease is over at its end and not before")
    func lease() {
        var lease = Lease(length: 15_000, now: 100)
        #expect(!lease.isOver(now: 15_099))
        #expect(lease.isOver(now: 15_100))
        lease.renew(now: 10_000)
        #expect(!lease.isOver(now: 24_999))
        lease.renew(now: 20_000, announced: 60_000)
        #expect(!lease.isOver(now: 94_999))
        #expect(lease.isOver(now: 95_000))
    }

    @Test("a lease of 0 never ends")
    func off() {
        let lease = Lease(length: 0, now: 0)
        #expect(!lease.isOver(now: .max))
    }

    /// Runs a grace of 5 s whose slices end late by what `lateness` says; nil if it has not ended in 10 minutes.
    private func end(_ lateness: (Int) -> Int64) -> Int64? {
        var grace = Grace(length: 5_000, now: 0)
        for slice in 0..<2_400 {
            let time = grace.deadline + lateness(slice)
            if grace.isOver(now: time) { return time }
        }
        return nil
    }

    @Test("a recorder has 5 s to answer")
    func punctual() { #expect(end { _ in 0 } == 5_000) }

    @Test("slices up to 150 ms late count, later ones do not")
    func late() {
        #expect(end { _ in 150 } == 8_000)
        #expect(end { $0 == 0 ? 151 : 0 } == 5_401)
    }

    @Test("one long stop of the machine costs one slice only")
    func stopped() { #expect(end { $0 == 3 ? 3_600_000 : 0 } == 3_605_250) }

    @Test("a machine that is always late ends the wait after 120 slices")
    func alwaysLate() { #expect(end { _ in 200 } == 54_000) }

    @Test("looking too early ends no slice")
    func early() {
        var grace = Grace(length: 250, now: 0)
        let early = grace.isOver(now: 249)
        #expect(!early)
        let due = grace.isOver(now: 250)
        #expect(due)
    }

    @Test(
        "an alarm that nobody answers comes again after 30 s, 2 min and then every 5 min, six times"
    )
    func escalation() {
        func rests(_ cause: Cause, _ repetition: AlarmSettings.Repetition) -> [Int64?] {
            (1...6).map { Escalation.rest(after: $0, cause: cause, repetition: repetition) }
        }
        #expect(
            rests(.died, .escalate) == [30_000, 120_000, 300_000, 300_000, 300_000, nil])
        #expect(rests(.died, .once) == Array(repeating: nil, count: 6))
        #expect(rests(.fired(.terminated), .escalate) == Array(repeating: nil, count: 6))
    }
}
