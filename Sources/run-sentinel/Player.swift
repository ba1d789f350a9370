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
    private var devices: [String]
    private var held: Output?
    private let mixer: Mixer?

    // The pass that runs.
    private var clip: MappedClip?
    private var playback: Playback?
    private var isActive = false
    private var place = 0
    private var hasReparsed = false
    private var busySince: Int64?
    private var triggeredAt: Int64 = 0
    private var deadline: Int64 = 0
    private var hardDeadline: Int64 = 0
    private var firstFrameAt: Int64?
    private var nextTry: Int64 = 0
    private var troubles: [String] = []

    init(settings: AlarmSettings, bank: MappedBank) {
        self.settings = settings
        self.bank = bank
        devices = Devices.candidates(configured: settings.device)
        mixer = settings.minVolume.map { Mixer(minimum: $0) }
    }

    /// Milliseconds until `step` wants to be called again; nil: not at all.
    var pace: Int64? { isActive ? 10 : nil }

    // MARK: - Trial

    /// Opens a device and closes it again, so that configuration and plugins are loaded when it matters.
    /// - Returns: the device that opened, or why none did.
    func trial() -> (device: String?, trouble: String?) {
        guard let clip = bank.clip(.alert) else { return (nil, "there is no alert in the bank") }
        troubles = []
        for attempt in 0..<2 {
            if attempt == 1 {
                Devices.reparse()
                devices = Devices.candidates(configured: settings.device)
            }
            for device in devices {
                var attempt = open(device, clip)
                guard let output = attempt.output.take() else { continue }
                if settings.holdDevice { held = consume output }
                return (device, troubles.first)
            }
        }
        return (nil, troubles.first ?? "there is no device")
    }

    // MARK: - Passes

    /// Begins a pass and writes the first frames, if a device is free.
    /// - Parameter now: microseconds on the monotonic clock: the trigger.
    func begin(_ sound: Sound, now: Int64) -> SentinelMachine.PassEnd? {
        clip = bank.clip(sound)
        isActive = true
        place = 0
        hasReparsed = false
        busySince = nil
        triggeredAt = now
        firstFrameAt = nil
        nextTry = now
        troubles = []
        let length = (settings.leadIn ?? 1_500) * 1000 + (clip?.entry.milliseconds ?? 0) * 1000
        deadline = now + length + Self.allowance
        hardDeadline = now + 2 * (length + Self.allowance)
        Hardening.endIfStuck(after: UInt32((hardDeadline - now) / 1_000_000 + 5))
        return step(now: now)
    }

    /// Stops the pass without a word.
    func cut() {
        playback = nil
        finish()
    }

    /// - Returns: how the pass ended, once it has.
    func step(now: Int64) -> SentinelMachine.PassEnd? {
        guard isActive else { return nil }
        if playback == nil, let end = open(now: now) { return end }
        guard var current = playback.take() else { return nil }
        let progress = current.step(now: now)
        if firstFrameAt == nil, let time = current.firstFrameAt {
            firstFrameAt = time
            mixer?.raise()
        }
        switch progress {
        case .done: return completed(current, now: Clock.monotonicMicroseconds())
        case .going where now < hardDeadline: playback = consume current
        case .going, .broken:
            if case .broken(let reason) = progress {
                troubles.append("\(current.output.device): \(reason)")
            }
            giveUp(consume current, now: now)
            if now >= hardDeadline { return silent() }
        }
        return nil
    }

    // MARK: - Steps

    private func open(_ device: String, _ clip: MappedClip) -> Attempt {
        do throws(SoundFailure) {
            let output = try Output(
                device: device, rate: clip.entry.rate, channels: clip.entry.channels)
            return Attempt(output: consume output, isBusy: false)
        } catch {
            troubles.append("\(device): \(error.reason)")
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
                Devices.reparse()
                devices = Devices.candidates(configured: settings.device)
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

    private func start(_ output: consuming Output, _ clip: MappedClip, _ now: Int64) {
        let leadIn = settings.leadIn ?? Devices.leadIn(for: output.device)
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

    private func completed(_ current: borrowing Playback, now: Int64) -> SentinelMachine.PassEnd {
        let rate = Int64(current.output.rate)
        let report = PlayReport(
            device: current.output.device, format: current.output.format,
            frames: Int64(current.soundFrames),
            firstFrame: (firstFrameAt ?? triggeredAt) - triggeredAt, total: now - triggeredAt,
            latency: Int64(current.latency) * 1_000_000 / rate, recoveries: current.recoveries)
        finish()
        return .played(report)
    }

    private func silent() -> SentinelMachine.PassEnd {
        finish()
        return .silent(troubles.suffix(4).joined(separator: "; "))
    }

    private func finish() {
        isActive = false
        mixer?.restore()
        Hardening.endIfStuck(after: 0)
    }
}

/// What came of opening a device.
private struct Attempt: ~Copyable {
    var output: Output?
    let isBusy: Bool
}
