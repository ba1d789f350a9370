import RunCore
import Testing

@Suite struct LostAlertTests {
    private func summary(source: Source, since: Double, fixes: Int = 10) -> RunSummary {
        var summary = RunSummary()
        summary.state = .running
        summary.source = source
        summary.since = Instant(seconds: since)
        summary.fixes = fixes
        return summary
    }

    @Test("after 60 s without any source it is time, and only once for that outage")
    func once() {
        var alert = LostAlert()
        let lost = summary(source: .none, since: 100)
        #expect(alert.deadline(lost) == Instant(seconds: 160))
        #expect(alert.isDue(lost, at: Instant(seconds: 159.9)) == false)
        #expect(alert.isDue(lost, at: Instant(seconds: 160)) == true)
        #expect(alert.isDue(lost, at: Instant(seconds: 1000)) == false)
        #expect(alert.deadline(lost) == nil)
    }

    @Test("another outage within ten minutes has to wait for them")
    func interval() {
        var alert = LostAlert()
        #expect(alert.isDue(summary(source: .none, since: 0), at: Instant(seconds: 60)) == true)
        let next = summary(source: .none, since: 200)
        #expect(alert.deadline(next) == Instant(seconds: 660))
        #expect(alert.isDue(next, at: Instant(seconds: 400)) == false)
        #expect(alert.isDue(next, at: Instant(seconds: 660)) == true)
    }

    @Test("steps, GPS, a pause, or a run that never had a fix are no loss")
    func silent() {
        var alert = LostAlert()
        let late = Instant(seconds: 10_000)
        #expect(alert.isDue(summary(source: .pedometer, since: 0), at: late) == false)
        #expect(alert.isDue(summary(source: .gps, since: 0), at: late) == false)
        #expect(alert.isDue(summary(source: .none, since: 0, fixes: 0), at: late) == false)
        var paused = summary(source: .none, since: 0)
        paused.state = .paused
        #expect(alert.isDue(paused, at: late) == false)
    }
}
