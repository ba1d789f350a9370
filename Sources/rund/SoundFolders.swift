private import Glibc
private import POSIX

/// Where the sounds that came with rund are.
enum SoundFolders {
    private static let installed = "/usr/share/rund/sounds"

    /// The installed folder, else `sounds` in a folder above the program, as in a build tree.
    static var all: [String] {
        if access("\(installed)/alert.aiff", R_OK) == 0 { return [installed] }
        var folder = Executable.folder ?? "/"
        while folder.count > 1 {
            if access("\(folder)/sounds/alert.aiff", R_OK) == 0 { return ["\(folder)/sounds"] }
            guard let slash = folder.lastIndex(of: "/") else { break }
            folder = String(folder[..<slash])
        }
        return [installed]
    }
}
