private import CLinux
private import Glibc
internal import POSIX
internal import SentinelProtocol

/// The recorder's sounds, mapped read-only.
final class MappedBank {
    struct Failure: Error {
        let reason: String
    }

    /// Kept open for another life of this process, which has to map it again.
    let memory: Descriptor
    private let address: UnsafeMutableRawPointer
    private let size: Int
    private let directory: BankDirectory

    /// Maps it after its seals and its size were checked: memory that could shrink would kill us with SIGBUS.
    /// - Parameter needed: a sound that must be there.
    init(_ memory: consuming Descriptor, needing needed: Sound = .alert) throws(Failure) {
        guard rund_seals(memory.raw) & SentinelSeals.all == SentinelSeals.all else {
            throw Failure(reason: "the sounds are not sealed")
        }
        var status = stat()
        guard fstat(memory.raw, &status) == 0, status.st_size >= BankDirectory.length,
            status.st_size <= BankDirectory.largest
        else { throw Failure(reason: "the sounds have a wrong size") }
        let size = Int(status.st_size)
        // The samples are in memory from now on, not when they are played.
        let flags = MAP_SHARED | Int32(MAP_POPULATE)
        let mapped = mmap(nil, size, PROT_READ, flags, memory.raw, 0)
        guard let mapped, mapped != MAP_FAILED else {
            throw Failure(reason: Errno.current("mmap").description)
        }
        let start = UnsafeRawBufferPointer(start: mapped, count: BankDirectory.length)
        guard let directory = BankDirectory(bytes: start, size: size, needing: needed) else {
            munmap(mapped, size)
            throw Failure(reason: "the directory of the sounds makes no sense")
        }
        self.memory = memory
        address = mapped
        self.size = size
        self.directory = directory
    }

    deinit { munmap(address, size) }

    /// The sound, or the alert where the bank lacks it; but nothing takes the place of a cue.
    func clip(_ sound: Sound) -> MappedClip? {
        let substitute = sound.isCue ? nil : directory.entry(.alert)
        guard let entry = directory.entry(sound) ?? substitute else { return nil }
        return MappedClip(samples: UnsafeRawPointer(address + entry.offset), entry: entry)
    }
}

/// One sound in the bank; valid as long as the bank is.
struct MappedClip {
    let samples: UnsafeRawPointer
    let entry: BankDirectory.Entry
}
