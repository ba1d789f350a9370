internal import RunCore

/// What has to change so that a machine records, from what is there and what the person wants.
struct SetupPlan {
    /// What only the person knows; the defaults are what `--yes` takes.
    struct Wishes: Equatable {
        /// The device of the receiver that gpsd is to read.
        var receiver: String?
        /// The card that the alert is played by; nil: the system's default.
        var card: String?
        /// Metres; nil: unknown.
        var height: Double?

        init() {}

        /// The best guess: a receiver that speaks, else the first; a card that is no screen.
        init(_ facts: SetupFacts) {
            receiver = (facts.receivers.first { $0.speaks != nil } ?? facts.receivers.first)?.path
            let cards = facts.cards.filter { !$0.isScreen }
            // With one card the default device is that card, and stays right when it changes.
            card = facts.cards.count > 1 ? cards.first?.id : nil
        }
    }

    static let settings = "/etc/rund/rund.conf.d/setup.conf"

    private let machine: Machine
    private let facts: SetupFacts
    private let wishes: Wishes

    init(_ machine: Machine, _ facts: SetupFacts, _ wishes: Wishes) {
        self.machine = machine
        self.facts = facts
        self.wishes = wishes
    }

    /// The changes in the order in which they are made; those that are there already are left out.
    var changes: [SetupChange] {
        let receiver = receiverFiles
        return receiver + settingsFile + membership + services(afterChange: !receiver.isEmpty)
    }

    /// What the person has to do when all is done.
    var remarks: [String] {
        var remarks: [String] = []
        if consoleFiles.isEmpty == false {
            remarks.append("the serial line is free for the receiver after a reboot")
        }
        if facts.gpsd == nil { remarks.append("gpsd is not installed: apt install gpsd") }
        if let person = facts.person, !isMember(person, of: "rund") {
            remarks.append("\(person) may use runctl after the next login")
        }
        return remarks
    }

    // MARK: - Receiver

    private var receiverFiles: [SetupChange] { gpsdFile + consoleFiles }

    /// gpsd reads the receiver from the start, not only when somebody asks (`-n`): the first fix
    /// of a run is then there when the run begins.
    private var gpsdFile: [SetupChange] {
        guard let before = facts.gpsd, let receiver = wishes.receiver else { return [] }
        let path = "/etc/default/gpsd"
        var lines = before.split(separator: "\n", omittingEmptySubsequences: false).map {
            String($0)
        }
        if lines.last == "" { lines.removeLast() }
        SetupPlan.set("DEVICES", in: &lines) { _ in receiver }
        SetupPlan.set("GPSD_OPTIONS", in: &lines) { old in
            old.split(separator: " ").contains("-n") ? old : old.isEmpty ? "-n" : "\(old) -n"
        }
        let after = lines.joined(separator: "\n") + "\n"
        let isThere = machine.exists(path)
        return after == before
            ? [] : [.file(path: path, before: isThere ? before : nil, after: after)]
    }

    /// Sets a shell variable in the lines of a file, in its place or at the end.
    private static func set(
        _ name: String, in lines: inout [String], _ value: (String) -> String
    ) {
        guard let index = lines.lastIndex(where: { $0.hasPrefix("\(name)=") }) else {
            lines.append("\(name)=\"\(value(""))\"")
            return
        }
        let old = lines[index].dropFirst(name.count + 1).filter { $0 != "\"" && $0 != "'" }
        let new = value(old)
        if new != old { lines[index] = "\(name)=\"\(new)\"" }
    }

    /// A Raspberry Pi offers a login on the serial line that a GPS hat needs for itself.
    private var consoleFiles: [SetupChange] {
        let isOnBoard = facts.receivers.first { $0.path == wishes.receiver }?.isOnBoard ?? false
        guard let boot = facts.boot, isOnBoard else { return [] }
        var changes: [SetupChange] = []
        if let before = machine.text("\(boot)/cmdline.txt") {
            let words = before.split(whereSeparator: { $0 == " " || $0 == "\n" })
            let kept = words.filter { word in
                !["serial0", "ttyAMA0", "ttyS0"].contains { word.hasPrefix("console=\($0)") }
            }
            if kept.count != words.count {
                let after = kept.joined(separator: " ") + "\n"
                changes.append(.file(path: "\(boot)/cmdline.txt", before: before, after: after))
            }
        }
        if let before = machine.text("\(boot)/config.txt"),
            !before.split(separator: "\n").contains("enable_uart=1")
        {
            let after = before + (before.hasSuffix("\n") ? "" : "\n") + "[all]\nenable_uart=1\n"
            changes.append(.file(path: "\(boot)/config.txt", before: before, after: after))
        }
        return changes
    }

    // MARK: - Recorder

    private var settingsFile: [SetupChange] {
        var lines = ["# Written by runctl setup; rund.conf says what else there is."]
        if let card = wishes.card { lines += ["[alert]", "device = plughw:CARD=\(card)"] }
        if let height = wishes.height {
            lines += ["[steps]", "height = \(Decimal.fixed(height, 2))"]
        }
        let before = machine.text(SetupPlan.settings)
        let after = lines.joined(separator: "\n") + "\n"
        return lines.count == 1 || before == after
            ? [] : [.file(path: SetupPlan.settings, before: before, after: after)]
    }

    private func isMember(_ name: String, of group: String) -> Bool {
        facts.groups[group]?.contains(name) ?? false
    }

    private var membership: [SetupChange] {
        var wanted: [(String, String, String)] = []
        if facts.groups["rund"] != nil {
            wanted = [
                ("rund", "audio", "the sentinel plays sound"),
                (
                    "rund", "input",
                    "phones vibrate, and keyboards show light, through input devices"
                ),
            ]
            if let person = facts.person {
                wanted.append((person, "rund", "\(person) may use runctl"))
            }
        }
        return wanted.filter { facts.groups[$0.1] != nil && !isMember($0.0, of: $0.1) }
            .map { name, group, why in
                .command(
                    ["usermod", "--append", "--groups", group, name],
                    undo: ["gpasswd", "--delete", name, group], why: why)
            }
    }

    private func services(afterChange receiver: Bool) -> [SetupChange] {
        var changes: [SetupChange] = []
        if receiver, facts.gpsd != nil {
            let words = ["systemctl", "restart", "gpsd.socket", "gpsd.service"]
            changes.append(.command(words, undo: words, why: "gpsd reads its settings anew"))
        }
        let units = ["rund-sentinel.socket", "rund.service"]
        if facts.hasUnits, !facts.isEnabled {
            changes.append(
                .command(
                    ["systemctl", "enable", "--now"] + units,
                    undo: ["systemctl", "disable", "--now"] + units,
                    why: "the recorder runs, also after a reboot"))
        } else if facts.hasUnits, !settingsFile.isEmpty {
            let words = ["systemctl", "reload", "rund.service"]
            changes.append(.command(words, undo: words, why: "rund reads its settings anew"))
        }
        return changes
    }
}
