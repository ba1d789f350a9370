import Testing

@testable import RunFormats

@Suite("FITChecksum")
struct FITChecksumTests {
    private func checksum(_ bytes: [UInt8]) -> UInt16 {
        bytes.withUnsafeBytes { FITChecksum.of($0) }
    }

    /// The definition, one bit at a time.
    private func slow(_ bytes: [UInt8]) -> UInt16 {
        bytes.reduce(0) { crc, byte in
            var value = crc ^ UInt16(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? (value >> 1) ^ 0xA001 : value >> 1 }
            return value
        }
    }

    @Test("agrees with the published check value and with its definition at every length")
    func values() {
        #expect(checksum(Array("123456789".utf8)) == 0xBB3D)
        var bytes: [UInt8] = []
        for length in 0..<100 {
            #expect(checksum(bytes) == slow(bytes), "\(length) bytes")
            bytes.append(UInt8(truncatingIfNeeded: length &* 167 &+ 13))
        }
    }

    @Test("over data and its own checksum is nothing, and goes on from where it stopped")
    func residue() {
        let bytes = Array("rund rides on".utf8)
        let value = checksum(bytes)
        #expect(checksum(bytes + [UInt8(value & 0xFF), UInt8(value >> 8)]) == 0)
        let half = bytes.prefix(5).withUnsafeBytes { FITChecksum.of($0) }
        let rest = bytes.dropFirst(5).withUnsafeBytes { FITChecksum.of($0, startingWith: half) }
        #expect(rest == value)
    }
}
