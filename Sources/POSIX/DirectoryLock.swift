private import Glibc

/// A lock on a folder that one process at a time can have; it goes with the process.
package final class DirectoryLock {
    private let file: Descriptor

    /// Why the lock was not given.
    package enum Failure: Error, Equatable, Sendable {
        /// The process that has it, if it said so.
        case held(by: Int32?)
        case system(Errno)
    }

    /// Takes the lock file `lock` in `directory`, which must exist.
    /// Corresponds to C `flock`.
    package init(directory: String) throws(Failure) {
        let path = "\(directory)/lock"
        let raw = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o640)
        guard raw >= 0 else { throw .system(Errno.current("open")) }
        file = Descriptor(owning: raw)
        guard flock(file.raw, LOCK_EX | LOCK_NB) == 0 else {
            guard errno == EWOULDBLOCK else { throw .system(Errno.current("flock")) }
            // Only for the message: whether it can be read changes nothing.
            throw .held(by: (try? SmallFile.readText(path)).flatMap { Int32($0) })
        }
        let text = Array("\(getpid())\n".utf8)
        ftruncate(file.raw, 0)
        _ = pwrite(file.raw, text, text.count, 0)
    }
}

extension Folder {
    /// Makes a folder and those above it, open to its owner and group.
    /// Corresponds to C `mkdir`.
    package static func make(_ path: String, mode: UInt32 = 0o750) throws(Errno) {
        var partial = ""
        for part in path.split(separator: "/") {
            partial += "/\(part)"
            if mkdir(partial, mode_t(mode)) != 0, errno != EEXIST {
                // A folder above may be closed to us and still be there.
                let error = Errno.current("mkdir")
                guard access(partial, F_OK) == 0 else { throw error }
            }
        }
    }

    /// Makes `link` point at `target`, in place of what it pointed at before.
    /// Corresponds to C `symlink`.
    package static func link(_ link: String, to target: String) throws(Errno) {
        unlink(link)
        guard symlink(target, link) == 0 else { throw Errno.current("symlink") }
    }
}
