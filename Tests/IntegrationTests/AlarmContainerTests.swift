import Glibc
import TestSupport
import Testing

/// The real recorder under the real systemd, ended in the ways that only a service manager knows.
@Suite(
    "the alarm as a service", .serialized, .timeLimit(.minutes(15)),
    .enabled(if: Container.obstacle == nil, Comment(rawValue: Container.obstacle ?? "")))
struct AlarmContainerTests {
    /// Tells how soon the alert was heard, and complains unless it was heard once and whole.
    private func expectOnce(_ name: String, _ heard: AlarmService.Heard, _ service: AlarmService) {
        let delay = heard.delay.map { "\(Int($0 * 1000)) ms" } ?? "never"
        print("alarm: \(name): first frame after \(delay)")
        #expect(
            heard.isOnce,
            "\(name): begun \(heard.begun) times, whole \(heard.whole) times, \(service.journal)")
    }

    @Test("kills, crashes, hangs, stops and restarts: one whole alert each, and the run goes on")
    func ends() throws {
        let box = try Sandbox()
        let service = try AlarmService(in: box)
        try service.configure("hang = 1")
        try service.boot()
        for (name, end) in Self.ends {
            let heard = try service.hear { try end(service) }
            expectOnce(name, heard, service)
            try service.systemctl("start", "rund.service")
        }
        try service.settle()
        #expect(try service.runctl("status").output.contains("recording run 1\n"))
        service.sink.forget()
        #expect(try service.runctl("stop").succeeded)
        try service.systemctl("stop", "rund.service")
        #expect(service.sink.plays() == [], "runctl stop is silent")
        let units = try service.systemctl("--no-legend", "list-units", "rund-sentinel@*").output
        #expect(!units.contains("running"), "a sentinel stays: \(units)")
    }

    private static let ends: [(String, @Sendable (AlarmService) throws -> Void)] = [
        ("SIGKILL of rund", { try $0.signal("KILL") }),
        (
            // Where control groups are nested it complains of other processes, of which there are none.
            "SIGKILL of every process of rund.service",
            { try $0.systemctl("kill", "--kill-who=all", "--signal=KILL", "rund.service") }
        ),
        ("SIGSEGV", { try $0.signal("SEGV") }),
        ("SIGABRT", { try $0.signal("ABRT") }),
        (
            "SIGSTOP",
            { service in
                try service.signal("STOP")
                #expect(eventually(within: 60) { service.isSounding })
                try service.signal("CONT")
            }
        ),
        ("systemctl stop", { try $0.systemctl("stop", "rund.service") }),
        ("systemctl restart", { try $0.systemctl("restart", "rund.service") }),
        (
            "SIGKILL after daemon-reload and daemon-reexec, which are silent",
            { service in
                try service.systemctl("daemon-reload")
                try service.systemctl("daemon-reexec")
                pause(seconds: 1)
                #expect(service.sink.plays() == [])
                try service.signal("KILL")
            }
        ),
        (
            "upgrade: new programs, and a restart",
            { service in
                for program in ["rund", "run-sentinel"] {
                    try Files.copy(
                        Programs.built(program), to: service.container.root + "/usr/bin/" + program)
                }
                try service.systemctl("daemon-reload")
                try service.systemctl("try-restart", "rund.service")
            }
        ),
    ]

    @Test("the watchdog: alone, and after a hang was heard: one alert each")
    func watchdog() throws {
        let box = try Sandbox()
        let service = try AlarmService(in: box)
        for (name, seconds, hang) in [
            ("watchdog", 3, "hang = 0"), ("hang, then watchdog", 16, "hang = 1"),
        ] {
            try service.configure(hang)
            try service.extend(
                "rund.service", name: "watchdog", "[Service]\nWatchdogSec=\(seconds)\n")
            if service.container.isRunning {
                try service.runctl("stop")
                try service.systemctl("daemon-reload")
                try service.systemctl("restart", "rund.service")
            } else {
                try service.boot()
            }
            let heard = try service.hear {
                try service.signal("STOP")
                // Killed by the watchdog and started again, it is another process.
                let old = service.recorder
                #expect(
                    eventually(within: 60, every: 0.1) {
                        service.recorder != nil && service.recorder != old
                    })
            }
            expectOnce(name, heard, service)
        }
    }

    @Test(
        "out of memory: the kernel kills the recorder in its control group",
        .enabled(if: MemoryGroup.obstacle == nil, Comment(rawValue: MemoryGroup.obstacle ?? "")))
    func outOfMemory() throws {
        let box = try Sandbox()
        let service = try AlarmService(in: box)
        try service.boot()
        let group = try MemoryGroup(in: box, limit: 24 << 20)
        let heard = try service.hear {
            try group.add(#require(service.recorder))
            try group.exhaust()
        }
        expectOnce("out of memory", heard, service)
    }

    @Test("suspend waits for an alert that sounds, and for nothing else")
    func suspend() throws {
        let box = try Sandbox()
        let service = try AlarmService(in: box)
        try service.boot()
        try service.settle()
        #expect(try service.systemctl("start", "rund-sleep.service").succeeded)
        #expect(!service.isSounding)
        var released = 0.0
        let heard = try service.hear {
            try service.signal("KILL")
            #expect(eventually { service.isSounding })
            #expect(try service.systemctl("start", "rund-sleep.service").succeeded)
            released = monotonicSeconds()
        }
        expectOnce("SIGKILL before a suspend", heard, service)
        #expect(heard.closed.map { $0 < released } == true, "\(heard), \(released)")
    }

    @Test("a user's service: log-out with and without lingering, and the end of the user's session")
    func user() throws {
        let box = try Sandbox()
        let service = try AlarmService(in: box)
        try Files.makeFolder(service.container.root + "/etc/systemd/logind.conf.d")
        try Files.write(
            "[Login]\nUserStopDelaySec=0\n",
            to: service.container.root + "/etc/systemd/logind.conf.d/test.conf")
        try service.boot(forUser: "walker")

        // Lingering: the log-out stops nothing, and a death after it is heard.
        try service.logIn("walker")
        try service.settle()
        service.sink.forget()
        try service.logOut()
        pause(seconds: 2)
        #expect(service.sink.plays() == [])
        let killed = try service.hear { try service.signal("KILL") }
        expectOnce("SIGKILL after a log-out with lingering", killed, service)

        let ended = try service.hear {
            try service.container.script("loginctl terminate-user walker")
        }
        expectOnce("loginctl terminate-user", ended, service)

        try service.container.script("loginctl disable-linger walker")
        try service.logIn("walker")
        try service.startUserUnits()
        let left = try service.hear { try service.logOut() }
        expectOnce("log-out without lingering", left, service)
    }

    @Test("reboot, rescue, SIGKILL in a shutdown, poweroff -f and poweroff wait for the alert")
    func shutdowns() throws {
        let box = try Sandbox()
        let service = try AlarmService(in: box)
        // It is stopped before the recorder, and takes its time.
        try service.extend(
            "slow.service", name: "slow",
            """
            [Unit]
            After=rund.service
            [Service]
            Type=oneshot
            RemainAfterExit=yes
            ExecStart=/bin/true
            ExecStop=/bin/sleep 3
            """)
        try service.extend(
            "rescue.service", name: "quiet",
            "[Service]\nStandardInput=null\nExecStart=\nExecStart=/bin/sleep infinity\n")
        try service.boot()

        let rescue = try service.hear { try service.systemctl("isolate", "rescue.target") }
        expectOnce("isolate rescue.target", rescue, service)
        try service.systemctl("isolate", "multi-user.target")

        try shutDown("reboot", service) { _ = try service.systemctl("reboot") }
        try service.boot()
        try shutDown("SIGKILL in the middle of a shutdown", service) {
            try service.systemctl("start", "slow.service")
            try service.systemctl("--no-block", "poweroff")
            pause(seconds: 1)
            try service.signal("KILL")
        }
        try service.boot()
        try shutDown("poweroff -f", service, isOrdered: false) {
            _ = try service.systemctl("poweroff", "--force")
        }
        try service.boot()
        try shutDown("poweroff", service) { _ = try service.systemctl("poweroff") }
    }

    /// Ends the machine, and proves from what was written down that it waited for the last sample.
    private func shutDown(
        _ name: String, _ service: AlarmService, isOrdered: Bool = true, _ end: () throws -> Void
    ) throws {
        try service.settle()
        service.sink.forget()
        let time = monotonicSeconds()
        try end()
        try service.container.waitForEnd()
        let down = monotonicSeconds()
        let heard = service.heard(since: time)
        expectOnce(name, heard, service)
        let closed = try #require(heard.closed, "\(name): the device was not closed")
        #expect(closed < down)
        guard isOrdered else { return }
        let reached = try service.journalTime(of: "Reached target shutdown.target")
        print("alarm: \(name): closed at \(closed), shutdown.target at \(reached ?? -1)")
        #expect(reached.map { $0 > closed } == true, "\(name): \(closed), \(reached ?? -1)")
    }
}

extension AlarmService {
    /// Sends a signal to the recorder alone.
    func signal(_ name: String) throws {
        try systemctl("kill", "--kill-who=main", "--signal=\(name)", "rund.service")
    }
}
