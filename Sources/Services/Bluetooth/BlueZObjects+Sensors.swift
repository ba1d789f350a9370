extension BlueZObjects {
    /// The sensors among the devices, in the order of their addresses.
    var sensors: [KnownSensor] {
        paths(with: Self.device).compactMap { sensor(at: $0) }.sorted { $0.address < $1.address }
    }

    /// The device at that path as a sensor; nil if it has none of our services.
    func sensor(at path: String) -> KnownSensor? {
        guard let device = objects[path]?[Self.device],
            let address = device["Address"]?.text, !address.isEmpty
        else { return nil }
        let services = (device["UUIDs"]?.texts ?? []).map { $0.lowercased() }
        let kinds = SensorKind.allCases.filter { services.contains($0.service) }
        guard !kinds.isEmpty else { return nil }
        let name = device["Alias"]?.text ?? device["Name"]?.text ?? ""
        return KnownSensor(
            address: address, name: name.isEmpty ? address : name, kinds: Set(kinds),
            isPaired: device["Trusted"]?.bool == true || device["Paired"]?.bool == true,
            isConnected: device["Connected"]?.bool == true, battery: battery(at: path),
            strength: device["RSSI"]?.integer.map { Int(clamping: $0) })
    }

    func path(of address: String) -> String? {
        paths(with: Self.device).first { path in
            property(path, Self.device, "Address")?.text?.uppercased() == address.uppercased()
        }
    }

    /// Percent of the sensor's battery, as BlueZ read it from the Battery Service (0x180F).
    func battery(at path: String) -> Int? {
        guard let percent = property(path, Self.battery, "Percentage")?.integer,
            (0...100).contains(percent)
        else { return nil }
        return Int(percent)
    }
}
