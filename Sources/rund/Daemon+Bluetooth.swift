internal import EventLoop
internal import RunCore
internal import Services

/// Foot pods and heart straps, as BlueZ brings them.
struct BluetoothState {
    var sensors: BluetoothSensors?
    /// What each one last said, by address.
    var heard: [String: Word] = [:]

    struct Word {
        var at: Instant
        var value: String
    }
}

extension Daemon {
    func connectBluetooth(over bus: BusConnection, on loop: EventLoop) throws(BusError) {
        bluetooth.sensors = try BluetoothSensors(over: bus, on: loop) { [unowned self] event in
            heard(event)
            settle()
        }
        if run != nil { bluetooth.sensors?.start() }
    }

    private func heard(_ event: BluetoothSensors.Event) {
        switch event {
        case .connected(let sensor): Log.info("\(sensor.name) is connected")
        case .lost(let sensor): Log.info("\(sensor.name) is out of reach; it is waited for")
        case .battery(let sensor, let percent):
            if percent <= 10 { Log.warning("\(sensor.name): battery \(percent) %") }
        case .foot(let sensor, let reading):
            let value = reading.cadence.map { "\(Int($0.rounded())) steps a minute" }
            note(sensor, value ?? "moving")
            if run?.isPaused == false { record(.foot(reading)) }
        case .heart(let sensor, let measurement):
            note(sensor, "\(measurement.bpm) beats a minute")
            guard run?.isPaused == false, let reading = measurement.reading else { return }
            record(.heart(reading))
        }
    }

    private func note(_ sensor: KnownSensor, _ value: String) {
        bluetooth.heard[sensor.address] = BluetoothState.Word(at: now, value: value)
    }

    var bluetoothSensors: [ControlSensor] {
        let now = now
        return (bluetooth.sensors?.sensors ?? []).filter(\.isPaired).map { sensor in
            let word = bluetooth.heard[sensor.address]
            let age = word.map { (now - $0.at).seconds }
            let battery = sensor.battery.map { ", battery \($0) %" } ?? ""
            return ControlSensor(
                name: sensor.name, kind: sensor.kinds.contains(.foot) ? "foot" : "heart",
                alive: sensor.isConnected, inUse: run != nil && sensor.isConnected, age: age,
                value: word?.value, detail: sensor.address + battery)
        }
    }
}
