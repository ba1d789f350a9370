private import Glibc

/// The program that runs.
package enum Executable {
    /// Its file. Corresponds to C `readlink` of `/proc/self/exe`.
    package static var path: String? { linkTarget("/proc/self/exe") }

    /// The folder of its file.
    package static var folder: String? {
        path.flatMap { path in path.lastIndex(of: "/").map { String(path[..<$0]) } }
    }

    /// Where a symbolic link points; nil if it is none.
    package static func linkTarget(_ path: String) -> String? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = buffer.withUnsafeMutableBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                characters.baseAddress.map { readlink(path, $0, characters.count) } ?? -1
            }
        }
        return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }
}
