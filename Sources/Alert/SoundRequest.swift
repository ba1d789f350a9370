/// Which sounds are wanted, and from where.
package struct SoundRequest: Equatable, Sendable {
    package enum OnBadFile: String, Sendable {
        /// The start ends with a message.
        case refuse
        case builtin
    }

    /// `alert.file`; nil: `alert.aiff` of the first folder that has one.
    package var alert: String?
    package var onBadFile: OnBadFile
    /// Where the sounds that come with the program may lie, the first choice first.
    package var folders: [String]

    package init(alert: String?, onBadFile: OnBadFile, folders: [String]) {
        self.alert = alert
        self.onBadFile = onBadFile
        self.folders = folders
    }

    /// The installed folder, then a folder `sounds` beside or above the program, as a build tree has it.
    /// - Parameter executable: absolute path of the running program.
    package static func standardFolders(executable: String) -> [String] {
        var folders = ["/usr/share/rund/sounds"]
        var parts = executable.split(separator: "/").dropLast()
        while !parts.isEmpty {
            folders.append("/" + parts.joined(separator: "/") + "/sounds")
            parts = parts.dropLast()
        }
        return folders
    }
}
