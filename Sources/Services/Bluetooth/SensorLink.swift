import EventLoop
import POSIX
import RunCore

/// The way to one Bluetooth sensor: connects, subscribes, decodes, and connects again.
final class SensorLink {
    /// Seconds before the first new attempt, and at most between two.
    private static let soonest = 1.0
    private static let latest = 60.0
    /// BlueZ itself gives up on an absent sensor after about 25 s.
    private static let patience = 45.0

    private enum State {
        case idle
        case connecting
        /// Connected; whether the sensor's services were resolved and subscribed to.
        case connected(isListening: Bool)
        case closed
    }

    private let path: String
    private let blueZ: BlueZObjects
    private let heard: (BluetoothSensors.Event) -> Void
    private var state = State.idle
    private var pause = SensorLink.soonest
    private var retry: Timer?
    private var cadence = PodCadence()
    private var kinds: [String: SensorKind] = [:]
    private var subscribed: Set<String> = []
    private var wasConnectedBefore = false
    /// How the sensor was last known, for when it is gone.
    private var sensor: KnownSensor?

    init(
        _ path: String, _ blueZ: BlueZObjects, _ loop: EventLoop,
        heard: @escaping (BluetoothSensors.Event) -> Void
    ) throws(Errno) {
        self.path = path
        self.blueZ = blueZ
        self.heard = heard
        sensor = blueZ.sensor(at: path)
        // Nobody waits for a second: let it fall together with other wake-ups.
        retry = try Timer(loop, on: .boot, accuracy: 1_000_000) { [weak self] in
            self?.connect()
        }
    }

    func open() {
        if isConnectedNow {
            wasConnectedBefore = true
            becomeConnected()
        } else {
            connect()
        }
    }

    /// Stops the notifications and lets the sensor go, if it was us who connected.
    func close() {
        let wasOurs = !wasConnectedBefore
        for characteristic in subscribed {
            blueZ.call(characteristic, BlueZObjects.characteristic, "StopNotify")
        }
        switch state {
        case .connecting, .connected:
            if wasOurs { blueZ.call(path, BlueZObjects.device, "Disconnect") }
        case .idle, .closed: break
        }
        end()
    }

    /// The sensor, or BlueZ, is gone.
    func forget() {
        if case .connected = state, let sensor { heard(.lost(sensor)) }
        end()
    }

    private func end() {
        state = .closed
        retry?.clear()
        subscribed = []
    }

    func deviceChanged(_ changes: BlueZObjects.Properties) {
        sensor = blueZ.sensor(at: path) ?? sensor
        if let isConnected = changes["Connected"]?.bool {
            if isConnected { becomeConnected() } else { becomeLost() }
        }
        if changes["ServicesResolved"]?.bool == true { listen() }
        // It was just seen: try now, not in a minute.
        if changes["RSSI"] != nil, case .idle = state {
            pause = Self.soonest
            connect()
        }
    }

    func changed(_ path: String, _ interface: String, _ changes: BlueZObjects.Properties) {
        guard case .connected = state else { return }
        if interface == BlueZObjects.battery, let sensor, let percent = blueZ.battery(at: self.path)
        {
            heard(.battery(sensor, percent))
        }
        guard interface == BlueZObjects.characteristic else { return }
        if let value = changes["Value"]?.bytes, subscribed.contains(path) {
            take(value, of: kinds[path])
        } else if changes["UUID"] != nil {
            listen()
        }
    }

    private var isConnectedNow: Bool {
        blueZ.property(path, BlueZObjects.device, "Connected")?.bool == true
    }

    private func connect() {
        guard case .idle = state else { return }
        state = .connecting
        blueZ.call(path, BlueZObjects.device, "Connect", within: Self.patience) {
            [weak self] result in
            self?.connectAnswered(result)
        }
    }

    private func connectAnswered(_ result: Result<[BusValue], BusError>) {
        guard case .connecting = state else { return }
        switch result {
        case .success: becomeConnected()
        case .failure(let error) where error.name == "org.bluez.Error.AlreadyConnected":
            becomeConnected()
        case .failure: waitAndRetry()
        }
    }

    private func waitAndRetry() {
        state = .idle
        let now = Clock.bootMicroseconds()
        retry?.set(at: now + Int64(pause * 1e6))
        pause = min(Self.latest, pause * 2)
    }

    private func becomeConnected() {
        switch state {
        case .connected, .closed: return
        case .idle, .connecting: break
        }
        state = .connected(isListening: false)
        retry?.clear()
        listen()
    }

    private func becomeLost() {
        guard case .connected = state else { return }
        subscribed = []
        kinds = [:]
        wasConnectedBefore = false
        if let sensor { heard(.lost(sensor)) }
        waitAndRetry()
    }

    /// Subscribes to the measurements once BlueZ knows the sensor's services.
    private func listen() {
        guard case .connected(let isListening) = state,
            blueZ.property(path, BlueZObjects.device, "ServicesResolved")?.bool == true
        else { return }
        for kind in SensorKind.allCases {
            let found = blueZ.characteristics(of: path, uuid: kind.measurement)
            for characteristic in found where !subscribed.contains(characteristic) {
                subscribe(characteristic, kind)
            }
        }
        guard !isListening, !subscribed.isEmpty, let sensor = blueZ.sensor(at: path) else { return }
        self.sensor = sensor
        state = .connected(isListening: true)
        heard(.connected(sensor))
        if let percent = sensor.battery { heard(.battery(sensor, percent)) }
    }

    private func subscribe(_ characteristic: String, _ kind: SensorKind) {
        subscribed.insert(characteristic)
        kinds[characteristic] = kind
        blueZ.call(characteristic, BlueZObjects.characteristic, "StartNotify") {
            [weak self] result in
            guard let self, case .connected = state else { return }
            switch result {
            case .success: pause = Self.soonest
            case .failure:
                // Without notifications the connection is worth nothing: begin anew.
                subscribed.remove(characteristic)
                blueZ.call(path, BlueZObjects.device, "Disconnect")
            }
        }
    }

    private func take(_ value: [UInt8], of kind: SensorKind?) {
        guard let sensor, let kind else { return }
        switch kind {
        case .foot:
            guard let measurement = RunningMeasurement(value) else { return }
            let reading = FootReading(
                speed: measurement.speed, cadence: cadence.steps(measurement),
                distance: measurement.distance)
            heard(.foot(sensor, reading))
        case .heart:
            guard let measurement = HeartRateMeasurement(value) else { return }
            heard(.heart(sensor, measurement))
        }
    }
}
