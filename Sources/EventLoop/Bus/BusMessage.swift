private import CSystemd
private import Glibc
private import POSIX

/// Turns the contents of D-Bus messages into values and back.
enum BusMessage {
    /// All values of a message, from its beginning.
    /// Corresponds to C `sd_bus_message_read_basic`, `sd_bus_message_enter_container`.
    static func read(_ message: OpaquePointer) throws(BusError) -> [BusValue] {
        try checked("sd_bus_message_rewind", sd_bus_message_rewind(message, 1))
        return try readAll(message)
    }

    /// Appends values to a message that is being made.
    /// Corresponds to C `sd_bus_message_append_basic`, `sd_bus_message_open_container`.
    static func append(_ values: [BusValue], to message: OpaquePointer) throws(BusError) {
        for value in values { try append(value, to: message) }
    }

    @discardableResult
    static func checked(_ operation: String, _ result: Int32) throws(BusError) -> Int32 {
        guard result >= 0 else {
            let reason = Errno(code: -result, operation: operation).reason
            throw BusError(
                name: "org.freedesktop.DBus.Error.Failed", message: reason, operation: operation)
        }
        return result
    }

    // MARK: reading

    private static func readAll(_ message: OpaquePointer) throws(BusError) -> [BusValue] {
        var values: [BusValue] = []
        while true {
            var type: CChar = 0
            var contents: UnsafePointer<CChar>?
            let more = try checked(
                "sd_bus_message_peek_type", sd_bus_message_peek_type(message, &type, &contents))
            guard more > 0 else { return values }
            values.append(try read(message, type, contents.map { String(cString: $0) } ?? ""))
        }
    }

    private static func read(
        _ message: OpaquePointer, _ type: CChar, _ contents: String
    ) throws(BusError) -> BusValue {
        switch UnicodeScalar(UInt8(bitPattern: type)) {
        case "a": .array(of: contents, try inside(message, type, contents))
        case "r": .structure(try inside(message, type, contents))
        case "v": .variant(try first(inside(message, type, contents)))
        case "e": try entry(inside(message, type, contents))
        case "s": .string(try text(message, type))
        case "o": .path(try text(message, type))
        case "g": .signature(try text(message, type))
        case "b": .bool(try basic(message, type, Int32(0)) != 0)
        case "y": .byte(try basic(message, type, UInt8(0)))
        case "n": .int16(try basic(message, type, Int16(0)))
        case "q": .uint16(try basic(message, type, UInt16(0)))
        case "i": .int32(try basic(message, type, Int32(0)))
        case "u": .uint32(try basic(message, type, UInt32(0)))
        case "x": .int64(try basic(message, type, Int64(0)))
        case "t": .uint64(try basic(message, type, UInt64(0)))
        case "d": .double(try basic(message, type, 0.0))
        case "h": try descriptor(message, type)
        default: throw unreadable("a type that D-Bus does not have")
        }
    }

    private static func inside(
        _ message: OpaquePointer, _ type: CChar, _ contents: String
    ) throws(BusError) -> [BusValue] {
        try checked(
            "sd_bus_message_enter_container",
            sd_bus_message_enter_container(message, type, contents))
        let values = try readAll(message)
        try checked("sd_bus_message_exit_container", sd_bus_message_exit_container(message))
        return values
    }

    private static func basic<Value: BitwiseCopyable>(
        _ message: OpaquePointer, _ type: CChar, _ empty: Value
    ) throws(BusError) -> Value {
        var value = empty
        let result = withUnsafeMutableBytes(of: &value) { bytes in
            sd_bus_message_read_basic(message, type, bytes.baseAddress)
        }
        try checked("sd_bus_message_read_basic", result)
        return value
    }

    private static func text(_ message: OpaquePointer, _ type: CChar) throws(BusError) -> String {
        let text: UnsafePointer<CChar>? = try basic(message, type, nil)
        return text.map { String(cString: $0) } ?? ""
    }

    /// A copy: the message keeps its own and closes it.
    private static func descriptor(
        _ message: OpaquePointer, _ type: CChar
    ) throws(BusError) -> BusValue {
        let theirs = try basic(message, type, Int32(-1))
        let copy = fcntl(theirs, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw unreadable(Errno.current("fcntl").reason) }
        return .descriptor(BusDescriptor(Descriptor(owning: copy)))
    }

    private static func first(_ values: [BusValue]) throws(BusError) -> BusValue {
        guard let value = values.first else { throw unreadable("an empty variant") }
        return value
    }

    private static func entry(_ values: [BusValue]) throws(BusError) -> BusValue {
        guard values.count == 2 else { throw unreadable("a broken dictionary") }
        return .entry(values[0], values[1])
    }

    private static func unreadable(_ what: String) -> BusError {
        BusError(
            name: "org.freedesktop.DBus.Error.InvalidArgs", message: what,
            operation: "reading a message")
    }

    // MARK: writing

    private static func append(
        _ value: BusValue, to message: OpaquePointer
    ) throws(BusError) {
        switch value {
        case .bool(let bool): try append("b", Int32(bool ? 1 : 0), to: message)
        case .byte(let byte): try append("y", byte, to: message)
        case .int16(let number): try append("n", number, to: message)
        case .uint16(let number): try append("q", number, to: message)
        case .int32(let number): try append("i", number, to: message)
        case .uint32(let number): try append("u", number, to: message)
        case .int64(let number): try append("x", number, to: message)
        case .uint64(let number): try append("t", number, to: message)
        case .double(let number): try append("d", number, to: message)
        case .string(let text): try append("s", text: text, to: message)
        case .path(let text): try append("o", text: text, to: message)
        case .signature(let text): try append("g", text: text, to: message)
        case .descriptor(let descriptor): try append("h", descriptor.raw, to: message)
        case .array(let element, let values): try append("a", element, values, to: message)
        case .structure(let values):
            try append("r", values.map(\.type).joined(), values, to: message)
        case .entry(let key, let value):
            try append("e", key.type + value.type, [key, value], to: message)
        case .variant(let inner): try append("v", inner.type, [inner], to: message)
        }
    }

    private static func append<Value: BitwiseCopyable>(
        _ type: UnicodeScalar, _ value: Value, to message: OpaquePointer
    ) throws(BusError) {
        let result = withUnsafeBytes(of: value) { bytes in
            sd_bus_message_append_basic(message, CChar(type.value), bytes.baseAddress)
        }
        try checked("sd_bus_message_append_basic", result)
    }

    private static func append(
        _ type: UnicodeScalar, text: String, to message: OpaquePointer
    ) throws(BusError) {
        let result = text.withCString { pointer in
            sd_bus_message_append_basic(message, CChar(type.value), pointer)
        }
        try checked("sd_bus_message_append_basic", result)
    }

    private static func append(
        _ type: UnicodeScalar, _ contents: String, _ values: [BusValue], to message: OpaquePointer
    ) throws(BusError) {
        try checked(
            "sd_bus_message_open_container",
            sd_bus_message_open_container(message, CChar(type.value), contents))
        try append(values, to: message)
        try checked("sd_bus_message_close_container", sd_bus_message_close_container(message))
    }
}
