/// FIT's CRC-16 (reflected polynomial 0xA001, initial value 0), eight bytes at a step.
///
/// Byte by byte it would take longer than everything else in a FIT file together.
enum FITChecksum {
    /// - Returns: 0 over any data that is followed by its own checksum, low byte first.
    static func of(_ bytes: UnsafeRawBufferPointer, startingWith seed: UInt16 = 0) -> UInt16 {
        tables.withUnsafeBufferPointer { table in
            var crc = seed
            var index = 0
            while index + 8 <= bytes.count {
                let word = UInt64(
                    littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
                let mixed = word ^ UInt64(crc)
                crc = 0
                for lane in 0..<8 {
                    let byte = Int(truncatingIfNeeded: mixed >> (8 * UInt64(lane))) & 0xFF
                    crc ^= table[(7 - lane) * 256 + byte]
                }
                index += 8
            }
            while index < bytes.count {
                crc = (crc >> 8) ^ table[Int((crc ^ UInt16(bytes[index])) & 0xFF)]
                index += 1
            }
            return crc
        }
    }

    /// Row n: what a byte does to the checksum when n more bytes follow it.
    private static let tables: [UInt16] = {
        var tables = [UInt16](repeating: 0, count: 8 * 256)
        for byte in 0..<256 {
            var value = UInt16(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? (value >> 1) ^ 0xA001 : value >> 1 }
            tables[byte] = value
        }
        for row in 1..<8 {
            for byte in 0..<256 {
                let before = tables[(row - 1) * 256 + byte]
                tables[row * 256 + byte] = (before >> 8) ^ tables[Int(before & 0xFF)]
            }
        }
        return tables
    }()
}
