private import Glibc
package import RunCore

/// Where a recorder keeps its things: what the command line says, else what systemd or the user's
/// environment says, else the places of a system service (root) or of a user.
package struct Locations: Equatable, Sendable {
    /// Sockets; gone after a reboot.
    package var runtimeDirectory: String
    /// The database; kept.
    package var stateDirectory: String
    /// The configuration file, and whether somebody asked for exactly this one.
    package var configurationFile: String
    package var configurationIsRequired: Bool

    package var controlSocket: String { "\(runtimeDirectory)/control" }
    package var database: String { "\(stateDirectory)/runs.db" }

    /// What the command line may say.
    package struct Options: Equatable, Sendable {
        package var runtimeDirectory: String?
        package var stateDirectory: String?
        package var configurationFile: String?

        package init(
            runtimeDirectory: String? = nil, stateDirectory: String? = nil,
            configurationFile: String? = nil
        ) {
            self.runtimeDirectory = runtimeDirectory
            self.stateDirectory = stateDirectory
            self.configurationFile = configurationFile
        }
    }

    /// - Parameters:
    ///   - environment: the value of a variable, nil or empty if it is not set.
    ///   - isRoot: whether this is the superuser, who runs the system's recorder.
    package init(
        _ options: Options, isRoot: Bool, environment: (String) -> String?
    ) {
        func value(_ name: String) -> String? {
            environment(name).flatMap { $0.isEmpty ? nil : $0 }
        }
        let home = value("HOME") ?? "/"
        // systemd gives a list when a unit has several; the first is ours.
        func first(_ name: String) -> String? {
            value(name)?.split(separator: ":").first.map { String($0) }
        }
        let isService = first("RUNTIME_DIRECTORY") != nil || first("STATE_DIRECTORY") != nil
        runtimeDirectory =
            options.runtimeDirectory ?? first("RUNTIME_DIRECTORY")
            ?? (isRoot ? "/run/rund" : (value("XDG_RUNTIME_DIR") ?? "/tmp") + "/rund")
        stateDirectory =
            options.stateDirectory ?? first("STATE_DIRECTORY")
            ?? (isRoot
                ? "/var/lib/rund" : (value("XDG_STATE_HOME") ?? home + "/.local/state") + "/rund")
        let isUserService = isService && !stateDirectory.hasPrefix("/var/lib/")
        let isSystem = isRoot || (isService && !isUserService)
        configurationFile =
            options.configurationFile
            ?? (isSystem
                ? "/etc/rund/rund.conf"
                : (value("XDG_CONFIG_HOME") ?? home + "/.config") + "/rund/rund.conf")
        configurationIsRequired = options.configurationFile != nil
    }

    /// The places of this process.
    package static func current(_ options: Options = Options()) -> Locations {
        Locations(options, isRoot: geteuid() == 0) { name in
            getenv(name).map { String(cString: $0) }
        }
    }

    /// Reads the configuration file, then `NAME.d/*.conf` beside it in the order of their names.
    /// - Throws: `SettingsError`; a file that is not there is one only if it was asked for.
    package func configuration() throws(SettingsError) -> Configuration {
        var configuration = Configuration()
        for file in configurationFiles {
            try SettingsFile.read(file, into: &configuration)
        }
        return configuration
    }

    /// The files that are read, in this order: of a key that stands in two, the later one counts.
    package var configurationFiles: [String] {
        let isThere = configurationIsRequired || access(configurationFile, F_OK) == 0
        return (isThere ? [configurationFile] : []) + Self.files(in: configurationFile + ".d")
    }

    private static func files(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasSuffix(".conf"), !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted().map { "\(folder)/\($0)" }
    }
}
