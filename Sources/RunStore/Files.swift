private import Glibc
internal import POSIX

/// Whole files, where they are small or there is no other way.
enum Files {
    /// Corresponds to C `read`.
    static func read(_ path: String) throws(Errno) -> [UInt8] {
        let file = Descriptor(owning: try check("open") { open(path, O_RDONLY | O_CLOEXEC) })
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = try check("read") {
                buffer.withUnsafeMutableBytes { Glibc.read(file.raw, $0.baseAddress, $0.count) }
            }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }

    /// Makes a new file. Corresponds to C `write`.
    static func write(_ bytes: [UInt8], to path: String) throws(Errno) {
        let file = Descriptor(
            owning: try check("open") {
                open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o640)
            })
        var written = 0
        while written < bytes.count {
            let start = written
            written += try check("write") {
                bytes.withUnsafeBytes { buffer in
                    Glibc.write(
                        file.raw, buffer.baseAddress.map { $0 + start }, buffer.count - start)
                }
            }
        }
    }
}
