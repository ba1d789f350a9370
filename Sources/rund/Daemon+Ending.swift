internal import EventLoop
internal import RunCore

/// The end of the recorder, which must be heard if a run goes on.
struct Ending {
    /// The pass has begun.
    var hasSounded = false
    /// The pass is over, or could not be made.
    var isHeard = false
    /// Whatever happens, not later than this.
    var deadline: Instant
}

extension Daemon {
    /// A pass of 35 s, its lead-in and 10 s for a busy device.
    private static let longest = Elapsed(microseconds: 52_000_000)

    func end(_ signal: Int32) {
        guard ending == nil else { return }
        ending = Ending(deadline: now + Self.longest)
        guard let number = run?.number else {
            ServiceManager.stopping("ending")
            noteStore(store.commit(now: now))
            loop?.exit(0)
            return
        }
        Log.warning(
            "\(Signals.name(signal)) while run \(number) goes on; it is resumed at the next start"
        )
        ServiceManager.stopping("ending during run \(number): the alert sounds")
        if alarmState.mutedUntil != nil {
            noteStore(store.commit(now: now))
            loop?.exit(0)
            return
        }
        // From here on systemd is not asked for anything: it may be going down itself.
        alarm.stopping()
        act(on: alarm.fire(.terminated, now: now.microseconds))
        readSteps()
        noteStore(store.commit(now: now))
        settle()
    }

    /// Ends when the alert was heard, or is in good hands.
    func checkEnding(_ now: Instant) {
        guard let ending else { return }
        let isSafe = ending.hasSounded && !alarm.mustWait
        guard ending.isHeard || isSafe || ending.deadline <= now else { return }
        noteStore(store.commit(now: now))
        disableSteps()
        loop?.exit(0)
    }
}
