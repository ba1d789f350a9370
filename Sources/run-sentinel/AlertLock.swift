private import Glibc
internal import POSIX
internal import SentinelProtocol

/// The right to sound, which one sentinel of a folder has at a time, and what it offers while it has it.
///
/// The kernel's lock on the tombstone decides, not who can bind `alert.sock`: it ends with its holder, so two
/// sentinels that find a dead holder's socket cannot both take its place.
struct AlertLock: ~Copyable {
    enum Outcome {
        case taken(buried: [AlarmToken])
        case busy(buried: [AlarmToken])
    }

    static let remembered = 8

    private let socketPath: String
    /// The file whose lock is the right to sound; -1 where it cannot be used.
    let tombstone: Int32
    private(set) var listener: Int32 = -1

    /// - Parameter directory: the runtime folder. Where it cannot be used the sound comes first: the lock counts as taken.
    static func take(directory: String, into lock: inout AlertLock?) -> Outcome {
        let path = directory + "/alert.tombstone"
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o640)
        guard file >= 0 else {
            Log.write("\(Errno.current("open \(path)")); sounding all the same", .warning)
            lock = AlertLock(socketPath: directory + "/alert.sock", tombstone: -1)
            return .taken(buried: [])
        }
        let buried = burials(in: file).map(\.token)
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            close(file)
            return .busy(buried: buried)
        }
        var taken = AlertLock(socketPath: directory + "/alert.sock", tombstone: file)
        taken.listen()
        lock = consume taken
        // Read again: its last holder may have written between the first look and the lock.
        return .taken(buried: burials(in: file).map(\.token))
    }

    /// Goes on with what an earlier life of this process held.
    init(directory: String, tombstone: Int32, listener: Int32) {
        self.init(socketPath: directory + "/alert.sock", tombstone: tombstone)
        self.listener = listener
    }

    private init(socketPath: String, tombstone: Int32) {
        self.socketPath = socketPath
        self.tombstone = tombstone
    }

    deinit {
        if listener >= 0 {
            unlink(socketPath)
            close(listener)
        }
        if tombstone >= 0 { close(tombstone) }
    }

    /// Notes that an alarm was sounded, after the ones before it.
    func bury(_ burial: Burial) {
        guard tombstone >= 0 else { return }
        let kept = Self.burials(in: tombstone).suffix(Self.remembered - 1) + [burial]
        let bytes = Array(kept.map { $0.line + "\n" }.joined().utf8)
        _ = pwrite(tombstone, bytes, bytes.count, 0)
        _ = ftruncate(tombstone, off_t(bytes.count))
    }

    private mutating func listen() {
        unlink(socketPath)
        do throws(Errno) {
            listener = try UnixSocket.listen(path: socketPath, mode: 0o660).release()
        } catch {
            Log.write("\(socketPath): \(error); it can be silenced only by its end", .warning)
        }
    }

    private static func burials(in file: Int32) -> [Burial] {
        var bytes = [UInt8](repeating: 0, count: 8192)
        let count = pread(file, &bytes, bytes.count, 0)
        let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        return text.split(separator: "\n").compactMap { Burial(line: $0) }
    }
}
