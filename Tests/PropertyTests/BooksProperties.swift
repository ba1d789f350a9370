import RunCore
import RunSimulation
import Testing

@Suite("Properties of the books")
struct BooksProperties {
    private func play(_ events: [Event]) -> RunSummary {
        var recorder = Recorder()
        for event in events { _ = recorder.handle(event) }
        return recorder.summary
    }

    @Test("late, jittery, interrupted runs come out as the rules say, span by span")
    func reference() {
        for seed in 0..<1500 as Range<UInt64> {
            let run = GeneratedRun(seed: seed)
            let summary = play(run.events)
            let spans = summary.spans.map {
                ReferenceBooks.Entry(
                    source: $0.source, from: $0.from.microseconds, to: $0.to.microseconds,
                    metres: $0.distance, steps: $0.steps)
            }
            let expected = ReferenceBooks(run).entries
            let isSame =
                spans.count == expected.count
                && zip(spans, expected).allSatisfy { $0.agrees(with: $1) }
            #expect(isSame, "seed \(seed): \(spans) is not \(expected)")
            if !isSame { return }
        }
    }

    @Test("spans partition the run and sum to the total, laps too, and distance never falls")
    func invariants() {
        for seed in 5000..<5400 as Range<UInt64> {
            let run = GeneratedRun(seed: seed)
            var recorder = Recorder()
            var shown = 0.0
            for event in run.events {
                _ = recorder.handle(event)
                let summary = recorder.summary
                guard summary.state != .stopped else { break }
                #expect(summary.distance >= shown, "seed \(seed)")
                shown = summary.distance
                #expect(imbalance(summary) == nil, "seed \(seed)")
            }
            let summary = play(run.events)
            #expect(imbalance(summary) == nil, "seed \(seed)")
            #expect(summary.laps.count == run.laps.count + 1, "seed \(seed)")
        }
    }

    @Test("timers that fire on time, or not at all, change nothing")
    func timers() {
        for seed in 0..<300 as Range<UInt64> {
            let run = GeneratedRun(seed: seed)
            var random = SplitMix64(seed: seed)
            var recorder = Recorder()
            for event in run.events {
                while let deadline = recorder.deadline, deadline <= event.arrival {
                    _ = recorder.advance(to: deadline)
                }
                if random.chance(0.3) { _ = recorder.advance(to: event.arrival) }
                _ = recorder.handle(event)
            }
            #expect(recorder.summary == play(run.events), "seed \(seed)")
        }
    }

    @Test("a log replays to the same bits as the run that wrote it")
    func replay() {
        for seed in 0..<200 as Range<UInt64> {
            let run = GeneratedRun(seed: seed)
            var bytes: [UInt8] = []
            for event in run.events {
                LogCodec.encode(event, into: &bytes)
                bytes.append(0x0A)
            }
            let report = bytes.withUnsafeBytes { Replay.run($0) }
            #expect(report.problems.isEmpty, "seed \(seed)")
            #expect(report.summary == play(run.events), "seed \(seed)")
        }
    }

    @Test("a crash at any event changes the cause of an outage and nothing else")
    func crash() {
        for seed in 0..<200 as Range<UInt64> {
            let run = GeneratedRun(seed: seed)
            var random = SplitMix64(seed: seed &+ 99)
            // Later it would undo the stop.
            let stop = run.events.firstIndex { $0.payload == .stop } ?? run.events.count
            let place = Int.random(in: 1...min(stop, run.events.count - 1), using: &random)
            let before = run.events[place - 1]
            var events = run.events
            events.insert(
                Event(
                    time: before.arrival, arrival: before.arrival,
                    payload: .restart(Restart(cause: "crash"))), at: place)
            let crashed = play(events)
            let whole = play(run.events)
            #expect(crashed.distance == whole.distance, "seed \(seed)")
            #expect(crashed.steps == whole.steps, "seed \(seed)")
            #expect(
                crashed.spans.map(\.distance) == whole.spans.map(\.distance), "seed \(seed)")
        }
    }

    @Test("any events in any order keep the books in balance")
    func chaos() {
        for seed in 0..<1500 as Range<UInt64> {
            var chaos = Chaos(seed: seed)
            var recorder = Recorder()
            var shown = 0.0
            for event in chaos.events() {
                _ = recorder.handle(event)
                let summary = recorder.summary
                if let fault = imbalance(summary), summary.begin != nil {
                    Issue.record("seed \(seed): \(fault)")
                    return
                }
                if summary.state != .stopped {
                    #expect(summary.distance >= shown, "seed \(seed)")
                    shown = summary.distance
                }
            }
        }
    }

    /// What is wrong with a summary; nil if nothing is.
    private func imbalance(_ summary: RunSummary) -> String? {
        guard let begin = summary.begin, let end = summary.end else { return "no beginning" }
        var moment = begin
        for span in summary.spans {
            if span.from != moment { return "hole or overlap at \(span.from.seconds)" }
            if span.to <= span.from { return "empty span at \(span.from.seconds)" }
            let isSound = span.distance >= 0 && span.estimated >= 0 && span.steps >= 0
            if !isSound || !span.distance.isFinite { return "unsound at \(span.from.seconds)" }
            if span.source == .none || span.source == .paused, span.distance != 0 {
                return "distance from nothing at \(span.from.seconds)"
            }
            if span.backfilled > span.distance + 1e-9 { return "backfilled more than all" }
            moment = span.to
        }
        if moment != end { return "ends at \(moment.seconds), not \(end.seconds)" }
        let spans = summary.spans.reduce(0) { $0 + $1.distance }
        let laps = summary.laps.reduce(0) { $0 + $1.distance }
        if abs(laps - spans) > 1e-6 { return "laps \(laps), spans \(spans)" }
        if summary.state == .stopped, summary.distance != spans { return "spans are not the total" }
        if summary.distance < spans - 1e-6 { return "shows less than it has" }
        return nil
    }
}
