private import Glibc

/// Files under a folder, in the order of their names.
enum FileTree {
    /// `path` itself if it is no folder. Hidden files, links and the depths beyond 16 are left out.
    static func files(under path: String, depth: Int = 0) -> [String] {
        guard let directory = opendir(path) else { return [path] }
        defer { closedir(directory) }
        var names: [(name: String, isFolder: Bool)] = []
        while let entry = readdir(directory) {
            let kind = entry.pointee.d_type
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasPrefix(".") || kind == UInt8(DT_LNK) { continue }
            names.append((name, kind == UInt8(DT_DIR)))
        }
        return names.sorted { $0.name < $1.name }.flatMap { entry -> [String] in
            let inner = path.hasSuffix("/") ? path + entry.name : "\(path)/\(entry.name)"
            if !entry.isFolder { return [inner] }
            return depth < 16 ? files(under: inner, depth: depth + 1) : []
        }
    }
}
