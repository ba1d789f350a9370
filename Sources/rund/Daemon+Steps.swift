internal import POSIX
internal import RunCore
internal import Sensors

/// The step counter in use, and what it last said.
struct StepsState {
    var counter: StepCounter?
    /// The last reading, and the last one that was recorded.
    var last: (count: Int64, at: Instant)?
    var recorded: (count: Int64, at: Instant)?
    var trouble: String?
    var lastSearch: Instant?
}

/// A counter is read when a fix has woken us anyway; by a timer of its own only when no fix does,
/// and just before a loss of GPS is declared, which the steps up to then have to fill.
extension Daemon {
    private static let searchInterval = Elapsed(microseconds: 10_000_000)
    /// Without GPS each step counts as it comes.
    private static let liveInterval = Elapsed(microseconds: 1_000_000)
    /// An unchanged count is news only this often: that the counter lives.
    private static let sign = Elapsed(microseconds: 5_000_000)
    /// The sentinel hears from us about this often.
    private static let chance = Elapsed(microseconds: 4_000_000)
    /// Before the moment at which GPS counts as lost.
    private static let margin = Elapsed(microseconds: 30_000)
    /// A receiver of 10 Hz does not make steps more frequent.
    private static let least = Elapsed(microseconds: 800_000)

    /// Finds a counter and switches it on, for a run that begins or goes on.
    func enableSteps() {
        guard parts.options.source == nil else { return }
        steps.recorded = nil
        steps.last = nil
        findSteps()
        beginPressure(under: stepsRoot)
    }

    private var stepsRoot: String {
        parts.configuration.text("steps.sysfs-root") ?? "/sys/bus/iio/devices"
    }

    /// Leaves the counter as it was found, when the run is over.
    func disableSteps() {
        do {
            try steps.counter?.putBack()
        } catch {
            Log.warning("step counter: \(error)")
        }
        steps.counter = nil
        endMotion()
    }

    private func findSteps() {
        guard parts.options.source == nil else { return }
        steps.lastSearch = now
        let root = stepsRoot
        guard var counter = StepCounter.all(under: root).first else {
            steps.trouble = "no counter under \(root)"
            beginAcceleration(under: root)
            return
        }
        endAcceleration()
        do {
            try counter.enable()
        } catch {
            // It may count all the same; if it does not, the engine notices.
            Log.warning("step counter \(counter.name) cannot be switched on: \(error)")
        }
        steps.counter = counter
        steps.trouble = nil
        Log.info("step counter \(counter.name) in \(counter.folder)")
    }

    /// Reads the counter and records what it says.
    func readSteps() {
        guard run != nil else { return }
        let now = now
        if steps.counter == nil { searchAgain(now) }
        guard let counter = steps.counter else { return }
        do {
            let count = try counter.read()
            steps.trouble = nil
            take(count, at: now)
        } catch {
            if steps.trouble == nil { Log.warning("step counter: \(error)") }
            steps.trouble = "\(error)"
            if StepCounter(folder: counter.folder) == nil { steps.counter = nil }
        }
    }

    private func take(_ count: Int64, at now: Instant) {
        let before = steps.last
        steps.last = (count, now)
        guard let recorded = steps.recorded else { return record(count, now) }
        if count == recorded.count {
            if now - recorded.at >= Self.sign { record(count, now) }
            return
        }
        // The steps were taken after the last look, not since the last one that was recorded.
        if let before, before.at > recorded.at, before.count == recorded.count {
            record(before.count, before.at)
        }
        record(count, now)
    }

    private func record(_ count: Int64, _ at: Instant) {
        steps.recorded = (count, at)
        record(.steps(StepReading(count: count, boot: parts.boot)), measured: at)
    }

    func readStepsBesideFix(_ now: Instant) {
        guard run?.isPaused == false else { return }
        if let last = steps.last, now - last.at < Self.least { return }
        readSteps()
    }

    private func searchAgain(_ now: Instant) {
        if let last = steps.lastSearch, now - last < Self.searchInterval { return }
        findSteps()
    }

    func readStepsIfDue(_ now: Instant) {
        if let due = stepsDeadline(now), due <= now { return readSteps() }
        // Awake for another reason: what is on disk should not end long before a death.
        guard run?.isPaused == false, let last = steps.last, now - last.at >= Self.chance
        else { return }
        readSteps()
    }

    /// When the counter has to be looked at, should nothing else wake us.
    func stepsDeadline(_ now: Instant) -> Instant? {
        guard run?.isPaused == false, parts.options.source == nil else { return nil }
        guard steps.counter != nil else {
            if motion.accelerometer != nil { return nil }
            return steps.lastSearch.map { $0 + Self.searchInterval }
        }
        guard let last = steps.last else { return now + Self.liveInterval }
        let live = last.at + Self.liveInterval
        guard run?.source == .gps, let fix = run?.lastFix.flatMap({ run?.bootClock(at: $0) })
        else { return live }
        let timeout = Elapsed(seconds: engine.timeout)
        return max(fix + timeout - Self.margin, live)
    }
}
