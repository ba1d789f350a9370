private import Glibc
internal import POSIX

/// A small file that holds what was received since the last batch went into the database.
///
/// One `pwrite` an event into the page cache costs microseconds and no flash, and survives the death
/// of the process; the database gets the same events in one transaction every few seconds and
/// makes them survive a power cut. After each batch the file is written again from its beginning.
/// Records are lines: a checksum, a kind, and what `PendingWrite` says. What is left of older
/// records behind the newest is harmless: the database has it already, under the same key.
struct TailFile: ~Copyable {
    private let descriptor: Descriptor
    private var offset: Int64 = 0

    /// Opens the file, making it if needed. Corresponds to C `open`.
    init(path: String) throws(Errno) {
        let raw = try check("open") { Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o640) }
        descriptor = Descriptor(owning: raw)
    }

    /// Puts a record behind the last one. Corresponds to C `pwrite`.
    mutating func append(_ payload: [UInt8]) throws(Errno) {
        var record = Self.checksum(payload)
        record.append(0x20)
        record += payload
        record.append(0x0a)
        var written = 0
        while written < record.count {
            let start = written
            let position = offset + Int64(start)
            written += try check("pwrite") {
                record.withUnsafeBytes { bytes in
                    pwrite(
                        descriptor.raw, bytes.baseAddress.map { $0 + start }, bytes.count - start,
                        off_t(position))
                }
            }
        }
        offset += Int64(record.count)
    }

    /// Begins again from the start of the file: everything in it is in the database.
    mutating func rewind() { offset = 0 }

    /// The next record goes behind everything that is there. Corresponds to C `lseek`.
    mutating func skipToEnd() { offset = Int64(max(0, lseek(descriptor.raw, 0, SEEK_END))) }

    /// Forgets everything. Corresponds to C `ftruncate`.
    mutating func clear() throws(Errno) {
        _ = try check("ftruncate") { ftruncate(descriptor.raw, 0) }
        offset = 0
    }

    /// The records that are whole, in the order of the file.
    borrowing func records() throws(Errno) -> [[UInt8]] {
        let size = try check("lseek") { lseek(descriptor.raw, 0, SEEK_END) }
        var bytes = [UInt8](repeating: 0, count: Int(size))
        var filled = 0
        while filled < bytes.count {
            let start = filled
            let count = try check("pread") {
                bytes.withUnsafeMutableBytes { buffer in
                    pread(
                        descriptor.raw, buffer.baseAddress.map { $0 + start }, buffer.count - start,
                        off_t(start))
                }
            }
            if count == 0 { break }
            filled += count
        }
        return Self.records(in: bytes[..<filled])
    }

    /// The whole records in a file's bytes; anything torn or overwritten is passed over.
    static func records(in bytes: ArraySlice<UInt8>) -> [[UInt8]] {
        bytes.split(separator: 0x0a).compactMap { line in
            guard line.count > checksumLength + 1,
                line[line.startIndex + checksumLength] == 0x20
            else { return nil }
            let payload = [UInt8](line[(line.startIndex + checksumLength + 1)...])
            return line.starts(with: checksum(payload)) ? payload : nil
        }
    }

    private static let checksumLength = 16

    /// FNV-1a, 64 bits, in hexadecimal: tells a torn record from a whole one.
    private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        let digits = [UInt8]("0123456789abcdef".utf8)
        return (0..<checksumLength).map { digits[Int((hash >> UInt64(60 - 4 * $0)) & 15)] }
    }
}
