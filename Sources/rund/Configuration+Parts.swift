internal import RunCore
internal import Sensors
internal import SentinelProtocol

/// gpsd's place, as the configuration says it.
struct GPSDPlace {
    let server: GPSDServer

    init?(_ configuration: Configuration) {
        guard let server = GPSDServer(configuration.text("gpsd.server") ?? "") else { return nil }
        self.server = server
    }
}

extension Configuration {
    /// What the sentinel has to know.
    func alarmSettings(directory: String) -> AlarmSettings {
        var settings = AlarmSettings(directory: directory)
        settings.device = text("alert.device")
        settings.leadIn = number("alert.lead-in").map { Int64($0 * 1000) }
        settings.repetition = text("alert.repeat") == "once" ? .once : .escalate
        settings.minVolume = number("alert.min-volume").map { Int($0) }
        settings.command = text("alert.command")
        settings.lease = Int64((number("alert.hang") ?? 15) * 1000)
        settings.holdDevice = flag("alert.hold-device")
        return settings
    }
}
