private import CSystemd

/// A signal that came over the bus.
package struct BusSignal: Equatable, Sendable {
    package var object: String
    package var member: String
    package var arguments: [BusValue]

    package init(object: String, member: String, arguments: [BusValue]) {
        self.object = object
        self.member = member
        self.arguments = arguments
    }
}

/// Hears signals of a kind for as long as it lives.
/// Corresponds to C `sd_bus_add_match_async`.
package final class BusMatch {
    /// Which signals; what is nil may be anything.
    package struct Rule: Equatable, Sendable {
        package var sender: String?
        package var object: String?
        /// Objects at or below this path.
        package var objectsBelow: String?
        package var interface: String?
        package var member: String?
        /// The first argument, a string.
        package var firstArgument: String?

        package init(
            sender: String? = nil, object: String? = nil, objectsBelow: String? = nil,
            interface: String? = nil, member: String? = nil, firstArgument: String? = nil
        ) {
            self.sender = sender
            self.object = object
            self.objectsBelow = objectsBelow
            self.interface = interface
            self.member = member
            self.firstArgument = firstArgument
        }

        /// In D-Bus's notation.
        var text: String {
            let parts: [(String, String?)] = [
                ("sender", sender), ("path", object), ("path_namespace", objectsBelow),
                ("interface", interface), ("member", member), ("arg0", firstArgument),
            ]
            return parts.reduce("type='signal'") { text, part in
                part.1.map { "\(text),\(part.0)='\($0)'" } ?? text
            }
        }
    }

    private var slot: OpaquePointer?
    private let handler: (BusSignal) -> Void

    init(
        _ bus: OpaquePointer, _ rule: Rule, handler: @escaping (BusSignal) -> Void
    ) throws(BusError) {
        self.handler = handler
        let heard: sd_bus_message_handler_t = { message, box, _ in
            guard let message, let box else { return 0 }
            Unmanaged<BusMatch>.fromOpaque(box).takeUnretainedValue().heard(message)
            return 0
        }
        // Without a handler of its own, libsystemd would close the bus over a refused rule.
        let installed: sd_bus_message_handler_t = { _, _, _ in 0 }
        let box = Unmanaged.passUnretained(self).toOpaque()
        try BusMessage.checked(
            "sd_bus_add_match_async",
            sd_bus_add_match_async(bus, &slot, rule.text, heard, installed, box))
    }

    deinit { sd_bus_slot_unref(slot) }

    private func heard(_ message: OpaquePointer) {
        // A signal that cannot be read says nothing that could be acted on.
        guard let arguments = try? BusMessage.read(message) else { return }
        let object = sd_bus_message_get_path(message).map { String(cString: $0) } ?? ""
        let member = sd_bus_message_get_member(message).map { String(cString: $0) } ?? ""
        handler(BusSignal(object: object, member: member, arguments: arguments))
    }
}
