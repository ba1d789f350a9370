private import Glibc

/// Where rund's socket and database are, as rund itself decides it.
struct Places {
    private let environment: Environment
    private let isRoot: Bool

    init(_ environment: Environment, isRoot: Bool = geteuid() == 0) {
        self.environment = environment
        self.isRoot = isRoot
    }

    /// The control sockets to try, in this order: `RUND_SOCKET` alone if it is set; else the user's
    /// own service, then the system's.
    var controlSockets: [String] {
        if let path = environment["RUND_SOCKET"] { return [path] }
        let system = "/run/rund/control"
        guard !isRoot, let runtime = environment["XDG_RUNTIME_DIR"] else { return [system] }
        return ["\(runtime)/rund/control", system]
    }

    /// The folders of those sockets, in the same order.
    var runtimeFolders: [String] { controlSockets.map { Places.parent($0) } }

    /// The folders that may hold the database, in this order. The first that exists is the one:
    /// `--state-dir`, what rund says beside its socket, the user's own, the system's.
    func stateFolders(option: String?) -> [String] {
        if let option { return [option] }
        if let folder = environment["STATE_DIRECTORY"] { return [folder] }
        var folders = runtimeFolders.map { $0 + "/state" }
        if !isRoot {
            if let state = environment["XDG_STATE_HOME"] {
                folders.append("\(state)/rund")
            } else if let home = environment["HOME"] {
                folders.append("\(home)/.local/state/rund")
            }
        }
        return folders + ["/var/lib/rund"]
    }

    static func parent(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
