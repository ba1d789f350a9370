import TestSupport
import Testing

@Suite("the container of the tests")
struct ContainerTests {
    @Test(
        "boots systemd, runs programs inside, and powers off in the order of its units",
        .enabled(if: Container.obstacle == nil, Comment(rawValue: Container.obstacle ?? "")))
    func life() throws {
        let box = try Sandbox()
        let container = try Container(in: box)
        try Files.write(
            """
            [Service]
            Type=exec
            ExecStart=/bin/sh -c 'trap "sleep 1; echo stopped > /var/order; exit 0" TERM; \
            while :; do sleep 0.1; done'
            """, to: container.root + "/etc/systemd/system/late.service")
        try container.boot()
        #expect(try container.script("cat /proc/1/comm") == "systemd\n")
        try container.script("systemctl start late.service")
        #expect(try container.run(["false"]).ending == .exited(1))
        _ = try container.run(["systemctl", "poweroff"])
        try container.waitForEnd()
        #expect(Files.text(container.root + "/var/order") == "stopped\n")
        container.close()
        #expect(!Files.text("/proc/self/mounts").contains(box.folder))
        #expect(!Files.exists("/var/order"), "the machine itself is untouched")
    }
}
