import RunCore
import Settings
import TestSupport
import Testing

@Suite struct SettingsFileTests {
    private func read(_ text: String) throws -> Result<Configuration, SettingsError> {
        let box = try Sandbox()
        let path = box.path("rund.conf")
        try Files.write(text, to: path)
        var configuration = Configuration()
        do throws(SettingsError) {
            try SettingsFile.read(path, into: &configuration)
            return .success(configuration)
        } catch {
            var error = error
            error.file = "F"
            return .failure(error)
        }
    }

    private func message(_ text: String) throws -> String? {
        switch try read(text) {
        case .success: nil
        case .failure(let error): "\(error)"
        }
    }

    @Test("sections, comments, quotes and a key before any section are read")
    func good() throws {
        let text = """
            # mine
            resume = ask
            [alert]
            file = "/home/a b/x.aiff" ; not the other one
            repeat=once
            [gpsd]
            server = [::1]:2947
            """
        let configuration = try read(text).get()
        #expect(configuration.text("alert.file") == "/home/a b/x.aiff")
        #expect(configuration.text("alert.repeat") == "once")
        #expect(configuration.text("gpsd.server") == "[::1]:2947")
        #expect(configuration.resume == .ask)
    }

    @Test("every fault is told with its line and what was expected")
    func faults() throws {
        #expect(
            try message("[alert]\n\nfil = /x\n") == "F:3: unknown key alert.fil")
        #expect(
            try message("[alert]\nrepeat = often\n")
                == "F:2: alert.repeat: expected escalate or once, found “often”")
        #expect(
            try message("[alert]\nfile = /a\nfile = /b\n")
                == "F:3: alert.file is given twice, first in line 2")
        #expect(try message("[alert\nfile = /a\n") == "F:1: expected [section] or name = value")
        #expect(try message("just words\n") == "F:1: expected [section] or name = value")
        #expect(try message("[alert]\nfile = /a\0b\n") == "F:2: a NUL byte: this is no text file")
        let long = String(repeating: "x", count: 5000)
        #expect(
            try message("[alert]\nfile = /\(long)\n")?.hasPrefix("F:2: the line is longer") == true)
    }

    @Test("a fault leaves the configuration as it was")
    func unchanged() throws {
        let box = try Sandbox()
        try Files.write("[alert]\nrepeat = once\nfoo = 1\n", to: box.path("c"))
        var configuration = Configuration()
        #expect(throws: SettingsError.self) {
            try SettingsFile.read(box.path("c"), into: &configuration)
        }
        #expect(configuration == Configuration())
    }

    @Test("a file that is not there, or is a folder, is told with the system's reason")
    func unreadable() throws {
        let box = try Sandbox()
        for path in [box.path("absent"), box.folder] {
            var configuration = Configuration()
            let error = thrown(SettingsError.self) {
                try SettingsFile.read(path, into: &configuration)
            }
            #expect(error?.reason.hasPrefix("cannot be read: ") == true)
            #expect(error?.line == nil)
        }
    }

    @Test("the sample file can be read as it is, and with every line switched on")
    func sample() throws {
        let sample = ConfigurationKey.sampleFile
        #expect(try read(sample).get() == Configuration())
        let on = sample.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.hasPrefix("#") && !line.hasPrefix("# ") ? String(line.dropFirst()) : String(line)
        }
        let configuration = try read(on.joined(separator: "\n")).get()
        for key in ConfigurationKey.all {
            let standard = key.standard.isEmpty ? nil : key.standard
            #expect(configuration.text(key.name) == standard, "\(key.name)")
        }
    }

    @Test("files beside the main one are read after it, in the order of their names")
    func folder() throws {
        let box = try Sandbox()
        let main = box.path("rund.conf")
        try Files.write("[alert]\nrepeat = once\nhang = 30\n", to: main)
        try Files.makeFolder(main + ".d")
        try Files.write("[alert]\nhang = 60\n", to: main + ".d/20-b.conf")
        try Files.write("[alert]\nhang = 40\n", to: main + ".d/10-a.conf")
        try Files.write("nonsense", to: main + ".d/notes.txt")
        var options = Locations.Options()
        options.configurationFile = main
        let locations = Locations(options, isRoot: false) { _ in nil }
        let configuration = try locations.configuration()
        #expect(configuration.number("alert.hang") == 60)
        #expect(configuration.text("alert.repeat") == "once")
    }
}

@Suite struct LocationsTests {
    private func locations(
        _ environment: [String: String], isRoot: Bool = false,
        _ options: Locations.Options = Locations.Options()
    ) -> Locations {
        Locations(options, isRoot: isRoot) { environment[$0] }
    }

    @Test("root records for the system")
    func root() {
        let places = locations([:], isRoot: true)
        #expect(places.controlSocket == "/run/rund/control")
        #expect(places.stateDirectory == "/var/lib/rund")
        #expect(places.configurationFile == "/etc/rund/rund.conf")
    }

    @Test("a user records at home")
    func user() {
        let places = locations(["HOME": "/home/u", "XDG_RUNTIME_DIR": "/run/user/7"])
        #expect(places.controlSocket == "/run/user/7/rund/control")
        #expect(places.database == "/home/u/.local/state/rund/runs.db")
        #expect(places.configurationFile == "/home/u/.config/rund/rund.conf")
    }

    @Test("a service records where its unit says, the first folder of a list")
    func service() {
        let places = locations([
            "HOME": "/var/lib/rund", "RUNTIME_DIRECTORY": "/run/rund:/run/other",
            "STATE_DIRECTORY": "/var/lib/rund",
        ])
        #expect(places.runtimeDirectory == "/run/rund")
        #expect(places.stateDirectory == "/var/lib/rund")
        #expect(places.configurationFile == "/etc/rund/rund.conf")
    }

    @Test("the command line wins over everything, and its file has to be there")
    func options() {
        let options = Locations.Options(
            runtimeDirectory: "/r", stateDirectory: "/s", configurationFile: "/absent/c")
        let places = locations(["RUNTIME_DIRECTORY": "/run/rund"], isRoot: true, options)
        #expect(places.runtimeDirectory == "/r")
        #expect(places.stateDirectory == "/s")
        #expect(throws: SettingsError.self) { try places.configuration() }
    }
}
