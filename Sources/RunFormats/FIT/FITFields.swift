import RunCore

/// A message that is being put together: its fields with their types, then their bytes.
///
/// Values outside a field's range become the "nothing here" value, never another number.
struct FITFields {
    private(set) var definition: [UInt8] = []
    private(set) var data: [UInt8] = []

    mutating func enumeration(_ number: UInt8, _ value: UInt8) {
        define(number, .enumeration, 1)
        data.append(value)
    }

    mutating func uint8(_ number: UInt8, _ value: Int?) {
        define(number, .uint8, 1)
        data.append(value.flatMap { (0..<255).contains($0) ? UInt8($0) : nil } ?? .max)
    }

    mutating func uint16(_ number: UInt8, _ value: Double?) {
        define(number, .uint16, 2)
        store(UInt16(fit: value))
    }

    mutating func uint32(_ number: UInt8, _ value: Double?) {
        define(number, .uint32, 4)
        store(UInt32(fit: value))
    }

    mutating func serial(_ number: UInt8, _ value: UInt32) {
        define(number, .uint32z, 4)
        store(value)
    }

    mutating func timestamp(_ number: UInt8, _ value: UInt32) {
        define(number, .uint32, 4)
        store(value)
    }

    /// Latitude in field `number`, longitude in the next one.
    mutating func position(_ number: UInt8, _ coordinate: Coordinate?) {
        define(number, .sint32, 4)
        define(number + 1, .sint32, 4)
        let valid = coordinate.flatMap { $0.isValid ? $0 : nil }
        store(valid.map { FITProfile.semicircles($0.latitude) } ?? .max)
        store(valid.map { FITProfile.semicircles($0.longitude) } ?? .max)
    }

    mutating func string(_ number: UInt8, _ text: StaticString) {
        define(number, .string, text.utf8CodeUnitCount + 1)
        data += UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        data.append(0)
    }

    /// Writes the definition of local message `local`, then the message.
    func write(_ message: FITProfile.Message, local: UInt8, to out: inout ByteBuffer) {
        writeDefinition(message, local: local, to: &out)
        writeData(local: local, to: &out)
    }

    func writeDefinition(_ message: FITProfile.Message, local: UInt8, to out: inout ByteBuffer) {
        out.append(byte: 0x40 | local)
        out.append(byte: 0)
        out.append(byte: 0)
        out.append(littleEndian: message.rawValue)
        out.append(byte: UInt8(definition.count / 3))
        out.append(definition)
    }

    func writeData(local: UInt8, to out: inout ByteBuffer) {
        out.append(byte: local)
        out.append(data)
    }

    private mutating func define(_ number: UInt8, _ type: FITProfile.BaseType, _ size: Int) {
        definition += [number, UInt8(size), type.rawValue]
    }

    private mutating func store<I: FixedWidthInteger>(_ value: I) {
        withUnsafeBytes(of: value.littleEndian) { data += $0 }
    }
}

extension FixedWidthInteger where Self: UnsignedInteger {
    /// Rounded; what is absent or does not fit is the type's largest value, FIT's "nothing here".
    init(fit value: Double?) {
        guard let value, value.isFinite else {
            self = .max
            return
        }
        let rounded = value.rounded(.toNearestOrAwayFromZero)
        self = rounded >= 0 && rounded < Double(Self.max) ? Self(rounded) : .max
    }
}
