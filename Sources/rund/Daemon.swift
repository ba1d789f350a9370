internal import Alert
internal import Control
internal import EventLoop
internal import POSIX
internal import RunCore
internal import RunStore
internal import Sensors
internal import SentinelLink
internal import Settings

/// The recorder: the one place where events come in and effects go out.
///
/// Every wake-up goes the same way: what arrived is stored, then given to the engine, then its
/// effects are carried out; at last `settle` writes, tells the sentinel that all is well, and sets
/// the one timer to the earliest moment that anybody asked for.
final class Daemon {
    /// What was made at start-up.
    struct Parts {
        var locations: Locations
        var configuration: Configuration
        var options: Command.Options
        /// What is played in place of the sensors.
        var log: LogFile?
        var server: GPSDServer
        var lock: DirectoryLock
        var bank: SoundBank
        var store: RunStore
        var alarm: Alarm
        var boot: String
    }

    let parts: Parts
    /// The engine's limits, as they are configured.
    let engine: EngineSettings
    let store: RunStore
    let alarm: Alarm
    var run: ActiveRun?
    /// Sentences for a person, by what they are about.
    var notices = Notices()

    var gps: GPSDClient?
    var gpsWatch: DescriptorWatch?
    var watchedGeneration = -1
    var gpsState = GPSState()
    /// Where the recorder was lately, for marks without a run.
    var trail = PlaceTrail()
    var steps = StepsState()
    var log: LogPlayer?
    var motion = MotionState()
    var system = SystemState()
    var bluetooth = BluetoothState()

    var server: ControlServer?
    var callers: [Int: Caller] = [:]
    var nextCaller = 0
    var waiting: [Waiting] = []

    var alarmState = AlarmState()
    /// The player that sounds where no sentinel can be had.
    var lastResort: ChildWatch?
    var isPlayingItself = false
    var lost = LostAlert()
    /// The run as it was when it lost its last source, while it has none.
    var lostBasis: RunSummary?
    var storeFailed = false
    /// The damaged database that the person was told of.
    var toldDamage: SetAside?
    var ending: Ending?
    var beginsAnew = NewBeginning.none
    private(set) var loop: EventLoop?
    private var watches: [AnyObject] = []
    private var timer: Timer?
    private var statusLine = ""

    init(_ parts: Parts) {
        self.parts = parts
        engine = parts.configuration.engineSettings
        store = parts.store
        alarm = parts.alarm
    }

    /// Now, on the boot clock.
    var now: Instant { Instant(microseconds: Clock.bootMicroseconds()) }

    /// Civil time, if the machine's clock was ever set.
    var wall: WallTime? {
        let wall = WallTime(microseconds: Clock.wallMicroseconds())
        return wall >= .earliestBelievable ? wall : nil
    }

    /// Records until it is told to end.
    /// - Returns: the exit code.
    func runLoop() throws -> Int32 {
        let loop = try EventLoop()
        self.loop = loop
        for signal in Signals.toEnd {
            keep(try SignalWatch(loop, signal) { [unowned self] in end(signal) })
        }
        try listen(loop)
        keep(
            try DescriptorWatch(loop, alarm.descriptor, for: .readable) { [unowned self] _ in
                act(on: alarm.readable(now: now.microseconds))
                settle()
            })
        timer = try Timer(loop, on: .boot, accuracy: 20_000) { [unowned self] in timePassed() }
        try loop.feedWatchdog()
        reportOpening()
        recallTrial()
        system.voltage = SupplyVoltage.find()
        connectSystem()
        resumeInterruptedRun()
        soundDamage()
        startSource()
        ServiceManager.ready(statusText)
        settle()
        return try loop.run()
    }

    /// Keeps a watch for the life of the program.
    func keep(_ watch: AnyObject) { watches.append(watch) }

    private func timePassed() {
        let now = now
        if let gps { heard(gps.advance(to: now)) }
        if let moment = run?.moment(now) { log?.advance(to: moment) }
        readStepsIfDue(now)
        reconnectSystem(now)
        advanceEngine(to: now)
        if let due = alarm.deadline, due <= now.microseconds {
            act(on: alarm.timePassed(now: now.microseconds))
        }
        settle()
    }

    /// What ends every wake-up.
    func settle() {
        let now = now
        noteStore(store.flush(now: now, nextWake: gps?.nextLook))
        act(on: alarm.beat(now: now.microseconds))
        checkLost(now)
        checkMute(now)
        checkVoltage(now)
        watchGPS()
        publish(now)
        if ending != nil { checkEnding(now) }
        beginAnewIfAsked()
        let text = statusText
        if text != statusLine {
            statusLine = text
            ServiceManager.status(text)
        }
        setTimer(now)
    }

    private func setTimer(_ now: Instant) {
        let moments: [Instant?] = [
            gps?.deadline, logDeadline, stepsDeadline(now), run?.deadline, store.deadline,
            alarm.deadline.map { Instant(microseconds: $0) }, lostDeadline, alarmState.mutedUntil,
            publishDeadline, ending?.deadline, system.retry,
        ]
        guard let next = moments.compactMap({ $0 }).min() else {
            timer?.clear()
            return
        }
        timer?.set(at: next.microseconds)
    }

    /// A line for `systemctl status`, without numbers that change all the time.
    var statusText: String {
        guard let number = run?.number else { return "idle" }
        let source = run?.source?.rawValue ?? "raw only"
        let state = run?.isPaused == true ? "paused" : "recording (\(source))"
        return "run \(number) \(state), alarm \(alarmState.word)"
    }
}
