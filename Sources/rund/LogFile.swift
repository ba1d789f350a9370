private import Glibc
internal import POSIX
internal import RunCore

/// The events of a sensor log, read from its file as they are wanted.
final class LogFile {
    let path: String
    private let file: Descriptor
    private let size: Int64
    private var buffer: [UInt8] = []
    /// Bytes of the buffer, and of the file, that are used up.
    private var used = 0
    private var passed: Int64 = 0
    private var isOver = false
    private var reader = LogReader()
    private var line = 0
    private var complaints = 0

    private static let piece = 1 << 16
    /// A line without an end, as of a file of another kind, must not fill the memory.
    private static let longestLine = 1 << 20
    private static let mostComplaints = 10

    /// - Throws: `Errno` if it cannot be read, or is no plain file, which could make us wait.
    init(_ path: String) throws(Errno) {
        self.path = path
        let raw = try check("open") { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        file = Descriptor(owning: raw)
        var status = stat()
        _ = try check("fstat") { fstat(raw, &status) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw Errno(
                code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : ESPIPE, operation: "open")
        }
        size = Int64(status.st_size)
    }

    /// How much of it was read, from 0 to 100.
    var percent: Int { size > 0 ? Int(min(100, passed * 100 / size)) : 100 }

    /// The next event; nil at the end. Lines that are none are told of, and skipped.
    func next() -> Event? {
        while let text = nextLine() {
            line += 1
            do {
                let event = try text.withUnsafeBytes { (bytes) throws(LogError) in
                    try reader.read(line: bytes)
                }
                if let event { return event }
            } catch {
                complain("\(error)")
            }
        }
        return nil
    }

    private func nextLine() -> ArraySlice<UInt8>? {
        while true {
            if let end = buffer[used...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { use(upTo: end + 1) }
                return buffer[used..<end]
            }
            if isOver {
                guard used < buffer.count else { return nil }
                defer { use(upTo: buffer.count) }
                return buffer[used...]
            }
            if buffer.count - used > Self.longestLine {
                complain("the line is too long")
                use(upTo: buffer.count)
            }
            readMore()
        }
    }

    private func use(upTo end: Int) {
        passed += Int64(end - used)
        used = end
    }

    private func readMore() {
        buffer.removeFirst(used)
        used = 0
        switch Transfer.read(file.raw, into: &buffer, limit: Self.piece) {
        case .bytes: break
        case .closed, .wouldBlock: isOver = true
        case .failed(let error):
            complain(error.reason)
            isOver = true
        }
    }

    private func complain(_ text: String) {
        complaints += 1
        if complaints <= Self.mostComplaints { Log.warning("\(path):\(line): \(text)") }
    }
}
