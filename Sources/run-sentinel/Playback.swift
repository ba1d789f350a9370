private import Glibc
internal import SentinelProtocol

/// One sound on one device: writes what fits, gets over underruns and suspends, knows when all was heard.
///
/// It never drains, because drivers are known whose drain returns early or never: silence is written behind
/// the sound, and the device's own count says when the sound is through.
struct Playback: ~Copyable {
    enum Progress {
        case going
        case done
        /// The device cannot finish it.
        case broken(String)
    }

    static let mostRecoveries = 5
    /// A device that neither takes nor plays a frame for this long is given up, in microseconds.
    static let patience: Int64 = 3_000_000
    /// Silence behind the sound, in milliseconds.
    static let tailLength = 500

    let output: Output
    private let clip: MappedClip
    private let silence: UnsafeMutableRawPointer
    private static let silentFrames = 2048

    /// Frames; the lead-in comes before the sound and the tail after it.
    private let soundBegin: Int
    private let soundEnd: Int
    private let end: Int
    private var written = 0
    /// The most that was written when it was looked at last, less what was still to be heard.
    private var heard = 0
    private var lastDelay = 0
    private var progressAt: Int64
    private let begunAt: Int64
    private(set) var recoveries = 0
    /// When the device took its first frame, in microseconds.
    private(set) var firstFrameAt: Int64?
    /// Frames between acceptance and sound at the start.
    private(set) var latency = 0

    init(_ output: consuming Output, clip: MappedClip, leadIn: Int64, now: Int64) {
        self.clip = clip
        soundBegin = Int(leadIn) * output.rate / 1000
        soundEnd = soundBegin + clip.entry.frames
        end = soundEnd + Self.tailLength * output.rate / 1000
        let size = Self.silentFrames * output.channels * 2
        silence = .allocate(byteCount: size, alignment: 16)
        silence.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        progressAt = now
        begunAt = now
        self.output = output
    }

    deinit { silence.deallocate() }

    /// Frames of the sound that the device has taken.
    var soundFrames: Int { min(max(0, written - soundBegin), clip.entry.frames) }

    /// - Parameter now: microseconds on the monotonic clock.
    mutating func step(now: Int64) -> Progress {
        do throws(SoundFailure) {
            switch output.state {
            case .gone: return .broken("the device is gone")
            case .underrun:
                if written >= soundEnd { return .done }
                try recover(rewinding: false)
            case .suspended:
                guard try output.resume() else { return patienceIsOver(now) ?? .going }
                try recover(rewinding: true)
            case .running, .prepared: break
            }
            let taken = try fill(now)
            return judge(taken, now)
        } catch {
            return failed(error)
        }
    }

    // MARK: - Steps

    private mutating func fill(_ now: Int64) throws(SoundFailure) -> Int {
        var taken = 0
        while written < end {
            let count = try writeSome()
            if count == 0 { break }
            if firstFrameAt == nil { firstFrameAt = now }
            written += count
            taken += count
        }
        if written > 0, case .prepared = output.state { output.start() }
        return taken
    }

    private func writeSome() throws(SoundFailure) -> Int {
        if written >= soundBegin && written < soundEnd {
            let place = (written - soundBegin) * output.channels * 2
            return try output.write(clip.samples + place, count: soundEnd - written)
        }
        let left = written < soundBegin ? soundBegin - written : end - written
        return try output.write(silence, count: min(left, Self.silentFrames))
    }

    private mutating func judge(_ taken: Int, _ now: Int64) -> Progress {
        if let delay = output.delay {
            if latency == 0 { latency = delay }
            lastDelay = delay
            if written - delay > heard {
                heard = written - delay
                progressAt = now
            }
        }
        if taken > 0 { progressAt = now }
        // Half of the tail is a margin for devices that count frames as heard a little early.
        if written >= end && heard >= (soundEnd + end) / 2 { return .done }
        return patienceIsOver(now) ?? .going
    }

    private func patienceIsOver(_ now: Int64) -> Progress? {
        guard now - progressAt > Self.patience else { return nil }
        // A device whose count stands still although it has had it all long enough: it will have played.
        let length = Int64(end) * 1_000_000 / Int64(output.rate)
        if written >= end && heard * 2 > soundEnd && now - begunAt > length { return .done }
        return .broken("it takes and plays nothing")
    }

    private mutating func recover(rewinding: Bool) throws(SoundFailure) {
        recoveries += 1
        guard recoveries <= Self.mostRecoveries else { throw SoundFailure(code: -EPIPE) }
        if case .underrun = output.state { try output.prepare() }
        // What the device had taken and not played is lost with a suspend.
        if rewinding { written = max(0, written - lastDelay) }
    }

    private mutating func failed(_ failure: SoundFailure) -> Progress {
        guard failure.code == -EPIPE || failure.code == -ESTRPIPE,
            recoveries < Self.mostRecoveries
        else { return .broken(failure.reason) }
        do throws(SoundFailure) {
            recoveries += 1
            if failure.code == -EPIPE {
                if written >= soundEnd { return .done }
                try output.prepare()
            }
            return .going
        } catch {
            return .broken(error.reason)
        }
    }
}
