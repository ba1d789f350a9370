import Alert
import TestSupport
import Testing

/// The real recorder under the real systemd, ended in the ways that only a service manager knows.
@Suite("the alarm as a service", .serialized, .timeLimit(.minutes(5)))
struct AlarmContainerTests {
    private static let sound = "/var/sound"

    /// A container with the programs, the units and a sound device.
    private final class Service {
        let container: Container
        let sink: AudioSink
        let clip = Clip.chirp(milliseconds: 700)

        init(in box: Sandbox) throws {
            container = try Container(in: box)
            let root = container.root
            sink = try AudioSink(
                folder: root + AlarmContainerTests.sound,
                library: AlarmContainerTests.sound + "/rtsink.so", seenAs: AlarmContainerTests.sound
            )
            try Files.copy(AudioSink.library, to: root + AlarmContainerTests.sound + "/rtsink.so")
            for program in ["rund", "runctl", "run-sentinel"] {
                try Files.copy(Programs.built(program), to: root + "/usr/bin/" + program)
            }
            let units = Programs.sourceFolder + "/systemd/system/"
            for unit in ["rund.service", "rund-sentinel.socket", "rund-sentinel@.service"] {
                try Files.copy(units + unit, to: root + "/etc/systemd/system/" + unit)
            }
            // The devices of this machine are not there; the sentinel finds the test's by its variable.
            let extra = root + "/etc/systemd/system/rund-sentinel@.service.d"
            try Files.makeFolder(extra)
            try Files.write(
                "[Service]\nEnvironment=ALSA_CONFIG_PATH=\(AlarmContainerTests.sound)/asound.conf\n",
                to: extra + "/sound.conf")
            try Files.makeFolder(root + "/usr/share/rund/sounds")
            try Files.write(
                AIFFWriter.bytes(clip), to: root + "/usr/share/rund/sounds/alert.aiff")
            try Files.makeFolder(root + "/etc/rund")
            try Files.write("[alert]\nlead-in = 0\n", to: root + "/etc/rund/rund.conf")
            try container.boot()
            try container.script(
                "id rund >/dev/null 2>&1 || useradd --system --no-create-home rund; "
                    + "systemctl daemon-reload; systemctl start rund-sentinel.socket rund.service")
        }

        /// Where the alert begins in what was heard, silence left out.
        var alerts: [Int] { starts(of: 200) }

        /// The same of alerts that are whole.
        var wholeAlerts: [Int] { starts(of: clip.samples.count) }

        private func starts(of length: Int) -> [Int] {
            let wanted = clip.samples.prefix(length).filter { $0 != 0 }
            let heard = sink.samples().filter { $0 != 0 }
            guard let first = wanted.first, heard.count >= wanted.count else { return [] }
            return (0...heard.count - wanted.count).filter { start in
                heard[start] == first
                    && heard[start..<start + wanted.count].elementsEqual(wanted)
            }
        }

        var journal: String {
            let result = try? container.run(["journalctl", "--no-pager", "-n", "60", "-o", "cat"])
            return result?.output ?? ""
        }
    }

    @Test(
        "kill of the whole unit, stop and poweroff: one whole alert each, in time",
        .enabled(if: Container.obstacle == nil, "\(Container.obstacle ?? "")"))
    func ends() throws {
        let box = try Sandbox()
        let service = try Service(in: box)
        let container = service.container
        let started = try container.run(["runctl", "start"])
        #expect(started.succeeded, "\(started) \(service.journal)")
        let sentinels = try container.script("systemctl --no-legend list-units 'rund-sentinel@*'")
        #expect(sentinels.contains("running"))

        // Where control groups are nested it complains of other processes, of which there are none.
        _ = try container.run(["systemctl", "kill", "--kill-who=all", "--signal=KILL", "rund"])
        let first = eventually(within: 20) { service.wholeAlerts.count == 1 }
        #expect(first, "\(service.sink.events()) \(service.journal)")
        // systemd starts it again, and it goes on with the run.
        let isBack = try eventually(within: 20) {
            try container.run(["runctl", "status"]).output.contains("recording")
        }
        #expect(isBack, "\(service.journal)")
        #expect(service.alerts.count == 1)

        // The sentinel of the resumed run is armed when the old one has said its last.
        pause(seconds: 3)
        try container.script("systemctl stop rund.service")
        #expect(eventually(within: 20) { service.wholeAlerts.count == 2 }, "\(service.journal)")
        #expect(service.alerts.count == 2)

        try container.script("systemctl start rund.service")
        let goesOn = try eventually(within: 20) {
            try container.run(["runctl", "status"]).output.contains("recording")
        }
        #expect(goesOn, "\(service.journal)")
        pause(seconds: 3)
        _ = try container.run(["systemctl", "poweroff"])
        try container.waitForEnd()
        #expect(service.wholeAlerts.count == 3)
        #expect(service.alerts.count == 3)
        // It closed the device itself: the machine waited for it.
        let last = service.sink.events().last
        #expect(last?.name == "close")
    }

    @Test(
        "runctl stop under systemd is silent and leaves no sentinel",
        .enabled(if: Container.obstacle == nil, "\(Container.obstacle ?? "")"))
    func stop() throws {
        let box = try Sandbox()
        let service = try Service(in: box)
        let container = service.container
        try container.script("runctl start && runctl stop")
        _ = try container.run(["systemctl", "kill", "--kill-who=main", "--signal=KILL", "rund"])
        let isGone = try eventually(within: 20) {
            try !container.script("systemctl --no-legend list-units 'rund-sentinel@*'")
                .contains("running")
        }
        #expect(isGone)
        #expect(service.sink.plays() == [])
    }
}
