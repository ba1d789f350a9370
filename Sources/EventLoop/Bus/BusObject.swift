/// An object of a service on the bus: its methods, properties and their changes.
package struct BusObject: Equatable, Sendable {
    package var service: String
    package var path: String

    package init(_ service: String, _ path: String) {
        self.service = service
        self.path = path
    }

    package static let propertiesInterface = "org.freedesktop.DBus.Properties"

    package func method(_ interface: String, _ name: String) -> BusConnection.Method {
        BusConnection.Method(service, path, interface, name)
    }

    /// Asks for all properties of an interface. Corresponds to D-Bus `Properties.GetAll`.
    package func properties(
        of interface: String, over bus: BusConnection,
        reply: @escaping (Result<[String: BusValue], BusError>) -> Void
    ) {
        bus.call(method(Self.propertiesInterface, "GetAll"), [.string(interface)]) { result in
            reply(result.map { $0.first?.dictionary ?? [:] })
        }
    }

    /// Sets a property. Corresponds to D-Bus `Properties.Set`.
    package func set(
        _ property: String, of interface: String, to value: BusValue, over bus: BusConnection,
        reply: @escaping BusConnection.Reply = { _ in }
    ) {
        bus.call(
            method(Self.propertiesInterface, "Set"),
            [.string(interface), .string(property), .variant(value)], reply: reply)
    }

    /// Hears changes of an interface's properties: those that came with the signal.
    /// Corresponds to D-Bus `Properties.PropertiesChanged`.
    package func watchProperties(
        of interface: String, over bus: BusConnection,
        handler: @escaping ([String: BusValue]) -> Void
    ) throws(BusError) -> BusMatch {
        let rule = BusMatch.Rule(
            sender: service, object: path, interface: Self.propertiesInterface,
            member: "PropertiesChanged", firstArgument: interface)
        return try bus.watch(rule) { signal in
            guard signal.arguments.count > 1, let changes = signal.arguments[1].dictionary else {
                return
            }
            handler(changes)
        }
    }
}
