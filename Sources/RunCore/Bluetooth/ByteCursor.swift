/// Reads little-endian numbers one after another; nil once there are too few bytes.
struct ByteCursor {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func byte() -> UInt8? { rest.popFirst() }

    mutating func uint16() -> UInt16? {
        guard rest.count >= 2, let low = rest.popFirst(), let high = rest.popFirst() else {
            return nil
        }
        return UInt16(low) | UInt16(high) << 8
    }

    mutating func uint32() -> UInt32? {
        guard rest.count >= 4, let low = uint16(), let high = uint16() else { return nil }
        return UInt32(low) | UInt32(high) << 16
    }
}
