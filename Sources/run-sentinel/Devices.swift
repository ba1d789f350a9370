private import CALSA
private import Glibc

/// Something that is called and may not answer: a sound device by its ALSA name, or the mixer.
struct Device: @unchecked Sendable {
    let name: String
    /// The name for a signal handler; it lives as long as the process, as few are ever made.
    let word: UnsafeMutablePointer<CChar>

    init(_ name: String) {
        self.name = name
        let bytes = name.utf8CString
        word = .allocate(capacity: bytes.count)
        for (place, byte) in bytes.enumerated() { word[place] = byte }
    }
}

/// The sound devices in the order in which they are tried.
enum Devices {
    /// The configured one, the system's default, then every card there is.
    /// - Parameter stuck: left out.
    static func candidates(configured: String?, without stuck: [String]) -> [Device] {
        names(configured).filter { !stuck.contains($0) }.map { Device($0) }
    }

    private static func names(_ configured: String?) -> [String] {
        var names: [String] = []
        if let configured {
            names.append(resolve(configured))
            // A device that takes one format only; the conversion needs a name for what lies below.
            if !configured.contains(":") { names.append("plug:\(configured)") }
        }
        names += ["default", "sysdefault"]
        for card in cards() { names += ["sysdefault:CARD=\(card)", "plughw:CARD=\(card)"] }
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }

    /// Forgets the parsed configuration, so that the next open sees a card that was plugged in since.
    /// Corresponds to C `snd_config_update_free_global`.
    static func reparse() { snd_config_update_free_global() }

    /// Sinks that sleep swallow the first second of what they are given.
    /// - Returns: milliseconds of silence to begin with.
    static func leadIn(for device: String) -> Int64 {
        device.lowercased().contains("hdmi") ? 1_500 : 600
    }

    /// `usb:PATH` names a card by its place on the bus; bare hardware gets a converter in front.
    private static func resolve(_ name: String) -> String {
        if name.hasPrefix("usb:") {
            return card(at: String(name.dropFirst(4))).map { "plughw:CARD=\($0)" } ?? name
        }
        return name.hasPrefix("hw:") ? "plug" + name : name
    }

    /// The ids of all cards. Corresponds to C `snd_card_next`.
    private static func cards() -> [String] {
        var ids: [String] = []
        var card: Int32 = -1
        while snd_card_next(&card) == 0, card >= 0 {
            if let id = id(ofCard: card) { ids.append(id) }
        }
        return ids
    }

    /// The id of the card whose device lies at this USB path, such as `1-1.4`.
    private static func card(at path: String) -> String? {
        var card: Int32 = -1
        while snd_card_next(&card) == 0, card >= 0 {
            var target = [CChar](repeating: 0, count: 1024)
            let length = readlink("/sys/class/sound/card\(card)/device", &target, 1023)
            guard length > 0 else { continue }
            let place = String(decoding: target.prefix(length).map(UInt8.init), as: UTF8.self)
            if place.contains("/\(path):") { return id(ofCard: card) }
        }
        return nil
    }

    private static func id(ofCard card: Int32) -> String? {
        let file = open("/sys/class/sound/card\(card)/id", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return String(card) }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(file, &bytes, bytes.count)
        let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        return text.split(separator: "\n").first.map(String.init)
    }
}
