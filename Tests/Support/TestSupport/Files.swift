private import Glibc

/// Plain reading and writing of whole files, for tests.
package enum Files {
    /// The whole file; nil if it cannot be read.
    package static func bytes(_ path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var result: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(file, &chunk, chunk.count)
            if count < 0 && errno == EINTR { continue }
            if count < 0 { return nil }
            if count == 0 { return result }
            result += chunk[..<count]
        }
    }

    /// The whole file as text, wrong bytes replaced; empty if it cannot be read.
    package static func text(_ path: String) -> String {
        String(decoding: bytes(path) ?? [], as: UTF8.self)
    }

    /// Writes the file anew under another name and puts it in place at once, so that no reader
    /// sees half of it.
    package static func write(_ text: String, to path: String) throws(Failure) {
        try write(Array(text.utf8), to: path)
    }

    package static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        let new = path + ".new"
        let file = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw Failure("\(new): \(String(cString: strerror(errno)))") }
        let written = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
        // write(2) takes less than 2 GiB at once and all of it on a regular file.
        close(file)
        guard written == bytes.count, rename(new, path) == 0 else {
            throw Failure("\(path): \(String(cString: strerror(errno)))")
        }
    }

    /// Writes into a file that is there, such as one of the kernel's.
    package static func overwrite(_ text: String, at path: String) throws(Failure) {
        let file = open(path, O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { throw Failure("\(path): \(String(cString: strerror(errno)))") }
        defer { close(file) }
        let bytes = Array(text.utf8)
        guard Glibc.write(file, bytes, bytes.count) == bytes.count else {
            throw Failure("\(path): \(String(cString: strerror(errno)))")
        }
    }

    /// Copies a file with its permissions. Corresponds to `cp -p`.
    package static func copy(_ source: String, to target: String) throws(Failure) {
        guard let bytes = bytes(source) else { throw Failure("cannot read \(source)") }
        var info = stat()
        lstat(source, &info)
        try write(bytes, to: target)
        chmod(target, info.st_mode & 0o7777)
    }

    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    package static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }

    package static func makeFolder(_ path: String, mode: UInt32 = 0o755) throws(Failure) {
        var partial = ""
        for part in path.split(separator: "/") {
            partial += "/" + part
            if mkdir(partial, mode) != 0 && errno != EEXIST {
                throw Failure("\(partial): \(String(cString: strerror(errno)))")
            }
        }
    }

    /// Makes a symbolic link, in place of what was there.
    package static func link(_ target: String, at path: String) {
        unlink(path)
        symlink(target, path)
    }

    /// Where a symbolic link points; nil if it cannot be read.
    package static func target(_ path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: 1024)
        let count = readlink(path, &buffer, buffer.count)
        guard count >= 0 else { return nil }
        return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Lets every user read, write and enter it.
    package static func allowAll(_ path: String) { chmod(path, 0o777) }

    /// The names in a folder, sorted, without `.` and `..`.
    package static func names(in folder: String) -> [String] {
        guard let handle = opendir(folder) else { return [] }
        defer { closedir(handle) }
        var names: [String] = []
        while let entry = readdir(handle) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Removes a file or a whole folder; links are removed, never followed, and what is mounted
    /// inside is left alone.
    package static func remove(_ path: String) { remove(path, device: nil) }

    private static func remove(_ path: String, device: dev_t?) {
        var info = stat()
        guard lstat(path, &info) == 0 else { return }
        guard info.st_mode & S_IFMT == S_IFDIR else {
            unlink(path)
            return
        }
        if let device, device != info.st_dev { return }
        for name in names(in: path) { remove(path + "/" + name, device: info.st_dev) }
        rmdir(path)
    }
}
