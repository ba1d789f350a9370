internal import RunCore

/// The sensors as `runctl sensors` shows them.
extension Daemon {
    /// A sensor that has said nothing for so long is not alive.
    private static let life = 5.0

    func sensors() -> [ControlSensor] {
        if let log { return [log.sensor] }
        return [gpsSensor, stepsSensor] + motionSensors + bluetoothSensors + powerSensors
    }

    private var gpsSensor: ControlSensor {
        let now = now
        let age = gpsState.last.map { (now - $0.arrival).seconds }
        let fix = gpsState.last?.fix
        let isAlive = age.map { $0 <= Self.life } ?? false
        var value: String?
        if let fix {
            let quality = [
                fix.eph.map { "±\(Self.tenths($0)) m\(Self.origin(fix.ephSource))" },
                fix.hdop.map { "HDOP \(Self.tenths($0))" },
                fix.satellites.map { "\($0) satellites" },
            ]
            value =
                (["mode \(fix.mode)"] + quality.compactMap { $0 }).joined(separator: ", ")
        }
        return ControlSensor(
            name: fix?.device ?? "gpsd", kind: "gps", alive: isAlive,
            inUse: isAlive && (fix?.mode ?? 0) >= 2 && run?.label.indoor != true, age: age,
            rate: isAlive ? gpsState.rate.perSecond : nil, value: value, detail: gpsDetail)
    }

    private var gpsDetail: String {
        let place = "gpsd at \(parts.server)"
        if let trouble = gpsState.trouble { return "\(place): \(trouble)" }
        if gpsState.receivers == 0 { return "\(place) has no receiver" }
        if run?.label.indoor == true { return "\(place): not used indoors" }
        return place
    }

    private var stepsSensor: ControlSensor {
        let now = now
        let isUsed = run?.isPaused == false && steps.counter != nil
        return ControlSensor(
            name: steps.counter?.name ?? "steps", kind: "steps",
            alive: steps.counter != nil && steps.trouble == nil, inUse: isUsed,
            age: steps.last.map { (now - $0.at).seconds },
            value: steps.last.map { "\($0.count) steps" },
            detail: steps.trouble ?? steps.counter?.folder
                ?? (run == nil ? "looked for when a run starts" : nil))
    }

    private static func origin(_ source: Fix.ErrorSource?) -> String {
        source == .synthesised ? " by gpsd" : ""
    }

    private static func tenths(_ value: Double) -> String {
        let tenths = Int64(clamping: Int64((min(value, 1e12) * 10).rounded()))
        return "\(tenths / 10).\(abs(tenths) % 10)"
    }
}
