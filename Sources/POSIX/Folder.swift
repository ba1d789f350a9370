private import Glibc

/// Folders.
package enum Folder {
    /// Names in the folder without `.` and `..`, sorted. Corresponds to C `opendir`, `readdir`.
    /// - Throws: `Errno` where the folder cannot be opened.
    package static func names(_ path: String) throws(Errno) -> [String] {
        guard let folder = opendir(path) else { throw Errno.current("opendir") }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
