private import Glibc

/// A file, or standard input, read from beginning to end.
struct InputFile {
    /// As error messages call it.
    let name: String
    private let path: String?

    /// - Parameter word: a path; `-` is standard input.
    init(_ word: String) {
        path = word == "-" ? nil : word
        name = word == "-" ? "standard input" : word
    }

    /// Hands the bytes over, a large piece at a time, while they come.
    /// - Throws: `Failure` with `inputOutput` that names the file and the reason.
    /// Corresponds to C `open` and `read`.
    func forEachPiece(_ take: (UnsafeRawBufferPointer) -> Void) throws(Failure) {
        let descriptor = path.map { open($0, O_RDONLY | O_CLOEXEC) } ?? STDIN_FILENO
        guard descriptor >= 0 else { throw failure("cannot be opened") }
        defer { if path != nil { close(descriptor) } }
        let size = 1 << 18
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = read(descriptor, buffer.baseAddress, size)
            if count > 0 {
                take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            } else if count == 0 {
                return
            } else if errno != EINTR {
                throw failure("cannot be read")
            }
        }
    }

    /// All bytes at once.
    /// - Parameter limit: more bytes than this are refused.
    func contents(limit: Int = 1 << 30) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        try forEachPiece { if bytes.count <= limit { bytes.append(contentsOf: $0) } }
        guard bytes.count <= limit else {
            throw Failure(.data, "\(name) is longer than \(limit >> 20) MiB")
        }
        return bytes
    }

    private func failure(_ what: String) -> Failure {
        Failure(.inputOutput, "\(name) \(what): \(String(cString: strerror(errno)))")
    }
}
