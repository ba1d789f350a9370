internal import RunCore

/// What a machine has that a recorder can use, and how it is set up so far.
struct SetupFacts: Equatable {
    /// A device that may be a GPS receiver.
    struct Receiver: Equatable {
        var path: String
        /// What it said, such as `NMEA at 9600 baud`; nil if it was silent or not asked.
        var speaks: String?
        /// Sits on the machine's own serial line, which a console may occupy.
        var isOnBoard: Bool
    }

    struct Card: Equatable {
        var id: String
        var name: String

        /// Sound that goes to a screen is not heard in a pocket.
        var isScreen: Bool { (id + name).lowercased().contains("hdmi") }
    }

    var receivers: [Receiver] = []
    var cards: [Card] = []
    /// Names of the kernel's step counters.
    var counters: [String] = []
    var hasBluetooth = false
    /// `/etc/default/gpsd`; nil: gpsd is not installed.
    var gpsd: String?
    /// Where the firmware's files of a Raspberry Pi are; nil: this is none.
    var boot: String?
    var groups: [String: [String]] = [:]
    /// Who is to use runctl; nil: only root.
    var person: String?
    var hasUnits = false
    var isEnabled = false

    init() {}

    init(_ machine: Machine, person: String?) {
        self.person = person
        receivers = SetupFacts.receivers(machine)
        cards = SetupFacts.cards(machine.text("/proc/asound/cards") ?? "")
        let iio = "/sys/bus/iio/devices"
        counters = machine.names(iio).filter { machine.exists("\(iio)/\($0)/in_steps_input") }
            .map { machine.text("\(iio)/\($0)/name").map(SetupFacts.line) ?? $0 }
        hasBluetooth = machine.names("/sys/class/bluetooth").contains { $0.hasPrefix("hci") }
        gpsd = machine.exists("/usr/sbin/gpsd") ? machine.text("/etc/default/gpsd") ?? "" : nil
        boot = ["/boot/firmware", "/boot"].first { machine.exists("\($0)/cmdline.txt") }
        groups = SetupFacts.groups(machine.text("/etc/group") ?? "")
        hasUnits = ["/usr/lib", "/lib"].contains {
            machine.exists("\($0)/systemd/system/rund.service")
        }
        isEnabled = machine.exists("/etc/systemd/system/multi-user.target.wants/rund.service")
    }

    /// What there is, a line each, for a person.
    var lines: [String] {
        let gps = receivers.map { receiver in
            receiver.path + (receiver.speaks.map { ", speaks \($0)" } ?? "")
        }
        let rows: [(String, [String], String)] = [
            ("gps", gps, "no receiver; connect one, or see gpsd.server for one elsewhere"),
            ("gpsd", gpsd == nil ? [] : ["installed"], "not installed"),
            (
                "sound", cards.map { "\($0.id), \($0.name)" },
                "no card; without one no alert is heard"
            ),
            ("steps", counters, "no counter; a foot pod or an accelerometer may serve"),
            ("pods", hasBluetooth ? ["bluetooth is there"] : [], "no bluetooth"),
            ("service", hasUnits ? [isEnabled ? "enabled" : "not enabled"] : [], "not installed"),
        ]
        return rows.flatMap { name, found, otherwise in
            (found.isEmpty ? [otherwise] : found).enumerated().map { index, text in
                "  \(Text.padded(index == 0 ? name : "", 9))\(Text.safe(text))"
            }
        }
    }

    // MARK: - Looking

    private static func line(_ text: String) -> String {
        text.split(separator: "\n").first.map { String($0) } ?? ""
    }

    /// USB receivers under the names that stay, then the one on board.
    private static func receivers(_ machine: Machine) -> [Receiver] {
        var found: [String] = []
        var named: Set<String> = []
        for name in machine.names("/dev/serial/by-id") {
            named.insert(machine.target("/dev/serial/by-id/\(name)"))
            found.append("/dev/serial/by-id/\(name)")
        }
        let kinds = ["ttyACM", "ttyUSB", "gnss"]
        for name in machine.names("/dev") where kinds.contains(where: { name.hasPrefix($0) }) {
            if !named.contains("/dev/\(name)") { found.append("/dev/\(name)") }
        }
        var receivers = found.map { Receiver(path: $0, speaks: nil, isOnBoard: false) }
        if machine.exists("/dev/serial0") {
            receivers.append(Receiver(path: "/dev/serial0", speaks: nil, isOnBoard: true))
        }
        guard machine.isThisOne else { return receivers }
        return receivers.map { receiver in
            var receiver = receiver
            receiver.speaks = SerialProbe.ask(receiver.path, machine)
            return receiver
        }
    }

    /// Corresponds to `/proc/asound/cards`: ` 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones`.
    static func cards(_ text: String) -> [Card] {
        text.split(separator: "\n").compactMap { line in
            guard let open = line.firstIndex(of: "["), let close = line.firstIndex(of: "]"),
                open < close
            else { return nil }
            let id = line[line.index(after: open)..<close].filter { $0 != " " }
            let name = line[close...].split(separator: " - ", maxSplits: 1).last ?? ""
            return Card(id: id, name: String(name))
        }
    }

    /// Corresponds to `/etc/group`, see group(5).
    static func groups(_ text: String) -> [String: [String]] {
        var groups: [String: [String]] = [:]
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: ":", omittingEmptySubsequences: false)
            guard fields.count >= 4 else { continue }
            groups[String(fields[0])] = fields[3].split(separator: ",").map { String($0) }
        }
        return groups
    }
}
