/// The state of the recorder as it is told over the control socket (`Status` of the interface).
package struct ControlStatus: Equatable, Sendable {
    package var version: String
    /// `idle`, `recording` or `paused`.
    package var state: String
    package var run: ControlRun?
    package var alarm: ControlAlarm
    package var sensors: [ControlSensor]
    /// A sentence about the store: `ok`, or what is wrong with it.
    package var store: String
    /// Events that wait in memory for the disk.
    package var backlog: Int
    /// Sentences for a person, the gravest first.
    package var notices: [String]

    package init(
        version: String, state: String, run: ControlRun?, alarm: ControlAlarm,
        sensors: [ControlSensor], store: String, backlog: Int, notices: [String]
    ) {
        self.version = version
        self.state = state
        self.run = run
        self.alarm = alarm
        self.sensors = sensors
        self.store = store
        self.backlog = backlog
        self.notices = notices
    }

    package var json: JSONObject {
        [
            "version": .string(version), "state": .string(state),
            "run": run.map { .object($0.json) }, "alarm": .object(alarm.json),
            "sensors": .array(sensors.map { .object($0.json) }), "store": .string(store),
            "backlog": .integer(Int64(backlog)), "notices": .array(notices.map { .string($0) }),
        ]
    }

    /// - Returns: nil if a member that is always there is missing.
    package init?(json: JSONObject) {
        guard let version = json["version"]?.string, let state = json["state"]?.string,
            let alarm = json["alarm"]?.object.flatMap({ ControlAlarm(json: $0) })
        else { return nil }
        self.version = version
        self.state = state
        self.alarm = alarm
        run = json["run"]?.object.flatMap { ControlRun(json: $0) }
        sensors = (json["sensors"]?.array ?? []).compactMap {
            $0.object.flatMap { ControlSensor(json: $0) }
        }
        store = json["store"]?.string ?? "unknown"
        backlog = Int(json["backlog"]?.integer ?? 0)
        notices = (json["notices"]?.array ?? []).compactMap { $0.string }
    }
}

/// Whether somebody will hear it (`Alarm` of the interface).
package struct ControlAlarm: Equatable, Sendable {
    /// `off` (no run), `armed`, `muted`, `playing` or `failed`.
    package var state: String
    package var detail: String?
    /// RFC 3339.
    package var mutedUntil: String?
    /// What the person said when the alert was tried last; nil: never tried.
    package var trial: ControlTrial?

    package init(
        state: String, detail: String? = nil, mutedUntil: String? = nil, trial: ControlTrial? = nil
    ) {
        self.state = state
        self.detail = detail
        self.mutedUntil = mutedUntil
        self.trial = trial
    }

    package var json: JSONObject {
        [
            "state": .string(state), "detail": detail.map { .string($0) },
            "mutedUntil": mutedUntil.map { .string($0) },
            "trial": trial.map { .object($0.json) },
        ]
    }

    package init?(json: JSONObject) {
        guard let state = json["state"]?.string else { return nil }
        self.state = state
        detail = json["detail"]?.string
        mutedUntil = json["mutedUntil"]?.string
        trial = json["trial"]?.object.flatMap { ControlTrial(json: $0) }
    }
}

/// One sensor, in use or not (`Sensor` of the interface).
package struct ControlSensor: Equatable, Sendable {
    package var name: String
    /// `gps`, `steps`, `foot`, `heart`, `accel`, `pressure` or `power`.
    package var kind: String
    package var alive: Bool
    package var inUse: Bool
    /// Seconds since the last word.
    package var age: Double?
    /// Words a second.
    package var rate: Double?
    package var value: String?
    /// Where it was found, or why it is not used.
    package var detail: String?

    package init(
        name: String, kind: String, alive: Bool, inUse: Bool, age: Double? = nil,
        rate: Double? = nil, value: String? = nil, detail: String? = nil
    ) {
        self.name = name
        self.kind = kind
        self.alive = alive
        self.inUse = inUse
        self.age = age
        self.rate = rate
        self.value = value
        self.detail = detail
    }

    package var json: JSONObject {
        [
            "name": .string(name), "kind": .string(kind), "alive": .bool(alive),
            "inUse": .bool(inUse), "age": age.map { .number($0) },
            "rate": rate.map { .number($0) }, "value": value.map { .string($0) },
            "detail": detail.map { .string($0) },
        ]
    }

    package init?(json: JSONObject) {
        guard let name = json["name"]?.string, let kind = json["kind"]?.string else { return nil }
        self.name = name
        self.kind = kind
        alive = json["alive"]?.bool ?? false
        inUse = json["inUse"]?.bool ?? false
        age = json["age"]?.double
        rate = json["rate"]?.double
        value = json["value"]?.string
        detail = json["detail"]?.string
    }
}
