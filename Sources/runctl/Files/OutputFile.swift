private import Glibc

/// A file that appears under its name only when it is complete and on disk.
///
/// It is written beside its place under another name, synced and renamed: whoever looks sees the
/// old file or the whole new one, also after a power cut. A device or a pipe is written directly.
struct OutputFile: ~Copyable {
    private let path: String
    /// What the bytes are in until the end; nil for a device or a pipe.
    private let temporary: String?
    private let descriptor: Int32
    private let output: Output

    /// Corresponds to C `mkstemp`.
    /// - Throws: `Failure` with `inputOutput` that names the file and the reason.
    init(_ path: String) throws(Failure) {
        let place = OutputFile.place(path)
        var name = Array("\(place.path).XXXXXX".utf8CString)
        let descriptor =
            place.isReplaceable ? mkstemp(&name) : open(place.path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw OutputFile.failure(path) }
        self.path = place.path
        temporary = place.isReplaceable ? OutputFile.text(name) : nil
        self.descriptor = descriptor
        output = Output(descriptor: descriptor)
    }

    deinit {
        close(descriptor)
        if let temporary { unlink(temporary) }
    }

    func write(_ bytes: some Collection<UInt8>) { output.write(bytes: bytes) }

    /// Puts the file in its place. Corresponds to C `fsync` and `rename`.
    /// - Throws: `Failure`; the old file, if there was one, is then untouched.
    consuming func finish() throws(Failure) {
        output.flush()
        if let reason = output.failure {
            throw Failure(.inputOutput, "\(path) cannot be written: \(reason)")
        }
        guard let temporary else { return }
        // mkstemp makes files that nobody else may read; exports follow the person's own mask.
        let mask = umask(0)
        umask(mask)
        fchmod(descriptor, 0o666 & ~mask)
        guard fsync(descriptor) == 0, rename(temporary, path) == 0 else {
            throw OutputFile.failure(path)
        }
        OutputFile.syncFolder(of: path)
    }

    /// Where the file really is, through links, and whether a new file may take its place.
    private static func place(_ path: String) -> (path: String, isReplaceable: Bool) {
        var information = stat()
        guard stat(path, &information) == 0 else { return (path, true) }
        let isRegular = information.st_mode & S_IFMT == S_IFREG
        guard isRegular, let resolved = realpath(path, nil) else { return (path, isRegular) }
        defer { free(resolved) }
        return (String(cString: resolved), true)
    }

    private static func text(_ name: [CChar]) -> String {
        String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func failure(_ path: String) -> Failure {
        Failure(.inputOutput, "\(path) cannot be written: \(String(cString: strerror(errno)))")
    }

    /// The new name reaches the disk too; a file system that cannot do that has done its best.
    private static func syncFolder(of path: String) {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if descriptor >= 0 {
            fsync(descriptor)
            close(descriptor)
        }
    }
}
