private import CSystemd
private import POSIX

/// A connection to a D-Bus message bus, served by the program's one loop.
///
/// Nothing here waits: replies and signals come to handlers, and a call that nobody answers
/// comes back as an error when its time is over. Corresponds to C `sd_bus`.
package final class BusConnection {
    package enum Bus: Equatable, Sendable, CustomStringConvertible {
        /// The system's, or `DBUS_SYSTEM_BUS_ADDRESS`.
        case system
        /// The user's, or `DBUS_SESSION_BUS_ADDRESS`.
        case session
        /// A bus at an address, such as `unix:path=/run/dbus/system_bus_socket`.
        case address(String)

        package var description: String {
            switch self {
            case .system: "the system bus"
            case .session: "the session bus"
            case .address(let address): "the bus at \(address)"
            }
        }
    }

    /// A method of an object of a service.
    package struct Method: Sendable {
        package var service: String
        package var object: String
        package var interface: String
        package var name: String

        package init(_ service: String, _ object: String, _ interface: String, _ name: String) {
            self.service = service
            self.object = object
            self.interface = interface
            self.name = name
        }
    }

    package typealias Reply = (Result<[BusValue], BusError>) -> Void

    let raw: OpaquePointer
    private var loss: BusMatch?

    /// Connects; what is called before the bus has greeted us waits for it.
    ///
    /// - Parameter lost: called once when the bus goes away. This object is useless then.
    /// - Throws: `BusError` when there is no bus to connect to.
    /// Corresponds to C `sd_bus_open_system`, `sd_bus_open_user`, `sd_bus_attach_event`.
    package init(_ bus: Bus, on loop: EventLoop, lost: @escaping () -> Void) throws(BusError) {
        raw = try Self.open(bus)
        try BusMessage.checked("sd_bus_attach_event", sd_bus_attach_event(raw, loop.raw, 0))
        // libsystemd says this itself, to the connection alone.
        let rule = BusMatch.Rule(
            sender: "org.freedesktop.DBus.Local", object: "/org/freedesktop/DBus/Local",
            interface: "org.freedesktop.DBus.Local", member: "Disconnected")
        loss = try watch(rule) { _ in lost() }
    }

    deinit {
        loss = nil
        sd_bus_close_unref(raw)
    }

    private static func open(_ bus: Bus) throws(BusError) -> OpaquePointer {
        let operation = "connecting to \(bus)"
        var opened: OpaquePointer?
        switch bus {
        case .system: try BusMessage.checked(operation, sd_bus_open_system(&opened))
        case .session: try BusMessage.checked(operation, sd_bus_open_user(&opened))
        case .address(let address):
            try BusMessage.checked(operation, sd_bus_new(&opened))
            sd_bus_set_bus_client(opened, 1)
            var result = sd_bus_set_address(opened, address)
            if result >= 0 { result = sd_bus_start(opened) }
            if result < 0 { sd_bus_unref(opened) }
            try BusMessage.checked(operation, result)
        }
        guard let opened else {
            throw BusError(
                name: "org.freedesktop.DBus.Error.NoServer", message: "no bus",
                operation: operation)
        }
        return opened
    }

    /// Sends what is still unsent, waiting for the bus to take it, and closes.
    /// Corresponds to C `sd_bus_flush`, `sd_bus_close`.
    package func close() {
        sd_bus_flush(raw)
        sd_bus_close(raw)
    }

    /// Calls a method.
    ///
    /// - Parameters:
    ///   - seconds: after so long without an answer the reply is an error.
    ///   - reply: called once, from the loop; never before this returns unless it cannot be sent.
    /// Corresponds to C `sd_bus_call_async`.
    package func call(
        _ method: Method, _ arguments: [BusValue] = [], within seconds: Double = 10,
        reply: @escaping Reply = { _ in }
    ) {
        do {
            try send(method, arguments, within: seconds, reply)
        } catch {
            reply(.failure(error))
        }
    }

    /// Hears a signal for as long as the returned object lives.
    /// Corresponds to C `sd_bus_add_match_async`.
    package func watch(
        _ rule: BusMatch.Rule, handler: @escaping (BusSignal) -> Void
    ) throws(BusError) -> BusMatch {
        try BusMatch(raw, rule, handler: handler)
    }

    private final class PendingCall {
        let operation: String
        let reply: Reply

        init(_ operation: String, _ reply: @escaping Reply) {
            self.operation = operation
            self.reply = reply
        }

        func finish(_ message: OpaquePointer) {
            if let error = sd_bus_message_get_error(message), let name = error.pointee.name {
                let text = error.pointee.message.map { String(cString: $0) }
                reply(
                    .failure(
                        BusError(
                            name: String(cString: name), message: text ?? String(cString: name),
                            operation: operation)))
                return
            }
            do {
                reply(.success(try BusMessage.read(message)))
            } catch {
                reply(.failure(error))
            }
        }
    }

    private func send(
        _ method: Method, _ arguments: [BusValue], within seconds: Double,
        _ reply: @escaping Reply
    ) throws(BusError) {
        var made: OpaquePointer?
        try BusMessage.checked(
            method.name,
            sd_bus_message_new_method_call(
                raw, &made, method.service, method.object, method.interface, method.name))
        guard let message = made else { return }
        defer { sd_bus_message_unref(message) }
        try BusMessage.append(arguments, to: message)
        let call = PendingCall(method.name, reply)
        let callback: sd_bus_message_handler_t = { message, box, _ in
            guard let message, let box else { return 0 }
            Unmanaged<PendingCall>.fromOpaque(box).takeUnretainedValue().finish(message)
            return 0
        }
        var slot: OpaquePointer?
        let box = Unmanaged.passRetained(call)
        let result = sd_bus_call_async(
            raw, &slot, message, callback, box.toOpaque(),
            UInt64(max(0.001, min(3600, seconds)) * 1e6))
        guard result >= 0 else {
            box.release()
            try BusMessage.checked(method.name, result)
            return
        }
        // The bus keeps the slot until the answer, and the slot keeps the call.
        sd_bus_slot_set_destroy_callback(slot) { box in
            guard let box else { return }
            Unmanaged<PendingCall>.fromOpaque(box).release()
        }
        sd_bus_slot_set_floating(slot, 1)
        sd_bus_slot_unref(slot)
    }
}
