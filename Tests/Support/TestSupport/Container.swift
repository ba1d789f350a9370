private import Glibc

/// systemd as PID 1 in a container whose root is an overlay of this machine's.
///
/// Nothing that happens inside changes the machine: the upper layer is a tmpfs of the sandbox.
package final class Container {
    /// The container's root as this machine sees it.
    package let root: String
    private let sandbox: Sandbox
    private let base: String
    private var machine: Child?
    private var leader: Int32 = 0

    /// Why this machine cannot boot one; nil if it can.
    package static let obstacle: String? = {
        if getuid() != 0 { return "booting a container needs root" }
        for program in ["systemd-nspawn", "nsenter", "mount", "umount"]
        where Programs.find(program) == nil {
            return "\(program) is not installed"
        }
        if !Files.exists("/lib/systemd/systemd") { return "systemd is not installed" }
        return overlayObstacle()
    }()

    /// Mounts the overlay and prepares it for a boot with nothing but what tests need.
    package init(in sandbox: Sandbox) throws(Failure) {
        self.sandbox = sandbox
        base = sandbox.path("container")
        root = base + "/root"
        try Files.makeFolder(base)
        try require(["mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", base])
        for name in ["upper", "work", "root"] { try Files.makeFolder(base + "/" + name) }
        let layers = "lowerdir=/,upperdir=\(base)/upper,workdir=\(base)/work"
        try require(["mount", "-t", "overlay", "overlay", "-o", layers, root])
        try prepare()
    }

    deinit { close() }

    private func prepare() throws(Failure) {
        let units = root + "/etc/systemd/system"
        try Files.makeFolder(units)
        Files.link("/lib/systemd/system/multi-user.target", at: units + "/default.target")
        let unwanted = [
            "systemd-networkd.service", "systemd-resolved.service", "systemd-timesyncd.service",
            "apt-daily.timer", "apt-daily-upgrade.timer", "dpkg-db-backup.timer",
            "e2scrub_all.timer", "fstrim.timer", "gpsd.socket", "gpsd.service",
            "bluetooth.service", "upower.service", "alsa-restore.service", "getty.target",
            "console-getty.service", "systemd-firstboot.service", "ssh.service",
            "docker.service", "containerd.service", "postgresql.service", "cron.service",
        ]
        for unit in unwanted { Files.link("/dev/null", at: units + "/" + unit) }
        Files.remove(root + "/etc/machine-id")
        let digits = (0..<32).map { _ in "0123456789abcdef".randomElement() ?? "0" }
        try Files.write(String(digits) + "\n", to: root + "/etc/machine-id")
        Files.remove(root + "/var/log/journal")
    }

    /// Starts the machine and waits until systemd has nothing left to start.
    package func boot() throws(Failure) {
        let nspawn = try sandbox.start(
            ["sh", "-c", Self.inOwnGroup, "sh", name]
                + [
                    "systemd-nspawn", "--quiet", "-D", root, "--register=no", "--keep-unit",
                    "-M", name, "-b", "--private-network", "--console=pipe",
                    "--kill-signal=SIGRTMIN+3",
                ])
        machine = nspawn
        try waitForBoot()
    }

    private var name: String { "rund-\(getpid())-\(sandbox.folder.suffix(6))" }

    private static let groupTrees = [
        "/sys/fs/cgroup/systemd", "/sys/fs/cgroup/unified", "/sys/fs/cgroup",
    ]

    /// Two machines in one control group would take each other's processes for their own.
    private static let inOwnGroup = """
        name=$1
        shift
        for tree in \(groupTrees.joined(separator: " ")); do
            if [ -w $tree/cgroup.procs ]; then
                mkdir -p "$tree/$name" && echo $$ > "$tree/$name/cgroup.procs"
            fi
        done
        exec "$@"
        """

    /// Waits until the machine has gone down, and starts it again: nspawn leaves that to its caller.
    package func waitForReboot() throws(Failure) {
        try waitForEnd()
        try boot()
    }

    private func waitForBoot() throws(Failure) {
        guard let nspawn = machine else { throw Failure("the container is not running") }
        leader = 0
        let ready = eventually(within: 150, every: 0.05) {
            leader = child(of: nspawn.pid)
            guard nspawn.isRunning, leader != 0 else { return !nspawn.isRunning }
            let state = try? run(["systemctl", "is-system-running"], seconds: 20).output
            return state?.hasPrefix("running") == true || state?.hasPrefix("degraded") == true
        }
        guard ready, nspawn.isRunning else {
            throw Failure("the container did not boot\n\(nspawn.output)\n\(nspawn.errors)")
        }
    }

    package var isRunning: Bool { machine?.isRunning ?? false }

    /// What the machine wrote to its console.
    package var console: String { (machine?.output ?? "") + (machine?.errors ?? "") }

    /// Waits for the machine to go down by itself.
    package func waitForEnd(seconds: Double = 120) throws(Failure) {
        try machine?.wait(seconds: seconds)
        machine = nil
    }

    /// Runs a program inside, to its end. Corresponds to `nsenter` into all namespaces.
    @discardableResult
    package func run(_ arguments: [String], seconds: Double = 60) throws(Failure)
        -> Sandbox.Result
    {
        try sandbox.run(inside + arguments, environment: Self.plain, seconds: seconds)
    }

    /// Runs a program on this machine.
    package func outside(_ arguments: [String]) throws(Failure) -> Sandbox.Result {
        try sandbox.run(arguments)
    }

    /// A path inside, also below what only the container has mounted, as this machine sees it.
    package func path(_ inside: String) -> String { "/proc/\(leader)/root\(inside)" }

    /// The processes inside that bear this name, as this machine counts them.
    package func processes(named name: String) -> [Int32] {
        let space = Files.target("/proc/\(leader)/ns/pid")
        return Files.names(in: "/proc").compactMap { Int32($0) }.filter { pid in
            Files.text("/proc/\(pid)/comm") == name + "\n"
                && Files.target("/proc/\(pid)/ns/pid") == space
        }
    }

    /// Starts a program inside that goes on beside the test.
    package func start(_ arguments: [String]) throws(Failure) -> Child {
        try sandbox.start(inside + arguments, environment: Self.plain)
    }

    /// Runs a shell script inside. - Throws: `Failure` if it does not succeed.
    @discardableResult
    package func script(_ text: String, seconds: Double = 60) throws(Failure) -> String {
        let result = try run(["sh", "-euc", text], seconds: seconds)
        guard result.succeeded else { throw Failure("\(text)\n\(result)") }
        return result.output
    }

    /// Kills what still runs and takes the overlay away.
    package func close() {
        if let nspawn = machine {
            // It does not take its machine with it; the end of the first process takes all the others.
            let first = child(of: nspawn.pid)
            nspawn.kill()
            if first != 0 { kill(first, SIGKILL) }
            eventually(within: 10) { !Files.exists("/proc/\(first)/root") }
        }
        machine = nil
        for tree in Self.groupTrees {
            eventually(within: 5, every: 0.1) {
                Files.remove(tree + "/" + name)
                return !Files.exists(tree + "/" + name)
            }
        }
        for place in [root, base] {
            eventually(within: 5, every: 0.1) { umount2(place, 0) == 0 || errno == EINVAL }
            _ = umount2(place, Int32(MNT_DETACH))
        }
    }

    private var inside: [String] {
        ["nsenter", "-t", "\(leader)", "-m", "-u", "-i", "-n", "-p", "-C", "--"]
    }

    private static let plain = [
        "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root",
    ]

    private func require(_ arguments: [String]) throws(Failure) {
        let result = try sandbox.run(arguments)
        if !result.succeeded { throw Failure("\(arguments.joined(separator: " ")): \(result)") }
    }

    private func child(of parent: Int32) -> Int32 {
        let children = Files.text("/proc/\(parent)/task/\(parent)/children")
        return children.split(separator: " ").first.flatMap { Int32($0) } ?? 0
    }

    /// Tries an overlay of `/` once: some kernels and containers refuse it.
    private static func overlayObstacle() -> String? {
        guard let sandbox = try? Sandbox() else { return "no temporary folder" }
        do {
            let container = try Container(in: sandbox)
            container.close()
            return nil
        } catch {
            return "an overlay of / cannot be mounted: \(error)"
        }
    }
}
