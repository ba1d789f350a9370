import Foundation
import RunCore
import Testing

@testable import runctl

@Suite("runctl setup")
struct SetupTests {
    @Test("a Raspberry Pi with a hat gets its receiver, its serial line and its sound")
    func plan() throws {
        let pretend = try PretendMachine()
        let said = try runctl("setup", "--dry-run", "--root", pretend.root, "--user", "ana")
        #expect(said.status == 0 && said.err == "")
        #expect(
            said.out == """
                found:
                  gps      /dev/serial0
                  gpsd     installed
                  sound    vc4hdmi, vc4-hdmi
                           Headphones, bcm2835 Headphones
                  steps    lsm6dsl_pedometer
                  pods     bluetooth is there
                  service  not enabled
                changes:
                  1  /etc/default/gpsd
                         - DEVICES=""
                         + DEVICES="/dev/serial0"
                         - GPSD_OPTIONS=""
                         + GPSD_OPTIONS="-n"
                  2  /boot/firmware/cmdline.txt
                         - \(PretendMachine.cmdline.dropLast())
                         + \(PretendMachine.cmdline.dropFirst("console=serial0,115200 ".count).dropLast())
                  3  /boot/firmware/config.txt
                         + [all]
                         + enable_uart=1
                  4  /etc/rund/rund.conf.d/setup.conf (new)
                         + # Written by runctl setup; rund.conf says what else there is.
                         + [alert]
                         + device = plughw:CARD=Headphones
                  5  usermod --append --groups rund ana
                         ana may use runctl
                         taken back by: gpasswd --delete ana rund
                  6  systemctl restart gpsd.socket gpsd.service
                         gpsd reads its settings anew
                         taken back by: systemctl restart gpsd.socket gpsd.service
                  7  systemctl enable --now rund-sentinel.socket rund.service
                         the recorder runs, also after a reboot
                         taken back by: systemctl disable --now rund-sentinel.socket rund.service
                note: the serial line is free for the receiver after a reboot
                note: ana may use runctl after the next login

                """, "\(said)")
        #expect(try pretend.contents()["etc/default/gpsd"] == PretendMachine.gpsd)
    }

    @Test("what it changes on a mounted system can be taken back to the letter")
    func undo() throws {
        let pretend = try PretendMachine()
        let before = try pretend.contents()
        let said = try runctl("setup", "--yes", "--root", pretend.root)
        #expect(said.status == 0, "\(said)")
        #expect(said.out.contains("done; runctl setup --undo takes it back\n"))
        let after = try pretend.contents()
        #expect(after["etc/default/gpsd"]?.contains("DEVICES=\"/dev/serial0\"\n") == true)
        #expect(after["boot/firmware/cmdline.txt"]?.hasPrefix("console=tty1 root=") == true)
        #expect(
            after["etc/rund/rund.conf.d/setup.conf"]?.hasSuffix(
                "[alert]\ndevice = plughw:CARD=Headphones\n") == true)
        let again = try runctl("setup", "--yes", "--root", pretend.root)
        #expect(!again.out.contains("/etc/default/gpsd") && !again.out.contains("cmdline"))

        let undone = try runctl("setup", "--undo", "--root", pretend.root)
        #expect(undone.status == 0 && undone.out.contains("put back /etc/default/gpsd\n"))
        #expect(try pretend.contents() == before)
        let nothing = try runctl("setup", "--undo", "--root", pretend.root)
        #expect(nothing.out == "setup has changed nothing here\n")
    }

    @Test("a file that somebody changed since is left as it is, and said")
    func changedSince() throws {
        let pretend = try PretendMachine()
        #expect(try runctl("setup", "--yes", "--root", pretend.root).status == 0)
        try pretend.write("DEVICES=\"/dev/ttyUSB7\"\n", to: "etc/default/gpsd")
        let said = try runctl("setup", "--undo", "--root", pretend.root)
        #expect(said.status == 1)
        #expect(said.out.contains("left: /etc/default/gpsd was changed since, by somebody else\n"))
        let left = try pretend.contents()
        #expect(left["etc/default/gpsd"] == "DEVICES=\"/dev/ttyUSB7\"\n")
        #expect(left["boot/firmware/cmdline.txt"] == PretendMachine.cmdline)
        #expect(left["var/lib/rund/setup.json"]?.contains("cmdline") == false)
    }

    @Test("a settings file that setup wrote is one that rund reads")
    func readable() throws {
        let pretend = try PretendMachine()
        #expect(try runctl("setup", "--yes", "--root", pretend.root).status == 0)
        let said = try runctl(
            "config", "--config", "\(pretend.root)/etc/rund/rund.conf.d/setup.conf", "alert.device")
        #expect(said.out == "plughw:CARD=Headphones\n", "\(said)")
    }

    @Test("a receiver on USB leaves the serial line alone")
    func usb() throws {
        let pretend = try PretendMachine()
        try pretend.write("", to: "dev/ttyACM0")
        let name = "usb-u-blox_AG_-_www.u-blox.com_u-blox_7_-_GPS_GNSS_Receiver-if00"
        try FileManager.default.createDirectory(
            atPath: "\(pretend.root)/dev/serial/by-id", withIntermediateDirectories: true)
        try pretend.link("../../ttyACM0", from: "dev/serial/by-id/\(name)")
        let machine = Machine(root: pretend.root)
        let facts = SetupFacts(machine, person: nil)
        #expect(facts.receivers.map(\.path) == ["/dev/serial/by-id/\(name)", "/dev/serial0"])
        let changes = SetupPlan(machine, facts, SetupPlan.Wishes(facts)).changes
        let files = changes.compactMap { change -> String? in
            if case .file(let path, _, _) = change { path } else { nil }
        }
        #expect(files == ["/etc/default/gpsd", "/etc/rund/rund.conf.d/setup.conf"])
    }

    @Test("nobody to ask, no root and words that make no sense end before anything is done")
    func refusals() throws {
        let pretend = try PretendMachine()
        let before = try pretend.contents()
        let asked = try runctl("setup", "--root", pretend.root)
        #expect(asked.status == 64 && asked.err.contains("there is nobody to ask"))
        #expect(try runctl("setup", "--undo", "--dry-run").status == 64)
        #expect(try runctl("setup", "--json").status == 64)
        #expect(try runctl("setup", "--yes", "--user", "a;b").status == 64)
        #expect(try runctl("setup", "--dry-run", "--root", "/nonexistent").status == 74)
        #expect(try pretend.contents() == before)
    }

    @Test("receivers are known by what they say, whole lines and right sums only")
    func languages() {
        let line = "$GPGGA,120000.00,4530.0,N,00715.0,E,1,08,0.9,300.0,M,47.0,M,,*"
        let sum = line.dropFirst().dropLast().utf8.reduce(0, ^)
        let hex = String(sum, radix: 16, uppercase: true)
        let good = "junk\r\n\(line)\(hex.count == 1 ? "0" : "")\(hex)\r\n"
        #expect(SerialProbe.language(of: Array(good.utf8)) == "NMEA")
        #expect(
            SerialProbe.language(
                of: Array(good.replacingOccurrences(of: "4530", with: "4531").utf8)) == nil)
        #expect(SerialProbe.language(of: [1, 2, 0xB5, 0x62, 1, 7, 92, 0]) == "UBX")
        #expect(SerialProbe.language(of: Array("login: ".utf8)) == nil)
        #expect(SerialProbe.language(of: []) == nil)
    }
}
