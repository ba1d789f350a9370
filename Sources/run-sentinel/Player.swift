private import Glibc
internal import POSIX
internal import SentinelProtocol

/// One pass at a time: finds a device that plays the sound to its end, within the time that a pass may take.
final class Player {
    /// Time for busy devices on top of a pass, in microseconds.
    private static let allowance: Int64 = 10_000_000
    /// How long one busy device is asked again before the next is tried, and how often.
    private static let busyPatience: Int64 = 4_000_000
    private static let busyInterval: Int64 = 50_000

    private let settings: AlarmSettings
    private let bank: MappedBank
    /// Words to be said; kept until others come.
    var words: MappedBank?
    private var devices: [Device]
    /// Devices that did not come back from a call.
    private let stuck: [String]
    private var held: Output?
    private let mixer: Mixer?

    // The pass that runs.
    private var clip: MappedClip?
    private var isCue = false
    private var playback: Playback?
    /// The device that is called.
    private var called: Device?
    /// A device that has played, to be closed when everything else about its pass is done.
    private var spent: Playback?
    private(set) var isActive = false
    private var place = 0
    private var hasReparsed = false
    private var busySince: Int64?
    /// When the pass was asked for, and when it ends whatever happens, in microseconds.
    private(set) var trigger: Int64 = 0
    private(set) var end: Int64 = 0
    private var isTakenUp = false
    private var deadline: Int64 = 0
    private var firstFrameAt: Int64?
    private var nextTry: Int64 = 0
    private var troubles: [String] = []

    init(settings: AlarmSettings, bank: MappedBank, stuck: [String]) {
        self.settings = settings
        self.bank = bank
        self.stuck = stuck
        devices = Devices.candidates(configured: settings.device, without: stuck)
        let isUsable = !stuck.contains(Mixer.device.name)
        mixer = isUsable ? settings.minVolume.map { Mixer(minimum: $0) } : nil
    }

    /// The next pass was begun by an earlier life of this process.
    func takeUp(trigger: Int64, end: Int64) {
        self.trigger = trigger
        self.end = end
        isTakenUp = true
    }

    /// Milliseconds until `step` wants to be called again; nil: not at all.
    var pace: Int64? { isActive ? 10 : nil }

    // MARK: - Trial

    /// Opens a device and closes it again, so that configuration and plugins are loaded when it matters.
    /// - Returns: the device that opened, or why none did.
    func trial() -> (device: String?, trouble: String?) {
        guard let clip = bank.clip(.alert) else { return (nil, "there is no alert in the bank") }
        defer { Escape.done() }
        troubles = stuck.map { "\($0): it does not answer" }
        for attempt in 0..<2 {
            if attempt == 1 { reparse() }
            for device in devices {
                var attempt = open(device, clip)
                guard let output = attempt.output.take() else { continue }
                if settings.holdDevice { held = consume output }
                return (device.name, troubles.first)
            }
        }
        return (nil, troubles.first ?? "there is no device")
    }

    /// What may be wrong with a device though it opens.
    func facts(of device: String?) -> SentinelFacts {
        var facts = SentinelFacts()
        facts.device = device
        guard let device, !stuck.contains(Mixer.device.name) else { return facts }
        Escape.watch(Mixer.device.word)
        defer { Escape.done() }
        if let (volume, isMuted) = Mixer(minimum: 0).look(at: device) {
            facts.volume = volume
            facts.isMuted = isMuted
        }
        return facts
    }

    // MARK: - Passes

    /// Begins a pass; `step` goes on with it.
    /// - Parameter now: microseconds on the monotonic clock: the trigger.
    func begin(_ sound: Sound, now: Int64) {
        clip = sound == .speech ? words?.clip(.speech) : bank.clip(sound)
        isCue = sound.isCue
        isActive = true
        place = 0
        hasReparsed = false
        busySince = nil
        firstFrameAt = nil
        nextTry = now
        troubles = stuck.map { "\($0): it does not answer" }
        let leadIn = isCue ? settings.cueLeadIn : settings.leadIn ?? 1_500
        let length = leadIn * 1000 + (clip?.entry.milliseconds ?? 0) * 1000
        deadline = now + length + Self.allowance
        if !isTakenUp {
            trigger = now
            end = now + 2 * (length + Self.allowance)
        }
        isTakenUp = false
    }

