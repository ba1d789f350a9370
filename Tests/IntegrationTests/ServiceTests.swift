import TestSupport
import Testing

/// The recorder as a service: systemd ends it in all its ways, and the alert is complete.
@Suite(
    "the service under systemd",
    .enabled(if: Container.obstacle == nil, "\(Container.obstacle ?? "")"), .serialized)
struct ServiceTests {
    @Test("SIGKILL of every process of the unit, stop, restart: the whole alert each time")
    func stopped() throws {
        let box = try Sandbox()
        let service = try ServiceContainer(in: box)
        try service.boot()
        try service.startRun()
        #expect(try service.alerts() == 0)

        try service.container.script("systemctl kill --kill-whom=all -s KILL rund.service")
        #expect(try service.waitForAlerts(1), "after SIGKILL\n\(service.journal)")
        #expect(service.isArmed(), "the run goes on by itself\n\(service.journal)")

        try service.container.script("systemctl stop rund.service", seconds: 90)
        #expect(try service.waitForAlerts(2), "after stop\n\(service.journal)")

        try service.container.script("systemctl start rund.service")
        #expect(service.isArmed(), "the run goes on after a start\n\(service.journal)")
        try service.container.script("systemctl restart rund.service", seconds: 90)
        #expect(try service.waitForAlerts(3), "after restart\n\(service.journal)")
        #expect(service.isArmed(), "the run goes on after a restart\n\(service.journal)")

        try service.container.script("systemctl daemon-reload; systemctl daemon-reexec")
        #expect(service.isArmed(), "reload and reexec change nothing")
        #expect(try service.runctl("stop").succeeded)
        try service.container.script("systemctl stop rund.service", seconds: 90)
        #expect(try service.alerts() == 3, "silent after runctl stop")
        let left = try service.container.run(["pgrep", "-x", "run-sentinel"])
        #expect(!left.succeeded, "a sentinel is left: \(left.output)")
    }

    @Test("poweroff during a run waits for the last sample of the alert")
    func poweroff() throws {
        let box = try Sandbox()
        let service = try ServiceContainer(in: box)
        try service.boot()
        try service.startRun()
        _ = try service.container.run(["systemctl", "poweroff"])
        try service.container.waitForEnd()
        let end = monotonicSeconds()
        #expect(try service.alerts() == 1, "\(service.sound.events())")
        let closed = try #require(service.sound.events().last { $0.name == "close" })
        #expect(closed.frames > 0 && closed.time < end, "\(service.sound.events())")
        let stopped = try #require(service.sound.events().last { $0.name == "stop" })
        #expect(try stopped.frames >= service.framesToHear(), "\(service.sound.events())")
    }

    @Test("reboot during a run: the alert is complete, and the run goes on after the boot")
    func reboot() throws {
        let box = try Sandbox()
        let service = try ServiceContainer(in: box)
        try service.boot()
        try service.startRun()
        _ = try service.container.run(["systemctl", "reboot"])
        try service.waitForReboot()
        #expect(try service.alerts() == 1, "\(service.sound.events())")
        #expect(service.isArmed(), "the run goes on after the boot\n\(service.journal)")
        #expect(try service.runctl("stop").succeeded)
        #expect(try service.alerts() == 1)
    }

    @Test("systemd finds nothing to say against the units")
    func units() throws {
        let box = try Sandbox()
        let service = try ServiceContainer(in: box)
        try service.boot()
        let verified = try service.container.run(
            [
                "systemd-analyze", "verify", "--man=no", "rund.service", "rund-sentinel.socket",
                "rund-sentinel@1.service",
            ])
        #expect(verified.succeeded, "\(verified)")
        #expect(verified.errors.isEmpty, "\(verified)")
    }
}
