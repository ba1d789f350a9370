/// A control group with little memory, for the kernel's out-of-memory killer to work in.
package final class MemoryGroup {
    private static let tree = "/sys/fs/cgroup/memory"
    private let folder: String
    private let box: Sandbox

    /// Why there can be none here; nil if there can.
    package static var obstacle: String? {
        Files.isWritable(tree + "/cgroup.procs")
            ? nil : "needs to write to \(tree), the memory controller of control groups v1"
    }

    /// - Parameter limit: bytes that all its processes together may have.
    package init(in box: Sandbox, limit: Int) throws(Failure) {
        self.box = box
        folder = Self.tree + "/rund-" + box.folder.suffix(6)
        try Files.makeFolder(folder)
        try Files.overwrite("\(limit)", at: folder + "/memory.limit_in_bytes")
    }

    deinit {
        eventually(within: 5, every: 0.1) {
            Files.remove(folder)
            return !Files.exists(folder)
        }
    }

    /// Moves a process in, as the first to be killed.
    package func add(_ process: Int32) throws(Failure) {
        try Files.overwrite("1000", at: "/proc/\(process)/oom_score_adj")
        try Files.overwrite("\(process)", at: folder + "/cgroup.procs")
    }

    /// Fills the group until the kernel kills.
    package func exhaust() throws(Failure) {
        let script = "echo $$ > \(folder)/cgroup.procs; exec tail /dev/zero"
        try box.start(["sh", "-c", script]).wait(seconds: 60)
    }
}