    /// Stops the pass without a word.
    func cut() {
        spent = playback.take()
        isActive = false
        letGo()
    }

    /// Closes the device and puts the mixer back after a pass that has been seen to.
    func letGo() {
        guard spent != nil || mixer?.isRaised == true else { return }
        if let called { Escape.watch(called.word) }
        spent = nil
        if let mixer {
            Escape.watch(Mixer.device.word)
            mixer.restore()
        }
        Escape.done()
    }

    /// - Returns: how the pass ended, once it has.
    func step(now: Int64) -> SentinelMachine.PassEnd? {
        guard isActive else { return nil }
        defer { Escape.done() }
        if playback == nil, let end = open(now: now) { return end }
        guard var current = playback.take() else { return nil }
        if let called { Escape.watch(called.word) }
        let progress = current.step(now: now)
        if firstFrameAt == nil, let time = current.firstFrameAt {
            firstFrameAt = time
            if let mixer, !isCue {
                Escape.watch(Mixer.device.word)
                mixer.raise(for: current.output.device)
            }
        }
        switch progress {
        case .done: return completed(consume current, now: Clock.monotonicMicroseconds())
        case .going where now < end: playback = consume current
        case .going, .broken:
            if case .broken(let reason) = progress {
                troubles.append("\(current.output.device): \(reason)")
            }
            giveUp(consume current, now: now)
            if now >= end { return silent() }
        }
        return nil
    }

    // MARK: - Steps

    private func open(_ device: Device, _ clip: MappedClip) -> Attempt {
        called = device
        Escape.watch(device.word)
        do throws(SoundFailure) {
            let output = try Output(
                device: device.name, rate: clip.entry.rate, channels: clip.entry.channels)
            return Attempt(output: consume output, isBusy: false)
        } catch {
            troubles.append("\(device.name): \(error.reason)")
            return Attempt(output: nil, isBusy: error.isBusy)
        }
    }

    /// Tries devices until one opens, one is busy, or there are no more.
    private func open(now: Int64) -> SentinelMachine.PassEnd? {
        guard let clip, now >= nextTry else { return clip == nil ? silent() : nil }
        if held?.rate == clip.entry.rate, held?.channels == clip.entry.channels,
            let output = held.take()
        {
            start(consume output, clip, now)
            return nil
        }
        held = nil
        while true {
            guard place < devices.count else {
                if hasReparsed { return silent() }
                hasReparsed = true
                reparse()
                place = 0
                continue
            }
            var attempt = open(devices[place], clip)
            if let output = attempt.output.take() {
                start(consume output, clip, now)
                return nil
            }
            if attempt.isBusy && isWorthWaiting(now) { return nil }
            next()
        }
    }

    /// Looks for devices that came since.
    private func reparse() {
        Devices.reparse()
        devices = Devices.candidates(configured: settings.device, without: stuck)
    }

    private func start(_ output: consuming Output, _ clip: MappedClip, _ now: Int64) {
        let usual = settings.leadIn ?? Devices.leadIn(for: output.device)
        let leadIn = isCue ? settings.cueLeadIn : usual
        playback = Playback(output, clip: clip, leadIn: leadIn, now: now)
    }

    private func isWorthWaiting(_ now: Int64) -> Bool {
        let since = busySince ?? now
        busySince = since
        nextTry = now + Self.busyInterval
        return now - since < Self.busyPatience && now < deadline
    }

    private func next() {
        place += 1
        busySince = nil
    }

    private func giveUp(_ current: consuming Playback, now: Int64) {
        // It had its turn: the sound begins again on the next device.
        next()
        nextTry = now
    }

    private func completed(_ current: consuming Playback, now: Int64) -> SentinelMachine.PassEnd {
        let rate = Int64(current.output.rate)
        let report = PlayReport(
            device: current.output.device, format: current.output.format,
            frames: Int64(current.soundFrames),
            firstFrame: (firstFrameAt ?? trigger) - trigger, total: now - trigger,
            latency: Int64(current.latency) * 1_000_000 / rate, recoveries: current.recoveries)
        spent = consume current
        isActive = false
        return .played(report)
    }

    private func silent() -> SentinelMachine.PassEnd {
        isActive = false
        return .silent(troubles.suffix(4).joined(separator: "; "))
    }
}

/// What came of opening a device.
private struct Attempt: ~Copyable {
    var output: Output?
    let isBusy: Bool
}
