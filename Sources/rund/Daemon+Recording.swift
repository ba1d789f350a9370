internal import POSIX
internal import RunCore
internal import RunStore

/// The way of every event: stored raw, then understood.
extension Daemon {
    /// Takes what was heard into the run, if there is one.
    /// - Parameter measured: on the boot clock; nil: now.
    /// - Returns: what the engine made of it, already carried out.
    @discardableResult
    func record(_ payload: Event.Payload, measured: Instant? = nil) -> [Effect] {
        guard let arrival = run?.moment(now) else { return [] }
        let time = measured.flatMap { run?.moment($0) } ?? arrival
        return record(Event(time: time, arrival: arrival, payload: payload))
    }

    /// The same, on the run's clock.
    @discardableResult
    func record(_ event: Event) -> [Effect] {
        guard let last = run?.lastArrival, let number = run?.number else { return [] }
        let now = now
        var event = event
        event.arrival = max(event.arrival, last)
        event.time = min(event.time, event.arrival)
        // First: whatever happens next, this was heard.
        if store.append(LogCodec.encode(event), to: number, at: now) == nil {
            notices[.disk] = "disk and memory are full: events are being lost"
        }
        // In place: a copy of the engine would copy the whole run.
        let effects = run?.handle(event) ?? []
        perform(effects)
        return effects
    }

    /// Fires the engine's deadlines.
    func advanceEngine(to now: Instant) {
        guard let deadline = run?.deadline, deadline <= now, let moment = run?.moment(now)
        else { return }
        perform(run?.advance(to: moment) ?? [])
    }

    private func perform(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .sourceChanged(let change):
                Log.info(
                    "source: \(change.from.rawValue) → \(change.to.rawValue)"
                        + " (\(change.why.rawValue))")
            case .paused(_, let isAutomatic):
                if isAutomatic { Log.info("paused: standing still") }
            case .resumed(_, let isAutomatic):
                if isAutomatic { Log.info("going on: moving again") }
            // Points are made anew from the events when somebody wants them.
            case .point, .lapped, .stopped: break
            }
        }
    }

    /// Looks at what the store did, and tells when the disk stops or begins to work.
    func noteStore(_ flushed: RunStore.Flushed) {
        if tellDamage() { soundDamage() }
        switch flushed {
        case .idle, .written: break
        case .recovered(let count):
            storeFailed = false
            notices[.disk] = nil
            Log.info("the disk works again: \(count) events were written")
        case .failed(let error):
            let health = store.health
            notices[.disk] =
                "\(error); \(health.held) events wait in memory"
                + (health.dropped > 0 ? ", \(health.dropped) were lost" : "")
            guard !storeFailed else { return }
            storeFailed = true
            Log.error("\(error); recording goes on in memory")
            if run != nil { act(on: alarm.fire(.disk, now: now.microseconds)) }
        }
    }
}
