private import CLinux
private import CSndfile
private import Glibc
private import POSIX

/// An AIFF or AIFC file, decoded in one go.
package enum AIFFFile {
    /// Decodes what is there, not what the header claims.
    ///
    /// - Returns: the sound, and what was odd about the file.
    /// - Throws: `SoundError` naming the file and the reason.
    /// Corresponds to C `sf_open_fd` and `sf_readf_short`.
    package static func load(_ path: String) throws(SoundError) -> (clip: Clip, warnings: [String])
    {
        do throws(AIFFReason) {
            return try load(unnamed: path)
        } catch {
            throw SoundError(path: path, reason: error.text)
        }
    }

    private static func load(unnamed path: String) throws(AIFFReason) -> (Clip, [String]) {
        let file = try open(path)
        let header = try check(try start(of: file))
        let decoder = try Decoder(file)
        let clip = try decoder.readAll()
        var warnings: [String] = []
        if let claimed = header.common?.frames, claimed != clip.frames {
            warnings.append("\(path): its header says \(claimed) frames, it has \(clip.frames)")
        }
        return (clip, warnings)
    }

    private static func check(_ start: [UInt8]) throws(AIFFReason) -> AIFFHeader {
        do throws(AIFFHeader.Problem) {
            return try AIFFHeader(start)
        } catch {
            throw AIFFReason(error.description)
        }
    }

    private static func open(_ path: String) throws(AIFFReason) -> Descriptor {
        // Non-blocking, or a named pipe would hang the start.
        let raw = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard raw >= 0 else { throw AIFFReason(Errno.current("open").reason) }
        let file = Descriptor(owning: raw)
        var status = stat()
        guard fstat(file.raw, &status) == 0 else { throw AIFFReason(Errno.current("fstat").reason) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw AIFFReason("not a regular file") }
        guard status.st_size <= ClipLimits.largestFile else {
            throw AIFFReason(
                "it has \(status.st_size / 1_000_000) MB; "
                    + "\(ClipLimits.largestFile / 1_000_000) MB is the most")
        }
        return file
    }

    /// The chunks before the samples are small; COMM after the samples is left to libsndfile.
    private static func start(of file: borrowing Descriptor) throws(AIFFReason) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = pread(file.raw, &bytes, bytes.count, 0)
        guard count >= 0 else { throw AIFFReason(Errno.current("pread").reason) }
        return Array(bytes.prefix(count))
    }
}

/// A reason that does not know its file yet.
struct AIFFReason: Error {
    let text: String

    init(_ text: String) { self.text = text }
}

/// libsndfile's reader of one open file.
private struct Decoder: ~Copyable {
    private let handle: OpaquePointer
    private let info: SF_INFO
    private static let block = 4_096

    init(_ file: borrowing Descriptor) throws(AIFFReason) {
        var info = SF_INFO()
        // libsndfile closes the descriptor when it fails, even if told not to: it gets one of its own.
        let own = dup(file.raw)
        guard own >= 0 else { throw AIFFReason(Errno.current("dup").reason) }
        _ = fcntl(own, F_SETFD, FD_CLOEXEC)
        guard let handle = sf_open_fd(own, Int32(SFM_READ), &info, 1) else {
            throw AIFFReason("libsndfile cannot read it: \(Self.sentence(sf_strerror(nil)))")
        }
        if let problem = Self.problem(info) {
            sf_close(handle)
            throw AIFFReason(problem)
        }
        self.handle = handle
        self.info = info
    }

    /// What libsndfile would play and we do not.
    private static func problem(_ info: SF_INFO) -> String? {
        if Int(info.format) & Int(SF_FORMAT_TYPEMASK) != Int(SF_FORMAT_AIFF) {
            return "not an AIFF file"
        }
        if !ClipLimits.rates.contains(Int(info.samplerate)) {
            return AIFFHeader.Problem.badRate(Double(info.samplerate)).description
        }
        if !ClipLimits.channels.contains(Int(info.channels)) {
            return AIFFHeader.Problem.tooManyChannels(Int(info.channels)).description
        }
        return nil
    }

    deinit { sf_close(handle) }

    func readAll() throws(AIFFReason) -> Clip {
        let channels = Int(info.channels)
        var clip = Clip(rate: Int(info.samplerate), channels: channels, samples: [])
        let limit = min(
            clip.rate * ClipLimits.longestMilliseconds / 1000, ClipLimits.largest / (2 * channels))
        while true {
            let read = readBlock(into: &clip.samples)
            guard read > 0 else { break }
            guard clip.frames <= limit else {
                throw AIFFReason(
                    "it is too long: \(ClipLimits.longestMilliseconds / 1000) s and "
                        + "\(ClipLimits.largest / 1_000_000) MB of samples are the most")
            }
        }
        guard clip.frames > 0 else { throw AIFFReason("there is no sound in it: 0 frames") }
        guard clip.samples.contains(where: { $0 != 0 }) else {
            throw AIFFReason("there is only silence in it")
        }
        return clip
    }

    /// - Returns: frames read; 0 at the end.
    private func readBlock(into samples: inout [Int16]) -> Int {
        let channels = Int(info.channels)
        let kind = Int(info.format) & Int(SF_FORMAT_SUBMASK)
        guard kind == Int(SF_FORMAT_FLOAT) || kind == Int(SF_FORMAT_DOUBLE) else {
            var block = [Int16](repeating: 0, count: Self.block * channels)
            let frames = Int(sf_readf_short(handle, &block, sf_count_t(Self.block)))
            samples += block.prefix(max(0, frames) * channels)
            return max(0, frames)
        }
        // Read as integers, libsndfile would scale floats by the loudest of them or not at all.
        var block = [Float](repeating: 0, count: Self.block * channels)
        let frames = Int(sf_readf_float(handle, &block, sf_count_t(Self.block)))
        samples += block.prefix(max(0, frames) * channels).map(Self.sample)
        return max(0, frames)
    }

    /// Full scale is ±1; what is louder is clipped, and what is no number is silence.
    private static func sample(_ value: Float) -> Int16 {
        guard value.isFinite else { return 0 }
        return Int16(min(max((value * 32_768).rounded(), -32_768), 32_767))
    }

    private static func sentence(_ text: UnsafePointer<CChar>?) -> String {
        guard let text else { return "no reason given" }
        var words = String(cString: text)
        while let last = words.last, last == "." || last == "\n" || last == " " {
            words.removeLast()
        }
        return words
    }
}
