import TestSupport

/// dbusmock's BlueZ with sensors on it: devices, GATT characteristics, notifications.
struct MockBlueZ {
    let fixture: BusFixture
    static let service = "org.bluez"
    static let runningService = "00001814-0000-1000-8000-00805f9b34fb"
    static let runningMeasurement = "00002a53-0000-1000-8000-00805f9b34fb"
    static let heartService = "0000180d-0000-1000-8000-00805f9b34fb"
    static let heartMeasurement = "00002a37-0000-1000-8000-00805f9b34fb"
    private static let mock = "org.freedesktop.DBus.Mock"

    /// - Parameter adapter: whether the device has one.
    init(_ fixture: BusFixture, adapter: Bool = true) throws {
        self.fixture = fixture
        try fixture.bus.mock(template: "bluez5", name: Self.service)
        if adapter {
            try fixture.mock(
                Self.service, "/", "AddAdapter", ["ss", "hci0", "board"],
                interface: "org.bluez.Mock")
        }
    }

    static func path(_ address: String) -> String {
        "/org/bluez/hci0/dev_" + address.split(separator: ":").joined(separator: "_")
    }

    /// Adds a device with that service; it is not in reach of a connection yet.
    func addDevice(_ address: String, name: String, service: String, trusted: Bool) throws {
        try fixture.mock(
            Self.service, "/", "AddDevice", ["sss", "hci0", address, name],
            interface: "org.bluez.Mock")
        try update(
            address, ["2", "UUIDs", "as", "1", service, "Trusted", "b", "\(trusted)"])
    }

    /// Changes properties of the device, with the signal.
    func update(_ address: String, _ properties: [String]) throws {
        try fixture.mock(
            Self.service, Self.path(address), "UpdateProperties",
            ["sa{sv}", "org.bluez.Device1"] + properties)
    }

    /// Adds the characteristic and says that the services are known.
    func resolve(_ address: String, measurement: String) throws {
        let path = Self.path(address) + "/service0010/char0011"
        try fixture.mock(
            Self.service, "/", "AddObject",
            [
                "ssa{sv}a(ssss)", path, "org.bluez.GattCharacteristic1", "2", "UUID", "s",
                measurement, "Value", "ay", "0", "2", "StartNotify", "", "", "", "StopNotify", "",
                "", "",
            ])
        // dbusmock leaves this signal to whoever adds the object.
        try fixture.mock(
            Self.service, "/", "EmitSignal",
            [
                "sssav", "org.freedesktop.DBus.ObjectManager", "InterfacesAdded", "oa{sa{sv}}",
                "2", "o", path, "a{sa{sv}}", "1", "org.bluez.GattCharacteristic1", "2", "UUID", "s",
                measurement, "Value", "ay", "0",
            ])
        try update(address, ["1", "ServicesResolved", "b", "true"])
    }

    /// A notification of the characteristic.
    func notify(_ address: String, _ value: [UInt8]) throws {
        try fixture.mock(
            Self.service, Self.path(address) + "/service0010/char0011", "UpdateProperties",
            [
                "sa{sv}", "org.bluez.GattCharacteristic1", "1", "Value", "ay", "\(value.count)",
            ] + value.map(String.init))
    }

    func setBattery(_ address: String, percent: Int) throws {
        let path = Self.path(address)
        try fixture.mock(
            Self.service, path, "AddProperties",
            ["sa{sv}", "org.bluez.Battery1", "1", "Percentage", "y", "\(percent)"])
        try fixture.mock(
            Self.service, "/", "EmitSignal",
            [
                "sssav", "org.freedesktop.DBus.ObjectManager", "InterfacesAdded", "oa{sa{sv}}",
                "2", "o", path, "a{sa{sv}}", "1", "org.bluez.Battery1", "1", "Percentage", "y",
                "\(percent)",
            ])
    }

    /// Lets `Connect` fail as it does for a sensor out of reach, or work.
    func setReach(_ address: String, isInReach: Bool) throws {
        let change = "self.UpdateProperties('org.bluez.Device1', {'Connected': dbus.Boolean(True)})"
        let fail =
            "raise dbus.exceptions.DBusException('le-connection-abort-by-local',"
            + " name='org.bluez.Error.Failed')"
        try fixture.mock(
            Self.service, Self.path(address), "AddMethod",
            ["sssss", "org.bluez.Device1", "Connect", "", "", isInReach ? change : fail])
        try fixture.mock(
            Self.service, Self.path(address), "AddMethod",
            [
                "sssss", "org.bluez.Device1", "Disconnect", "", "",
                "self.UpdateProperties('org.bluez.Device1', {'Connected': dbus.Boolean(False)})",
            ])
    }

    /// How often a method of the object was called.
    func calls(_ object: String, _ method: String) throws -> Int {
        let text = try fixture.mock(Self.service, object, "GetMethodCalls", ["s", method])
        // `a(tav) N …`
        return Int(text.split(separator: " ")[1]) ?? 0
    }
}
