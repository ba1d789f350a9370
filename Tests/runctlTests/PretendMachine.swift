import Foundation

/// The files of a Raspberry Pi with a GPS hat, as setup finds them before it has done anything.
struct PretendMachine {
    let scratch: Scratch
    var root: String { scratch.url.path }

    static let cmdline =
        "console=serial0,115200 console=tty1 root=PARTUUID=4f5e-02 rootfstype=ext4 rootwait\n"
    static let gpsd = """
        # Devices gpsd should collect to at boot time.
        DEVICES=""

        # Other options you want to pass to gpsd
        GPSD_OPTIONS=""

        USBAUTO="true"

        """

    init() throws {
        scratch = try Scratch()
        try write("", to: "dev/ttyAMA0")
        try link("ttyAMA0", from: "dev/serial0")
        try write(
            """
             0 [vc4hdmi        ]: vc4-hdmi - vc4-hdmi
                                  vc4-hdmi
             1 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones
                                  bcm2835 Headphones

            """, to: "proc/asound/cards")
        try write("0\n", to: "sys/bus/iio/devices/iio:device0/in_steps_input")
        try write("lsm6dsl_pedometer\n", to: "sys/bus/iio/devices/iio:device0/name")
        try write("", to: "sys/class/bluetooth/hci0/address")
        try write("", to: "usr/sbin/gpsd")
        try write(PretendMachine.gpsd, to: "etc/default/gpsd")
        try write(PretendMachine.cmdline, to: "boot/firmware/cmdline.txt")
        try write("# For more options see\ndtparam=audio=on\n", to: "boot/firmware/config.txt")
        try write("root:x:0:\naudio:x:29:pi,rund\ninput:x:102:rund\nrund:x:990:\n", to: "etc/group")
        try write("[Unit]\n", to: "usr/lib/systemd/system/rund.service")
    }

    func write(_ text: String, to name: String) throws {
        let file = scratch.url.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: false, encoding: .utf8)
    }

    func link(_ target: String, from name: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: scratch.url.appendingPathComponent(name).path, withDestinationPath: target)
    }

    /// Every file below the folder, with its text.
    func contents() throws -> [String: String] {
        var contents: [String: String] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: root) {
            let text = try? String(
                contentsOf: scratch.url.appendingPathComponent(name), encoding: .utf8)
            if let text { contents[name] = text }
        }
        return contents
    }
}
