/// The control group of this process, by which a service manager ends what belongs together.
package enum ControlGroup {
    /// Its path below the service manager's tree; empty where the kernel does not say. Corresponds to `/proc/self/cgroup`.
    package static var own: String {
        // Without /proc there is nothing to compare, which an empty path says.
        parse((try? SmallFile.readText("/proc/self/cgroup")) ?? "")
    }

    /// Lines are `number:controllers:path`; systemd's own tree comes before the unified one, which may be unused.
    package static func parse(_ text: String) -> String {
        let lines = text.split(separator: "\n").map {
            $0.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        }.filter { $0.count == 3 }
        let line = lines.first { $0[1] == "name=systemd" } ?? lines.first { $0[0] == "0" }
        return line.map { String($0[2]) } ?? ""
    }
}
