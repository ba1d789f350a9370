package import EventLoop
package import RunCore

/// Listens to the paired foot pods and heart straps while a run is active.
///
/// Connects, subscribes, and when a sensor drops out tries again for ever: soon at first, then
/// once a minute, and at once when BlueZ sees it. Without BlueZ, an adapter or a paired sensor it
/// does nothing and costs nothing. Corresponds to D-Bus `org.bluez.Device1`, `GattCharacteristic1`.
package final class BluetoothSensors {
    package enum Event: Equatable, Sendable {
        case connected(KnownSensor)
        /// It dropped out or was forgotten; it is being tried again unless it was forgotten.
        case lost(KnownSensor)
        /// Cadence in steps, whatever the pod counts.
        case foot(KnownSensor, FootReading)
        case heart(KnownSensor, HeartRateMeasurement)
        /// Percent of the sensor's battery.
        case battery(KnownSensor, Int)
    }

    let blueZ: BlueZObjects
    private let loop: EventLoop
    private let heard: (Event) -> Void
    private var links: [String: SensorLink] = [:]
    private var isActive = false

    /// - Parameter heard: called from the loop; only between `start` and `stop`.
    package init(
        over bus: BusConnection, on loop: EventLoop, heard: @escaping (Event) -> Void
    ) throws(BusError) {
        blueZ = try BlueZObjects(over: bus)
        self.loop = loop
        self.heard = heard
        blueZ.changed = { [weak self] path, interface, changes in
            self?.changed(path, interface, changes)
        }
    }

    /// Every sensor that BlueZ knows.
    package var sensors: [KnownSensor] { blueZ.sensors }

    /// Begins to connect to the paired sensors.
    package func start() {
        isActive = true
        linkAll()
    }

    /// Lets the sensors go, so that they and we save power.
    package func stop() {
        isActive = false
        for link in links.values { link.close() }
        links = [:]
    }

    private func linkAll() {
        guard isActive else { return }
        for path in blueZ.paths(with: BlueZObjects.device) { link(path) }
    }

    private func link(_ path: String) {
        guard isActive, links[path] == nil, let sensor = blueZ.sensor(at: path), sensor.isPaired
        else { return }
        do {
            let link = try SensorLink(path, blueZ, loop) { [weak self] in self?.heard($0) }
            links[path] = link
            link.open()
        } catch {
            // No timer left in the kernel: the next change of the device tries again.
            return
        }
    }

    private func changed(_ path: String, _ interface: String, _ changes: BlueZObjects.Properties?) {
        if path.isEmpty {
            for link in links.values { link.forget() }
            links = [:]
            return linkAll()
        }
        if interface == BlueZObjects.device {
            if changes == nil {
                links.removeValue(forKey: path)?.forget()
                return
            }
            if let link = links[path] { link.deviceChanged(changes ?? [:]) } else { link(path) }
            return
        }
        guard let link = links.first(where: { path == $0.key || path.hasPrefix($0.key + "/") })
        else { return }
        link.value.changed(path, interface, changes ?? [:])
    }
}
