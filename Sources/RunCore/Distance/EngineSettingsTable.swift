/// A setting of the engine by name: for configuration, the log's `start` line, and help texts.
package struct EngineSetting: Sendable {
    /// Such as `gps.timeout`.
    package var name: String
    /// What it is, with its unit, in a few words.
    package var summary: String
    /// What a value must look like, as error messages say it.
    package var expected: String
    package var read: @Sendable (EngineSettings) -> String
    /// False if the text is not acceptable; the settings are then unchanged.
    package var write: @Sendable (inout EngineSettings, String) -> Bool

    /// All settings, in the order in which they are documented.
    package static let all: [EngineSetting] = [
        mode("gps.mode", "how fixes become distance", \.gpsMode),
        number(
            "gps.timeout", "seconds without a good fix before steps take over", 1...3600, \.timeout),
        number("gps.freshness", "seconds a fix may be old on arrival", 0.5...60, \.freshness),
        number(
            "gps.max-eph", "metres of reported error (95 %) still good enough", 1...1000, \.maxEph),
        number("gps.max-hdop", "dilution of precision still good enough", 0.5...99, \.maxHDOP),
        number("gps.min-satellites", "satellites used, at least", 0...50, \.minSatellites),
        number("gps.max-speed", "metres per second a person can move", 1...400, \.maxSpeed),
        number(
            "gps.agreeing-fixes", "agreeing fixes that move a wrong anchor", 2...10, \.agreeingFixes
        ),
        number(
            "gps.indoor-steps", "steps in place after which fixes are not believed, 0 never",
            0...10000, \.indoorSteps),
        number(
            "steps.silence", "seconds after which a step counter counts as silent", 5...86400,
            \.silence),
        number("steps.length", "metres a step, 0 to learn it", 0...3, \.stepLength),
        number("steps.height", "body height in metres, 0 if unknown", 0...2.6, \.height),
        flag("auto-pause.enabled", "pause while standing", \.autoPause),
        number(
            "auto-pause.delay", "seconds of standing before the pause", 2...600, \.autoPauseDelay),
        number("lap.distance", "metres of an automatic lap, 0 never", 0...1_000_000, \.lapDistance),
        number("lap.time", "active seconds of an automatic lap, 0 never", 0...864_000, \.lapTime),
    ]

    /// The setting of that name, if there is one.
    package static func named(_ name: String) -> EngineSetting? {
        all.first { $0.name == name }
    }

    private typealias Path<Value> = WritableKeyPath<EngineSettings, Value> & Sendable

    private static func number(
        _ name: String, _ summary: String, _ range: ClosedRange<Double>, _ path: any Path<Double>
    ) -> EngineSetting {
        EngineSetting(
            name: name, summary: summary,
            expected: "a number from \(plain(range.lowerBound)) to \(plain(range.upperBound))",
            read: { plain($0[keyPath: path]) },
            write: { settings, text in
                guard let value = Double(text), range.contains(value) else { return false }
                settings[keyPath: path] = value
                return true
            })
    }

    private static func flag(
        _ name: String, _ summary: String, _ path: any Path<Bool>
    ) -> EngineSetting {
        EngineSetting(
            name: name, summary: summary, expected: "yes or no",
            read: { $0[keyPath: path] ? "yes" : "no" },
            write: { settings, text in
                switch text {
                case "yes", "true", "on", "1": settings[keyPath: path] = true
                case "no", "false", "off", "0": settings[keyPath: path] = false
                default: return false
                }
                return true
            })
    }

    private static func mode(
        _ name: String, _ summary: String, _ path: any Path<EngineSettings.GPSMode>
    ) -> EngineSetting {
        EngineSetting(
            name: name, summary: summary, expected: "filtered or chord",
            read: { $0[keyPath: path].rawValue },
            write: { settings, text in
                guard let mode = EngineSettings.GPSMode(rawValue: text) else { return false }
                settings[keyPath: path] = mode
                return true
            })
    }

    /// Whole numbers without a fraction, others as short as they can be read back.
    private static func plain(_ value: Double) -> String {
        guard let whole = Int64(exactly: value) else { return "\(value)" }
        return "\(whole)"
    }
}

extension EngineSettings {
    /// Settings that differ from the defaults, by name: what the log's `start` line carries.
    package var changes: [(name: String, value: String)] {
        let defaults = EngineSettings()
        return EngineSetting.all.compactMap {
            let value = $0.read(self)
            return value == $0.read(defaults) ? nil : ($0.name, value)
        }
    }
}
