internal import POSIX
internal import RunCore
internal import Settings
internal import Uploads

/// The services whose requests are described in files that a person can mend.
enum Presets {
    /// The configuration of a preset, which stands in a section of the preset's name.
    /// - Parameters:
    ///   - word: a name, or a path.
    ///   - folders: where names are looked for, in this order.
    static func find(
        _ word: String, in folders: [String]
    ) throws(UploadError) -> (section: String, Configuration)? {
        let paths = word.hasPrefix("/") ? [word] : folders.map { "\($0)/\(word).conf" }
        guard let path = paths.first(where: isThere) else {
            throw UploadError(
                .settings, "no preset named \(word)",
                hint: "looked for \(paths.joined(separator: ", "))")
        }
        var preset = Configuration()
        do throws(SettingsError) {
            try SettingsFile.read(path, into: &preset)
        } catch {
            throw UploadError(.settings, error.description, hint: error.hint)
        }
        guard let section = preset.uploadNames.first, preset.uploadNames.count == 1 else {
            throw UploadError(.settings, "\(path): expected one section [upload.NAME]")
        }
        return (section, preset)
    }

    /// The user's own beside the configuration, those that came with the program, a source tree's.
    static func folders(configurationFile: String) -> [String] {
        var folders = [parent(configurationFile) + "/presets", "/usr/share/rund/presets"]
        var folder = SmallFile.link("/proc/self/exe").map(parent) ?? "/"
        while folder != "/" {
            folders.append("\(folder)/presets")
            folder = parent(folder)
        }
        return folders
    }

    private static func isThere(_ path: String) -> Bool {
        do {
            _ = try SmallFile.read(path, limit: 1)
            return true
        } catch {
            // Whatever the reason, the next folder is tried.
            return false
        }
    }

    private static func parent(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
