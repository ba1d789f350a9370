/// The engine's settings as the `limits` object of a `start` line: `{"gps.timeout":"20",…}`.
enum LogLimits {
    /// Only what differs from the defaults; an empty object says that all were the defaults.
    static func text(_ settings: EngineSettings) -> String {
        let members = settings.changes.map {
            "\(JSONText.quoted($0.name)):\(JSONText.quoted($0.value))"
        }
        return "{" + members.joined(separator: ",") + "}"
    }

    /// Unknown names and unacceptable values are passed over: an older log must stay readable.
    static func settings(_ line: UnsafeRawBufferPointer, _ range: Range<Int>) -> EngineSettings {
        var settings = EngineSettings()
        let object = UnsafeRawBufferPointer(rebasing: line[range])
        var scanner = FlatScanner(object)
        do throws(LogError) {
            try scanner.open()
            while let name = try scanner.nextName() {
                let value = try scanner.value()
                let setting = EngineSetting.named(String(decoding: object[name], as: UTF8.self))
                guard let setting else { continue }
                switch value {
                case .string(let text, _):
                    _ = setting.write(&settings, String(decoding: object[text], as: UTF8.self))
                case .number(let number): _ = setting.write(&settings, "\(number.double)")
                case .bool(let flag): _ = setting.write(&settings, flag ? "yes" : "no")
                case .null, .nested: continue
                }
            }
        } catch {
            // The line itself was read; what could be understood of the limits is kept.
            return settings
        }
        return settings
    }
}
