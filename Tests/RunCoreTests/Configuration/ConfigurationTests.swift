import RunCore
import Testing

@Suite struct ConfigurationTests {
    private func refusal(_ name: String, _ text: String) -> Configuration.Refusal? {
        var configuration = Configuration()
        do {
            try configuration.set(name, to: text)
            return nil
        } catch {
            return error
        }
    }

    @Test("every key that has a default accepts its own default, and no two have one name")
    func defaults() {
        for key in ConfigurationKey.all where !key.standard.isEmpty {
            #expect(refusal(key.name, key.standard) == nil, "\(key.name) = \(key.standard)")
        }
        let names = ConfigurationKey.all.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(ConfigurationKey.bySection.count == ConfigurationKey.all.count)
    }

    @Test("the names that others rely on are there")
    func fixedNames() {
        let fixed = [
            "alert.file", "alert.device", "alert.repeat", "alert.lead-in", "alert.on-bad-file",
            "alert.min-volume", "alert.command", "gpsd.server", "steps.sysfs-root",
            "store.sync-seconds", "resume", "gps.timeout", "alert.hang", "alert.hold-device",
        ]
        for name in fixed { #expect(ConfigurationKey.named(name) != nil, "\(name)") }
    }

    @Test(
        "a slip of the pen gets the right name as a hint",
        arguments: [
            ("alert.fil", "alert.file"), ("alarm.file", "alert.file"), ("file", "alert.file"),
            ("gpsd.sever", "gpsd.server"), ("store.sync_seconds", "store.sync-seconds"),
            ("resumee", "resume"),
        ])
    func suggestion(slip: String, meant: String) {
        #expect(refusal(slip, "x")?.hint == "did you mean \(meant)?")
        #expect(refusal(slip, "x")?.reason == "unknown key \(slip)")
    }

    @Test("a name that resembles nothing gets no hint")
    func noSuggestion() {
        #expect(refusal("completely.different-thing", "x") != nil)
        #expect(refusal("completely.different-thing", "x")?.hint == nil)
    }

    @Test("a refusal says what was expected and what was found")
    func expectations() {
        #expect(
            refusal("alert.repeat", "often")?.reason
                == "alert.repeat: expected escalate or once, found “often”")
        #expect(
            refusal("store.sync-seconds", "0")?.reason
                == "store.sync-seconds: expected a number from 1 to 300 s, found “0”")
        #expect(
            refusal("steps.sysfs-root", "sys")?.reason
                == "steps.sysfs-root: expected a path that begins with /, found “sys”")
        #expect(refusal("alert.hold-device", "perhaps")?.reason.contains("yes or no") == true)
        #expect(refusal("store.sync-seconds", "nan") != nil)
        #expect(refusal("gps.timeout", "soon")?.reason.contains("expected") == true)
        #expect(refusal("gpsd.server", "")?.reason.contains("found nothing") == true)
    }

    @Test("values come back in their kind; what is not set has its default or nothing")
    func values() throws {
        var configuration = Configuration()
        #expect(configuration.number("store.sync-seconds") == 5)
        #expect(configuration.text("alert.file") == nil)
        #expect(configuration.resume == .auto)
        try configuration.set("store.sync-seconds", to: "2.5 s")
        try configuration.set("alert.hold-device", to: "on")
        try configuration.set("resume", to: "never")
        try configuration.set("alert.device", to: "")
        #expect(configuration.number("store.sync-seconds") == 2.5)
        #expect(configuration.flag("alert.hold-device"))
        #expect(configuration.resume == .never)
        #expect(configuration.text("alert.device") == nil)
    }

    @Test("the engine's limits reach the engine")
    func engine() throws {
        var configuration = Configuration()
        #expect(configuration.engineSettings == EngineSettings())
        try configuration.set("gps.timeout", to: "33")
        try configuration.set("steps.height", to: "1.8")
        #expect(configuration.engineSettings.timeout == 33)
        #expect(configuration.engineSettings.height == 1.8)
    }

    @Test("the sample file names every key once, in its section, commented out")
    func sample() {
        let lines = ConfigurationKey.sampleFile.split(separator: "\n")
        var section = ""
        var found: [String] = []
        for line in lines {
            if line.hasPrefix("[") { section = String(line.dropFirst().dropLast()) }
            let isSetting = line.hasPrefix("#") && !line.hasPrefix("# ") && line.contains(" =")
            guard isSetting, let name = line.dropFirst().split(separator: " ").first else {
                #expect(line.hasPrefix("#") || line.hasPrefix("["), "\(line)")
                continue
            }
            found.append(section.isEmpty ? String(name) : "\(section).\(name)")
        }
        #expect(found.sorted() == ConfigurationKey.all.map(\.name).sorted())
    }
}
