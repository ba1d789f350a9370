package import EventLoop
package import RunCore

/// The device's battery, as UPower knows it.
///
/// Says nothing where there is no UPower or no battery, which is the usual case on a board; when
/// UPower appears later, or comes back, it is asked again. Corresponds to D-Bus
/// `org.freedesktop.UPower`, display device.
package final class PowerSupply {
    private static let service = "org.freedesktop.UPower"
    private static let interface = "org.freedesktop.UPower.Device"
    private static let device = BusObject(
        service, "/org/freedesktop/UPower/devices/DisplayDevice")

    private let bus: BusConnection
    private let changed: (BatteryReading?) -> Void
    private var properties: [String: BusValue] = [:]
    private var last: BatteryReading?
    private var changes: BusMatch?
    private var owner: BusMatch?

    /// - Parameter changed: called from the loop with each new state; nil: no battery any more.
    package init(
        over bus: BusConnection, changed: @escaping (BatteryReading?) -> Void
    ) throws(BusError) {
        self.bus = bus
        self.changed = changed
        changes = try Self.device.watchProperties(of: Self.interface, over: bus) {
            [weak self] changes in
            self?.take(changes)
        }
        owner = try bus.watchOwner(of: Self.service) { [weak self] isThere in
            if isThere { self?.ask() } else { self?.lose() }
        }
        ask()
    }

    private func ask() {
        Self.device.properties(of: Self.interface, over: bus) { [weak self] result in
            // No UPower: no battery, until one comes.
            guard let properties = try? result.get() else { return }
            self?.take(properties)
        }
    }

    private func take(_ changes: [String: BusValue]) {
        properties.merge(changes) { $1 }
        tell(Self.reading(properties))
    }

    private func lose() {
        properties = [:]
        tell(nil)
    }

    private func tell(_ reading: BatteryReading?) {
        guard reading != last else { return }
        last = reading
        changed(reading)
    }

    /// The battery that UPower's properties describe; nil if they describe none.
    static func reading(_ properties: [String: BusValue]) -> BatteryReading? {
        guard properties["IsPresent"]?.bool == true,
            let percent = properties["Percentage"]?.number, percent >= 0, percent <= 100
        else { return nil }
        // Discharging, or about to: 2 and 6 of UPower's states.
        let isDischarging = [2, 6].contains(properties["State"]?.integer)
        return BatteryReading(
            percent: percent, isDischarging: isDischarging,
            wattHours: positive(properties["Energy"]), watts: positive(properties["EnergyRate"]),
            secondsLeft: positive(properties["TimeToEmpty"]))
    }

    /// UPower says 0 for what it does not know.
    private static func positive(_ value: BusValue?) -> Double? {
        value?.number.flatMap { $0 > 0 ? $0 : nil }
    }
}
