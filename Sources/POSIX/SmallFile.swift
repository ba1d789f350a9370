private import Glibc

/// Files of a line or two, such as those of sysfs and procfs, read and written whole.
package enum SmallFile {
    /// Largest content that is read; a sysfs attribute is never longer than a page.
    package static let limit = 4096

    /// The first bytes of the file, `limit` at most. Corresponds to C `open`, `read`.
    /// - Throws: `Errno` of the call that failed.
    package static func read(
        _ path: String, limit: Int = SmallFile.limit
    ) throws(Errno) -> [UInt8] {
        let descriptor = Descriptor(owning: try check("open") { open(path, O_RDONLY | O_CLOEXEC) })
        var bytes = [UInt8](repeating: 0, count: limit)
        var count = 0
        while count < limit {
            let got = try check("read") {
                bytes.withUnsafeMutableBytes { buffer in
                    Glibc.read(descriptor.raw, buffer.baseAddress.map { $0 + count }, limit - count)
                }
            }
            if got == 0 { break }
            count += got
        }
        bytes.removeLast(limit - count)
        return bytes
    }

    /// The content as text, without white space around it.
    /// - Throws: `Errno` of the call that failed.
    package static func readText(
        _ path: String, limit: Int = SmallFile.limit
    ) throws(Errno) -> String {
        let isSpace: (UInt8) -> Bool = { $0 <= 0x20 }
        let bytes = try read(path, limit: limit)
        guard let first = bytes.firstIndex(where: { !isSpace($0) }),
            let last = bytes.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return String(decoding: bytes[first...last], as: UTF8.self)
    }

    /// Where a symbolic link points; nil if the path is no link. Corresponds to C `readlink`.
    package static func link(_ path: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink(path, &bytes, bytes.count)
        guard length > 0 else { return nil }
        return String(decoding: bytes.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Writes text to a file that exists, in one call, as sysfs wants it.
    /// Corresponds to C `open`, `write`.
    /// - Throws: `Errno` of the call that failed.
    package static func write(_ text: String, to path: String) throws(Errno) {
        let descriptor = Descriptor(
            owning: try check("open") { open(path, O_WRONLY | O_TRUNC | O_CLOEXEC) })
        let bytes = Array(text.utf8)
        _ = try check("write") {
            bytes.withUnsafeBytes { Glibc.write(descriptor.raw, $0.baseAddress, $0.count) }
        }
    }
}
