/// How an alarm behaves: what the configuration says of it, handed to the sentinel with ARM.
package struct AlarmSettings: Hashable, Sendable {
    /// What follows a pass that nobody answered.
    package enum Repetition: String, Sendable {
        case escalate
        case once
    }

    /// ALSA name of the device to try first, or `usb:PATH` for a card by its place on the bus.
    package var device: String?
    /// Silence before the sound, in milliseconds; nil: by the kind of device.
    package var leadIn: Int64?
    /// The same before a cue, which is an answer and has to come at once.
    package var cueLeadIn: Int64 = 0
    package var repetition = Repetition.escalate
    /// The mixer is raised to this for the length of a pass, 0...100 %; nil leaves it alone.
    package var minVolume: Int?
    /// A shell command that is started once the sound has begun.
    package var command: String?
    /// The recorder must be heard from within this many milliseconds; 0 turns hang detection off.
    package var lease: Int64 = 15_000
    /// How long a silent recorder may take to answer ASK, in milliseconds.
    package var grace: Int64 = 5_000
    /// Keeps the device open while armed: blocks exclusive devices and their power saving.
    package var holdDevice = false
    /// Folder of `alert.sock` and of the tombstone.
    package var directory: String

    package init(directory: String) { self.directory = directory }
}

extension AlarmSettings {
    var fields: [(String, String?)] {
        [
            ("dir", directory), ("device", device), ("leadin", leadIn.map(String.init)),
            ("repeat", repetition.rawValue), ("minvolume", minVolume.map(String.init)),
            ("command", command), ("lease", String(lease)), ("grace", String(grace)),
            ("hold", holdDevice ? "1" : nil),
            ("cuelead", cueLeadIn > 0 ? String(cueLeadIn) : nil),
        ]
    }

    /// Reads what `fields` wrote; numbers out of range are pulled into it, as they come from our own recorder.
    init?(fields: [String: String]) {
        guard let directory = fields["dir"], directory.hasPrefix("/"),
            let repetition = Repetition(rawValue: fields["repeat"] ?? "escalate")
        else { return nil }
        self.init(directory: directory)
        self.repetition = repetition
        device = fields["device"]
        leadIn = fields["leadin"].flatMap { Int64($0) }.map { min(max($0, 0), 10_000) }
        minVolume = fields["minvolume"].flatMap { Int($0) }.map { min(max($0, 0), 100) }
        command = fields["command"]
        lease = min(max(fields["lease"].flatMap { Int64($0) } ?? 15_000, 0), 3_600_000)
        grace = min(max(fields["grace"].flatMap { Int64($0) } ?? 5_000, 250), 60_000)
        holdDevice = fields["hold"] == "1"
        cueLeadIn = min(max(fields["cuelead"].flatMap { Int64($0) } ?? 0, 0), 10_000)
    }
}
