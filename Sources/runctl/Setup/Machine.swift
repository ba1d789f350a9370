private import Glibc
internal import POSIX

/// The files of a machine: those of this one, or those of a system image that is mounted somewhere.
struct Machine {
    /// What comes before every path; empty for this machine.
    let root: String

    /// - Parameter root: the folder of the image; `/` is this machine.
    init(root: String) {
        var root = root
        while root.hasSuffix("/") { root.removeLast() }
        self.root = root
    }

    /// Programs can be run and devices asked only here.
    var isThisOne: Bool { root.isEmpty }

    func path(_ path: String) -> String { root + path }

    func exists(_ path: String) -> Bool { access(self.path(path), F_OK) == 0 }

    /// The whole text of a file; nil if there is none that can be read.
    func text(_ path: String) -> String? {
        guard let bytes = try? SmallFile.read(self.path(path), limit: 1 << 18) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Names in a folder, sorted; none without the folder.
    func names(_ path: String) -> [String] { (try? Folder.names(self.path(path))) ?? [] }

    /// The device or file that a link means in the end; the path itself if it is no link.
    func target(_ path: String) -> String {
        guard let link = SmallFile.link(self.path(path)) else { return path }
        if link.hasPrefix("/") { return link }
        var parts = path.split(separator: "/").dropLast().map { String($0) }
        for part in link.split(separator: "/") {
            switch part {
            case ".": continue
            case "..": _ = parts.popLast()
            default: parts.append(String(part))
            }
        }
        return "/" + parts.joined(separator: "/")
    }

    /// Writes a file whole, with the folders above it.
    /// - Throws: `Failure` that names the file.
    func write(_ text: String, to path: String) throws(Failure) {
        var folder = root
        for part in path.split(separator: "/").dropLast() {
            folder += "/\(part)"
            mkdir(folder, 0o755)
        }
        let file = try OutputFile(self.path(path))
        file.write(Array(text.utf8))
        try file.finish()
    }

    /// - Throws: `Failure` that names the file; one that is not there is no failure.
    func remove(_ path: String) throws(Failure) {
        guard unlink(self.path(path)) != 0, errno != ENOENT else { return }
        throw Failure(
            .inputOutput,
            "\(self.path(path)) cannot be removed: \(String(cString: strerror(errno)))")
    }
}
