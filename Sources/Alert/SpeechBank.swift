package import POSIX
internal import SentinelProtocol

extension SoundBank {
    /// Words as a sentinel takes them: sealed memory with one sound in it.
    /// - Throws: `SoundError` for more than a pass may be long, or when the system gives no memory.
    package static func words(_ clip: Clip) throws(SoundError) -> Descriptor {
        guard clip.frames > 0, clip.milliseconds <= ClipLimits.longestMilliseconds else {
            throw SoundError(path: "speech", reason: "\(clip.milliseconds) ms long")
        }
        let words = [Sound.speech: clip]
        do throws(Errno) {
            return try seal(words, layOut(words))
        } catch {
            throw SoundError(path: "speech memory", reason: error.description)
        }
    }
}
