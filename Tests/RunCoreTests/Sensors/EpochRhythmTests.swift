import RunCore
import RunSimulation
import Testing

@Suite struct EpochRhythmTests {
    /// A receiver in a loop that looks when the rhythm says so, and else waits for each epoch.
    private struct Scene {
        var rhythm = EpochRhythm()
        /// Wake-ups: looks, and epochs that were waited for.
        var wakes = 0
        var taken = 0
        /// The longest time from an epoch's arrival to when it was taken.
        var latest = Elapsed.zero

        /// Lets an epoch arrive, after any look that is planned before it.
        mutating func arrive(_ arrival: Instant, _ time: WallTime?) {
            if let look = rhythm.next, look < arrival {
                wakes += 1
                rhythm.missed()
            }
            let now = max(arrival, rhythm.next ?? arrival)
            wakes += 1
            taken += 1
            latest = max(latest, now - arrival)
            rhythm.completed(time, at: now)
        }
    }

    private func instant(_ seconds: Double) -> Instant {
        Instant(microseconds: Int64((seconds * 1e6).rounded()))
    }

    private func time(_ seconds: Double) -> WallTime {
        WallTime(microseconds: 1_780_000_000_000_000 + Int64((seconds * 1e6).rounded()))
    }

    @Test("an hour of a regular receiver costs hardly more than a look for each epoch")
    func regular() {
        for drift in [-1e-4, -2e-5, 0, 2e-5, 1e-4] {
            var scene = Scene()
            for second in 0..<3600 {
                scene.arrive(instant(Double(second) * (1 + drift)), time(Double(second)))
            }
            #expect(scene.taken == 3600)
            #expect(scene.wakes <= 3640, "drift \(drift): \(scene.wakes) wake-ups")
            #expect(scene.latest <= Elapsed(microseconds: 250_000), "drift \(drift)")
        }
    }

    @Test("where arrivals jitter, looks come later, and none waits longer than a fifth of a second")
    func jitter() {
        var random = SplitMix64(seed: 7)
        for most in [0.01, 0.05, 0.12] {
            var scene = Scene()
            for second in 0..<3600 {
                let late = most * Double(random.next() % 1000) / 1000
                scene.arrive(instant(Double(second) + late), time(Double(second)))
            }
            #expect(scene.wakes <= 4000, "jitter \(most): \(scene.wakes) wake-ups")
            #expect(scene.latest <= Elapsed(seconds: 0.21 + most), "jitter \(most)")
        }
    }

    @Test("a hopeless receiver is waited for, at the cost of a few looks in vain")
    func hopeless() {
        var random = SplitMix64(seed: 8)
        var scene = Scene()
        for second in 0..<3600 {
            let late = 0.9 * Double(random.next() % 1000) / 1000
            scene.arrive(instant(Double(second) + late), time(Double(second)))
        }
        #expect(scene.wakes <= 4000)
    }

    @Test("nothing is planned for epochs without a time, in changing steps, or ten times a second")
    func irregular() {
        var rhythm = EpochRhythm()
        for second in 0..<20 {
            rhythm.completed(nil, at: instant(Double(second)))
            #expect(rhythm.next == nil)
        }
        for second in 0..<20 {
            let moment = Double(second * second) / 4
            rhythm.completed(time(moment), at: instant(moment))
            #expect(rhythm.next == nil)
        }
        for tenth in 0..<100 {
            rhythm.completed(time(Double(tenth) / 10), at: instant(Double(tenth) / 10))
            #expect(rhythm.next == nil)
        }
    }

    @Test("a log that is played faster than its times say is not regular")
    func played() {
        var rhythm = EpochRhythm()
        for second in 0..<20 {
            rhythm.completed(time(Double(second)), at: instant(Double(second) / 4))
            #expect(rhythm.next == nil)
        }
    }

    @Test("after a silence, or two epochs at once, the receiver is waited for again")
    func silence() {
        var rhythm = EpochRhythm()
        for second in 0..<10 { rhythm.completed(time(Double(second)), at: instant(Double(second))) }
        #expect(rhythm.next != nil)
        rhythm.missed()
        #expect(rhythm.next == nil)
        rhythm.completed(time(60), at: instant(60))
        #expect(rhythm.next == nil)
        for second in 61..<70 {
            rhythm.completed(time(Double(second)), at: instant(Double(second)))
        }
        #expect(rhythm.next != nil)
        rhythm.completed(time(70), at: instant(71.03))
        rhythm.completed(time(71), at: instant(71.03))
        #expect(rhythm.next == nil)
    }
}
