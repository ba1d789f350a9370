internal import EventLoop
internal import RunCore
internal import Sensors
internal import Services

/// What the recorder knows of the machine it runs on, and asks of it.
struct SystemState {
    var bus: BusConnection?
    var locks: SystemLocks?
    var supply: PowerSupply?
    var battery = BatteryOutlook()
    /// When a lost bus is looked for again.
    var retry: Instant?

    var voltage: SupplyVoltage?
    var voltageLooked: Instant?
}

/// The system bus: locks against sleep and shutdown, and the battery. Without it nothing is missing
/// but these.
extension Daemon {
    private static let busInterval = Elapsed(microseconds: 30_000_000)
    private static let voltageInterval = Elapsed(microseconds: 30_000_000)

    func connectSystem() {
        guard let loop else { return }
        system.retry = nil
        do {
            let bus = try BusConnection(.system, on: loop) { [unowned self] in loseSystem() }
            system.bus = bus
            system.locks = try SystemLocks(over: bus) { [unowned self] notice in
                heard(notice)
                settle()
            }
            system.supply = try PowerSupply(over: bus) { [unowned self] reading in
                heard(reading)
                settle()
            }
            try connectBluetooth(over: bus, on: loop)
            if run != nil { holdSystem() }
        } catch {
            // The usual state of a board without a desktop; status shows it where it matters.
            Log.info("no system bus: \(error)")
            forgetSystem()
        }
    }

    /// Tells the system to stay awake, and to wait for the alarm before it goes down; and calls the
    /// person's sensors.
    func holdSystem() {
        system.locks?.hold(reason: "recording a run")
        bluetooth.sensors?.start()
    }

    func releaseSystem() {
        system.locks?.release()
        bluetooth.sensors?.stop()
    }

    private func loseSystem() {
        // Its clients go when this handler is over: they are at work in it.
        system.battery.lose()
        system.retry = now + Self.busInterval
        settle()
    }

    func reconnectSystem(_ now: Instant) {
        guard let retry = system.retry, retry <= now else { return }
        forgetSystem()
        connectSystem()
    }

    private func forgetSystem() {
        bluetooth.sensors = nil
        system.locks = nil
        system.supply = nil
        system.bus = nil
    }

    private func heard(_ notice: SystemLocks.Notice) {
        switch notice {
        case .shutdown, .sleep:
            // What follows may be the end: be on disk, and then out of the way. A shutdown sends
            // SIGTERM, and the alert then sounds.
            noteStore(store.commit(now: now))
            system.locks?.letGo()
        case .awake: Log.info("awake again")
        }
    }

    private func heard(_ reading: BatteryReading?) {
        guard let reading else {
            system.battery.lose()
            return
        }
        _ = system.battery.add(reading, at: now)
    }

    /// A Raspberry Pi with too thin a cable loses runs; it knows, and nobody asks it.
    func checkVoltage(_ now: Instant) {
        guard run != nil, let voltage = system.voltage else { return }
        if let last = system.voltageLooked, now - last < Self.voltageInterval { return }
        system.voltageLooked = now
        do {
            let isLow = try voltage.isTooLow()
            if isLow, notices[.power] == nil { Log.warning("the supply voltage is too low") }
            notices[.power] =
                isLow ? "the supply voltage is too low: the machine may stop at any moment" : nil
        } catch {
            system.voltage = nil
        }
    }

    var powerSensors: [ControlSensor] {
        guard let text = system.battery.text else { return [] }
        return [
            ControlSensor(name: "battery", kind: "power", alive: true, inUse: true, value: text)
        ]
    }
}
