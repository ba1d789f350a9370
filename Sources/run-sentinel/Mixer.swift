private import CALSA

/// Raises the volume for the length of a pass and puts it back.
final class Mixer {
    /// What stands for it among the devices that may not answer.
    static let device = Device("mixer")

    private struct Change {
        let element: OpaquePointer
        /// Volume and switch of each channel that the control has.
        var channels: [(channel: snd_mixer_selem_channel_id_t, volume: Int, isOn: Int32)] = []
    }

    /// Percent.
    private let minimum: Int
    private var handle: OpaquePointer?
    private var changes: [Change] = []
    /// The controls that are commonly between a program and a loudspeaker.
    private static let names: Set = ["Master", "PCM", "Speaker", "Headphone", "HDMI", "Digital"]

    var isRaised: Bool { handle != nil }

    init(minimum: Int) { self.minimum = minimum }

    deinit { restore() }

    /// Lifts what is lower and unmutes what is muted. A device without a mixer is left alone.
    /// Corresponds to C `snd_mixer_selem_set_playback_volume`.
    /// - Parameter device: the ALSA name of the device that plays.
    func raise(for device: String) {
        guard handle == nil, open(device) else { return restore() }
        for element in elements { raise(element) }
    }

    /// The volume of the quietest control, in percent, and whether one is muted; nil without a mixer.
    func look(at device: String) -> (volume: Int, isMuted: Bool)? {
        defer { restore() }
        guard open(device) else { return nil }
        var least: Int?
        var isMuted = false
        for element in elements {
            var (low, high, volume) = (0, 0, 0)
            var isOn: Int32 = 1
            snd_mixer_selem_get_playback_volume_range(element, &low, &high)
            snd_mixer_selem_get_playback_volume(element, SND_MIXER_SCHN_FRONT_LEFT, &volume)
            if snd_mixer_selem_has_playback_switch(element) != 0 {
                snd_mixer_selem_get_playback_switch(element, SND_MIXER_SCHN_FRONT_LEFT, &isOn)
            }
            let percent = high > low ? (volume - low) * 100 / (high - low) : 100
            least = min(least ?? 100, percent)
            if isOn == 0 { isMuted = true }
        }
        return least.map { ($0, isMuted) }
    }

    /// What stands between a program and the loudspeaker, of the mixer that is open.
    private var elements: [OpaquePointer] {
        var found: [OpaquePointer] = []
        var element = handle.flatMap { snd_mixer_first_elem($0) }
        while let current = element {
            if let name = snd_mixer_selem_get_name(current),
                snd_mixer_selem_is_active(current) != 0,
                snd_mixer_selem_has_playback_volume(current) != 0,
                Self.names.contains(String(cString: name))
            {
                found.append(current)
            }
            element = snd_mixer_elem_next(current)
        }
        return found
    }

    /// Puts everything back as it was.
    func restore() {
        for change in changes {
            let hasSwitch = snd_mixer_selem_has_playback_switch(change.element) != 0
            for (channel, volume, isOn) in change.channels {
                snd_mixer_selem_set_playback_volume(change.element, channel, volume)
                if hasSwitch {
                    snd_mixer_selem_set_playback_switch(change.element, channel, isOn)
                }
            }
        }
        changes = []
        if let mixer = handle { snd_mixer_close(mixer) }
        handle = nil
    }

    private func open(_ device: String) -> Bool {
        guard snd_mixer_open(&handle, 0) == 0, let mixer = handle else { return false }
        return Self.controls(of: device).contains { snd_mixer_attach(mixer, $0) == 0 }
            && snd_mixer_selem_register(mixer, nil, nil) == 0 && snd_mixer_load(mixer) == 0
    }

    /// Names of controls that may belong to a device: its card's, one of the same name, the system's default.
    private static func controls(of device: String) -> [String] {
        let name = device.hasPrefix("plug:") ? String(device.dropFirst(5)) : device
        guard let colon = name.firstIndex(of: ":") else { return [name, "default"] }
        let card = name[name.index(after: colon)...].split(separator: ",").first ?? "0"
        return ["hw:\(card)", name, "default"]
    }

    private func raise(_ element: OpaquePointer) {
        var low = 0
        var high = 0
        snd_mixer_selem_get_playback_volume_range(element, &low, &high)
        let wanted = low + (high - low) * minimum / 100
        let hasSwitch = snd_mixer_selem_has_playback_switch(element) != 0
        var change = Change(element: element)
        var channel = SND_MIXER_SCHN_FRONT_LEFT
        while channel.rawValue <= SND_MIXER_SCHN_LAST.rawValue {
            defer { channel = snd_mixer_selem_channel_id_t(rawValue: channel.rawValue + 1) }
            guard snd_mixer_selem_has_playback_channel(element, channel) != 0 else { continue }
            var volume = 0
            var isOn: Int32 = 1
            snd_mixer_selem_get_playback_volume(element, channel, &volume)
            if hasSwitch { snd_mixer_selem_get_playback_switch(element, channel, &isOn) }
            change.channels.append((channel, volume, isOn))
        }
        // After all of it was read, as channels may share one control.
        for (channel, volume, _) in change.channels {
            snd_mixer_selem_set_playback_volume(element, channel, max(volume, wanted))
            if hasSwitch { snd_mixer_selem_set_playback_switch(element, channel, 1) }
        }
        changes.append(change)
    }
}
