internal import POSIX

/// A value of a D-Bus message.
package indirect enum BusValue: Equatable, Sendable {
    case bool(Bool)
    case byte(UInt8)
    case int16(Int16)
    case uint16(UInt16)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    case string(String)
    case path(String)
    case signature(String)
    /// Elements of one type, whose signature an empty array needs too.
    case array(of: String, [BusValue])
    /// Key and value of a dictionary, which is an array of these.
    case entry(BusValue, BusValue)
    case structure([BusValue])
    case variant(BusValue)
    case descriptor(BusDescriptor)

    /// A dictionary of names to values of any type (`a{sv}`), as options are passed.
    package static func options(_ members: [(String, BusValue)]) -> BusValue {
        .array(of: "{sv}", members.map { .entry(.string($0.0), .variant($0.1)) })
    }

    package static func strings(_ values: [String]) -> BusValue {
        .array(of: "s", values.map { .string($0) })
    }

    package static func bytes(_ values: [UInt8]) -> BusValue {
        .array(of: "y", values.map { .byte($0) })
    }

    /// Its type in D-Bus's notation.
    package var type: String {
        switch self {
        case .bool: "b"
        case .byte: "y"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .path: "o"
        case .signature: "g"
        case .array(let element, _): "a\(element)"
        case .entry(let key, let value): "{\(key.type)\(value.type)}"
        case .structure(let members): "(\(members.map(\.type).joined()))"
        case .variant: "v"
        case .descriptor: "h"
        }
    }
}

/// A descriptor that came with a message; closed with its last copy.
package final class BusDescriptor: Equatable, Sendable {
    private let descriptor: Descriptor

    init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }

    package var raw: Int32 { descriptor.raw }

    package static func == (a: BusDescriptor, b: BusDescriptor) -> Bool { a === b }
}
