import EventLoop

/// A mirror of what BlueZ knows: adapters, devices and their characteristics, kept up to date by
/// its signals. Corresponds to D-Bus `ObjectManager` and `PropertiesChanged` of `org.bluez`.
final class BlueZObjects {
    typealias Properties = [String: BusValue]

    static let service = "org.bluez"
    static let adapter = "org.bluez.Adapter1"
    static let device = "org.bluez.Device1"
    static let characteristic = "org.bluez.GattCharacteristic1"
    static let battery = "org.bluez.Battery1"

    let bus: BusConnection
    /// Properties by interface by path.
    private(set) var objects: [String: [String: Properties]] = [:]
    /// Called after each change with path, interface, and the properties that changed; with nil
    /// when the interface is gone. Called with an empty path when all is known, or all is gone.
    var changed: (String, String, Properties?) -> Void = { _, _, _ in }
    /// Whether there is a BlueZ that has answered.
    private(set) var isThere = false

    private var matches: [BusMatch] = []
    private static let manager = BusObject(service, "/")
    private static let managerInterface = "org.freedesktop.DBus.ObjectManager"

    init(over bus: BusConnection) throws(BusError) {
        self.bus = bus
        let objects = BusMatch.Rule(
            sender: Self.service, object: "/", interface: Self.managerInterface)
        matches.append(try bus.watch(objects) { [weak self] in self?.heard($0) })
        let properties = BusMatch.Rule(
            sender: Self.service, objectsBelow: "/org/bluez",
            interface: BusObject.propertiesInterface, member: "PropertiesChanged")
        matches.append(try bus.watch(properties) { [weak self] in self?.heardProperties($0) })
        matches.append(
            try bus.watchOwner(of: Self.service) { [weak self] isThere in
                if isThere { self?.readAll() } else { self?.loseAll() }
            })
        readAll()
    }

    /// A property, without the variants around it.
    func property(_ path: String, _ interface: String, _ name: String) -> BusValue? {
        objects[path]?[interface]?[name]
    }

    /// Paths that have the interface, in order.
    func paths(with interface: String) -> [String] {
        objects.filter { $0.value[interface] != nil }.keys.sorted()
    }

    /// The device's characteristics of that kind, in order.
    func characteristics(of device: String, uuid: String) -> [String] {
        paths(with: Self.characteristic).filter { path in
            path.hasPrefix(device + "/")
                && property(path, Self.characteristic, "UUID")?.text?.lowercased() == uuid
        }
    }

    func call(
        _ path: String, _ interface: String, _ method: String, _ arguments: [BusValue] = [],
        within seconds: Double = 10, reply: @escaping BusConnection.Reply = { _ in }
    ) {
        bus.call(
            BusConnection.Method(Self.service, path, interface, method), arguments,
            within: seconds, reply: reply)
    }

    private func readAll() {
        let method = Self.manager.method(Self.managerInterface, "GetManagedObjects")
        bus.call(method) { [weak self] result in
            guard let self, let all = try? result.get().first?.dictionary else {
                return  // no BlueZ: none until one comes
            }
            objects = all.compactMapValues { Self.interfaces($0) }
            isThere = true
            changed("", "", nil)
        }
    }

    private func loseAll() {
        objects = [:]
        isThere = false
        changed("", "", nil)
    }

    private static func interfaces(_ value: BusValue) -> [String: Properties]? {
        value.dictionary?.compactMapValues(\.dictionary)
    }

    private func heard(_ signal: BusSignal) {
        guard signal.arguments.count == 2, let path = signal.arguments[0].text else { return }
        switch signal.member {
        case "InterfacesAdded":
            for (name, properties) in Self.interfaces(signal.arguments[1]) ?? [:] {
                objects[path, default: [:]][name] = properties
                changed(path, name, properties)
            }
        case "InterfacesRemoved":
            for name in signal.arguments[1].texts ?? [] {
                objects[path]?[name] = nil
                if objects[path]?.isEmpty == true { objects[path] = nil }
                changed(path, name, nil)
            }
        default: break
        }
    }

    private func heardProperties(_ signal: BusSignal) {
        guard signal.arguments.count >= 2, let interface = signal.arguments[0].text,
            let changes = signal.arguments[1].dictionary,
            objects[signal.object]?[interface] != nil
        else { return }
        objects[signal.object]?[interface]?.merge(changes) { $1 }
        changed(signal.object, interface, changes)
    }
}
