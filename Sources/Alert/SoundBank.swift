private import CLinux
private import Glibc
package import POSIX
package import SentinelProtocol

/// All sounds in one sealed piece of memory that a sentinel can map but nobody can change any more.
package final class SoundBank {
    /// What was odd about the files, for the log.
    package let warnings: [String]
    /// The memory; stays open as long as sentinels may be armed.
    package let descriptor: Descriptor
    /// Where the sounds lie in it.
    package let directory: BankDirectory
    /// How long each sound is, in milliseconds.
    package let milliseconds: [Sound: Int]

    /// Loads the sounds. The alert must be right; the others fall back to what the program can make itself.
    /// - Throws: `SoundError` for an alert that cannot be used, unless the built-in one may stand in.
    package static func load(_ request: SoundRequest) throws(SoundError) -> SoundBank {
        var warnings: [String] = []
        var clips: [Sound: Clip] = [.alert: try alert(request, &warnings)]
        for sound in Sound.kept where sound != .alert {
            clips[sound] = standard(sound, request, &warnings)
        }
        return try SoundBank(clips: clips, warnings: warnings)
    }

    /// - Throws: `SoundError` when the system gives no memory.
    package init(clips: [Sound: Clip], warnings: [String] = []) throws(SoundError) {
        self.warnings = warnings
        milliseconds = clips.mapValues(\.milliseconds)
        do throws(Errno) {
            directory = Self.layOut(clips)
            descriptor = try Self.seal(clips, directory)
        } catch {
            throw SoundError(path: "sound memory", reason: error.description)
        }
    }

    // MARK: - Choosing

    private static func alert(_ request: SoundRequest, _ warnings: inout [String])
        throws(SoundError) -> Clip
    {
        do throws(SoundError) {
            let path = try alertPath(request)
            let (clip, odd) = try AIFFFile.load(path)
            warnings += odd
            return clip
        } catch {
            guard request.onBadFile == .builtin else { throw error }
            warnings.append("\(error); the built-in alert is used")
            return SoundDesign.clip(.alert)
        }
    }

    private static func alertPath(_ request: SoundRequest) throws(SoundError) -> String {
        if let path = request.alert { return path }
        let places = request.folders.map { $0 + "/alert.aiff" }
        if let path = places.first(where: { access($0, F_OK) == 0 }) { return path }
        throw SoundError(
            path: places.first ?? "alert.aiff", reason: "no such file",
            hint: "set alert.file to an AIFF file, or alert.on-bad-file to builtin")
    }

    private static func standard(
        _ sound: Sound, _ request: SoundRequest, _ warnings: inout [String]
    ) -> Clip {
        let places = request.folders.map { "\($0)/\(sound.rawValue).aiff" }
        guard let path = places.first(where: { access($0, F_OK) == 0 }) else {
            return SoundDesign.clip(sound)
        }
        do throws(SoundError) {
            let (clip, odd) = try AIFFFile.load(path)
            warnings += odd
            return clip
        } catch {
            warnings.append("\(error); a built-in sound is used")
            return SoundDesign.clip(sound)
        }
    }

    // MARK: - Memory

    static func layOut(_ clips: [Sound: Clip]) -> BankDirectory {
        var offset = BankDirectory.length
        var entries: [BankDirectory.Entry] = []
        for sound in Sound.allCases {
            guard let clip = clips[sound] else { continue }
            let entry = BankDirectory.Entry(
                sound: sound, rate: clip.rate, channels: clip.channels, frames: clip.frames,
                offset: offset)
            entries.append(entry)
            offset += aligned(entry.bytes)
        }
        return BankDirectory(entries: entries)
    }

    private static func aligned(_ bytes: Int) -> Int { (bytes + 63) / 64 * 64 }

    static func seal(
        _ clips: [Sound: Clip], _ directory: BankDirectory
    ) throws(Errno) -> Descriptor {
        let entries = directory.entries
        let end = entries.last.map { $0.offset + aligned($0.bytes) } ?? BankDirectory.length
        let memory = Descriptor(owning: try check("memfd_create") { rund_memfd("rund-sounds") })
        _ = try check("ftruncate") { ftruncate(memory.raw, off_t(end)) }
        try write(directory.bytes, to: memory, at: 0)
        for entry in entries {
            guard let clip = clips[entry.sound] else { continue }
            try write(clip.samples, to: memory, at: entry.offset)
        }
        _ = try check("fcntl") { rund_add_seals(memory.raw, SentinelSeals.all) }
        return memory
    }

    private static func write<Value>(
        _ values: [Value], to memory: borrowing Descriptor, at offset: Int
    ) throws(Errno) {
        let raw = memory.raw
        let size = values.count * MemoryLayout<Value>.stride
        var done = 0
        while done < size {
            let place = done
            done += try check("pwrite") {
                values.withUnsafeBytes { bytes in
                    pwrite(
                        raw, bytes.baseAddress.map { $0 + place }, size - place,
                        off_t(offset + place))
                }
            }
        }
    }
}
