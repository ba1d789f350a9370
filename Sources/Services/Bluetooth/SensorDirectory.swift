package import EventLoop

/// Finds Bluetooth sensors, and remembers and forgets them, for a person at a terminal.
///
/// BlueZ keeps the list: a sensor that is trusted there is ours. Every answer comes to a handler.
/// Corresponds to D-Bus `org.bluez.Adapter1` and `org.bluez.Device1`.
package final class SensorDirectory {
    /// Why something could not be done, for people.
    package enum Refusal: Error, Equatable, Sendable, CustomStringConvertible {
        case noBlueZ
        case noAdapter
        case adapterOff
        case unknown(address: String)
        /// BlueZ's own words.
        case refused(String)

        package var description: String {
            switch self {
            case .noBlueZ: "the bluetooth service is not running"
            case .noAdapter: "this device has no bluetooth adapter"
            case .adapterOff: "bluetooth is off"
            case .unknown(let address): "no sensor \(address) has been seen"
            case .refused(let words): words
            }
        }
    }

    private let blueZ: BlueZObjects
    private var ready: [(Result<String, Refusal>) -> Void] = []
    private var seen: ((KnownSensor) -> Void)?
    private var scanning: String?

    package init(over bus: BusConnection) throws(BusError) {
        blueZ = try BlueZObjects(over: bus)
        blueZ.changed = { [weak self] path, interface, changes in
            self?.changed(path, interface, changes)
        }
    }

    deinit { stopScan() }

    /// The sensors that BlueZ knows, paired ones and those seen of late.
    package func list(_ reply: @escaping (Result<[KnownSensor], Refusal>) -> Void) {
        whenReady { [blueZ] adapter in reply(adapter.map { _ in blueZ.sensors }) }
    }

    /// Looks for sensors until `stopScan`.
    /// - Parameters:
    ///   - seen: each sensor that is found, again when its signal changes.
    ///   - failed: called at most once, when there is nothing to look with.
    package func scan(
        seen: @escaping (KnownSensor) -> Void, failed: @escaping (Refusal) -> Void
    ) {
        whenReady { [weak self] adapter in
            guard let self else { return }
            switch adapter {
            case .failure(let refusal): failed(refusal)
            case .success(let adapter): beginScan(adapter, seen, failed)
            }
        }
    }

    package func stopScan() {
        guard let adapter = scanning else { return }
        scanning = nil
        seen = nil
        blueZ.call(adapter, BlueZObjects.adapter, "StopDiscovery")
    }

    /// Remembers a sensor that has been seen, so that every run uses it.
    package func pair(_ address: String, reply: @escaping (Refusal?) -> Void) {
        device(address, reply) { [blueZ] path in
            let object = BusObject(BlueZObjects.service, path)
            object.set(
                "Trusted", of: BlueZObjects.device, to: .bool(true), over: blueZ.bus
            ) { result in
                reply(Self.refusal(result))
            }
        }
    }

    /// Forgets a sensor: it is let go and never connected to again.
    package func forget(_ address: String, reply: @escaping (Refusal?) -> Void) {
        device(address, reply) { [blueZ] path in
            let owner = blueZ.property(path, BlueZObjects.device, "Adapter")?.text ?? ""
            blueZ.call(owner, BlueZObjects.adapter, "RemoveDevice", [.path(path)]) { result in
                reply(Self.refusal(result))
            }
        }
    }

    private static func refusal(_ result: Result<[BusValue], BusError>) -> Refusal? {
        if case .failure(let error) = result { return .refused(error.message) }
        return nil
    }

    private func device(
        _ address: String, _ reply: @escaping (Refusal?) -> Void,
        _ found: @escaping (String) -> Void
    ) {
        whenReady { [blueZ] adapter in
            switch adapter {
            case .failure(let refusal): reply(refusal)
            case .success:
                guard let path = blueZ.path(of: address) else {
                    return reply(.unknown(address: address))
                }
                found(path)
            }
        }
    }

    private func beginScan(
        _ adapter: String, _ seen: @escaping (KnownSensor) -> Void,
        _ failed: @escaping (Refusal) -> Void
    ) {
        self.seen = seen
        scanning = adapter
        for sensor in blueZ.sensors where sensor.strength != nil { seen(sensor) }
        let services = SensorKind.allCases.map(\.service)
        let filter = BusValue.options([
            ("UUIDs", .strings(services)), ("Transport", .string("le")),
        ])
        // A BlueZ too old for the filter shows more devices: ours are picked out anyway.
        blueZ.call(adapter, BlueZObjects.adapter, "SetDiscoveryFilter", [filter])
        blueZ.call(adapter, BlueZObjects.adapter, "StartDiscovery") { [weak self] result in
            guard case .failure(let error) = result, error.name != "org.bluez.Error.InProgress"
            else { return }
            self?.scanning = nil
            self?.seen = nil
            failed(.refused(error.message))
        }
    }

    /// Calls with the adapter as soon as BlueZ has answered, or it is clear that it will not.
    private func whenReady(_ body: @escaping (Result<String, Refusal>) -> Void) {
        if blueZ.isThere { return body(adapter) }
        ready.append(body)
        guard ready.count == 1 else { return }
        let peer = BusConnection.Method(
            BlueZObjects.service, "/", "org.freedesktop.DBus.Peer", "Ping")
        blueZ.bus.call(peer) { [weak self] result in
            guard let self, !blueZ.isThere, case .failure = result else { return }
            answer(.failure(.noBlueZ))
        }
    }

    private func answer(_ result: Result<String, Refusal>) {
        let waiting = ready
        ready = []
        for body in waiting { body(result) }
    }

    /// The adapter to use: the first that is on.
    private var adapter: Result<String, Refusal> {
        let all = blueZ.paths(with: BlueZObjects.adapter)
        let isOn = { [blueZ] (path: String) -> Bool in
            blueZ.property(path, BlueZObjects.adapter, "Powered")?.bool != false
        }
        guard let first = all.first(where: isOn) else {
            return .failure(all.isEmpty ? .noAdapter : .adapterOff)
        }
        return .success(first)
    }

    private func changed(_ path: String, _ interface: String, _ changes: BlueZObjects.Properties?) {
        if path.isEmpty {
            if blueZ.isThere { answer(adapter) }
            return
        }
        guard interface == BlueZObjects.device, changes != nil, let seen,
            let sensor = blueZ.sensor(at: path)
        else { return }
        seen(sensor)
    }
}
