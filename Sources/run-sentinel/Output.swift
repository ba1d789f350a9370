private import CALSA
private import Glibc

/// The code that an ALSA call answered.
struct SoundFailure: Error {
    /// Negative errno.
    let code: Int32

    /// The device is used by somebody else, perhaps only for a moment.
    var isBusy: Bool { code == -EBUSY || code == -EAGAIN }
    /// Corresponds to C `snd_strerror`.
    var reason: String { snd_strerror(code).map { String(cString: $0) } ?? "error \(code)" }
}

/// One open playback device, never waited for.
struct Output: ~Copyable {
    enum State {
        case running
        /// Configured, and not started yet.
        case prepared
        /// It ran out of frames: all that it had was played.
        case underrun
        case suspended
        case gone
    }

    let device: String
    /// Hertz, as the device took it.
    let rate: Int
    let channels: Int
    /// Frames.
    let bufferSize: Int
    private let pcm: OpaquePointer

    /// Opens and configures without blocking. Corresponds to C `snd_pcm_open` and `snd_pcm_hw_params`.
    /// - Throws: `SoundFailure`, also where the device can play neither this rate nor these channels.
    init(device: String, rate: Int, channels: Int) throws(SoundFailure) {
        var handle: OpaquePointer?
        let code = snd_pcm_open(&handle, device, SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK)
        guard code >= 0, let handle else { throw SoundFailure(code: min(code, -1)) }
        switch Self.configure(handle, rate: rate, channels: channels) {
        case .failure(let failure):
            snd_pcm_close(handle)
            throw failure
        case .success(let frames):
            pcm = handle
            self.device = device
            self.rate = rate
            self.channels = channels
            bufferSize = frames
        }
    }

    deinit { snd_pcm_close(pcm) }

    var format: String { "S16 \(rate) Hz \(channels) ch" }

    /// Corresponds to C `snd_pcm_state`.
    var state: State {
        // Only this call lets the library look at the device again.
        _ = snd_pcm_avail_update(pcm)
        switch snd_pcm_state(pcm) {
        case SND_PCM_STATE_RUNNING, SND_PCM_STATE_DRAINING, SND_PCM_STATE_PAUSED: return .running
        case SND_PCM_STATE_PREPARED, SND_PCM_STATE_SETUP, SND_PCM_STATE_OPEN: return .prepared
        case SND_PCM_STATE_XRUN: return .underrun
        case SND_PCM_STATE_SUSPENDED: return .suspended
        default: return .gone
        }
    }

    /// - Returns: frames taken, 0 if the buffer is full. Corresponds to C `snd_pcm_writei`.
    func write(_ frames: UnsafeRawPointer, count: Int) throws(SoundFailure) -> Int {
        let result = snd_pcm_writei(pcm, frames, snd_pcm_uframes_t(count))
        if result == -Int(EAGAIN) { return 0 }
        guard result >= 0 else { throw SoundFailure(code: Int32(clamping: result)) }
        return result
    }

    /// Frames written and not yet heard; nil when the device does not know. Corresponds to C `snd_pcm_delay`.
    var delay: Int? {
        var frames: snd_pcm_sframes_t = 0
        return snd_pcm_delay(pcm, &frames) == 0 ? max(0, frames) : nil
    }

    /// Corresponds to C `snd_pcm_start`.
    func start() { _ = snd_pcm_start(pcm) }

    /// Makes it ready again after an underrun. Corresponds to C `snd_pcm_prepare`.
    func prepare() throws(SoundFailure) { try Self.check(snd_pcm_prepare(pcm)) }

    /// Corresponds to C `snd_pcm_resume`.
    /// - Returns: false while the device is not back yet.
    func resume() throws(SoundFailure) -> Bool {
        let code = snd_pcm_resume(pcm)
        if code == -EAGAIN { return false }
        // Devices that cannot resume are prepared instead.
        if code < 0 { try prepare() }
        return true
    }

    private static func check(_ code: Int32) throws(SoundFailure) {
        guard code >= 0 else { throw SoundFailure(code: code) }
    }

    private static func configure(_ pcm: OpaquePointer, rate: Int, channels: Int)
        -> Result<Int, SoundFailure>
    {
        var hardware: OpaquePointer?
        snd_pcm_hw_params_malloc(&hardware)
        defer { snd_pcm_hw_params_free(hardware) }
        do throws(SoundFailure) {
            try check(snd_pcm_hw_params_any(pcm, hardware))
            try check(
                snd_pcm_hw_params_set_access(pcm, hardware, SND_PCM_ACCESS_RW_INTERLEAVED))
            try check(snd_pcm_hw_params_set_format(pcm, hardware, SND_PCM_FORMAT_S16))
            try check(snd_pcm_hw_params_set_channels(pcm, hardware, UInt32(channels)))
            var near = UInt32(rate)
            try check(snd_pcm_hw_params_set_rate_near(pcm, hardware, &near, nil))
            // Two percent are a third of a semitone; more would be another sound.
            guard abs(Int(near) - rate) * 50 <= rate else { throw SoundFailure(code: -EINVAL) }
            // Half a second survives a stall of the machine; devices with other ideas keep theirs.
            var microseconds: UInt32 = 500_000
            _ = snd_pcm_hw_params_set_buffer_time_near(pcm, hardware, &microseconds, nil)
            microseconds = 50_000
            _ = snd_pcm_hw_params_set_period_time_near(pcm, hardware, &microseconds, nil)
            try check(snd_pcm_hw_params(pcm, hardware))
            var frames: snd_pcm_uframes_t = 0
            try check(snd_pcm_hw_params_get_buffer_size(hardware, &frames))
            try startOnlyWhenTold(pcm, bufferSize: frames)
            return .success(Int(frames))
        } catch {
            return .failure(error)
        }
    }

    /// The library would start at the first frame, and run dry before the second is there.
    private static func startOnlyWhenTold(_ pcm: OpaquePointer, bufferSize: snd_pcm_uframes_t)
        throws(SoundFailure)
    {
        var software: OpaquePointer?
        snd_pcm_sw_params_malloc(&software)
        defer { snd_pcm_sw_params_free(software) }
        try check(snd_pcm_sw_params_current(pcm, software))
        try check(snd_pcm_sw_params_set_start_threshold(pcm, software, bufferSize))
        try check(snd_pcm_sw_params(pcm, software))
    }
}

enum AlsaQuiet {
    /// The library would print every failed attempt; the sentinel says itself what came of them.
    static func begin() { rund_alsa_be_quiet() }
}
