private import CALSA

/// Raises the volume for the length of a pass and puts it back.
final class Mixer {
    /// What stands for it among the devices that may not answer.
    static let device = Device("mixer")

    private struct Change {
        let element: OpaquePointer
        let volume: Int
        let isOn: Int32
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

    /// Lifts what is lower and unmutes what is muted. A mixer that cannot be opened is left alone.
    /// Corresponds to C `snd_mixer_selem_set_playback_volume_all`.
    func raise() {
        guard handle == nil, snd_mixer_open(&handle, 0) == 0, let mixer = handle else { return }
        guard snd_mixer_attach(mixer, "default") == 0,
            snd_mixer_selem_register(mixer, nil, nil) == 0, snd_mixer_load(mixer) == 0
        else { return restore() }
        var element = snd_mixer_first_elem(mixer)
        while let current = element {
            if let name = snd_mixer_selem_get_name(current),
                snd_mixer_selem_is_active(current) != 0,
                Self.names.contains(String(cString: name))
            {
                raise(current)
            }
            element = snd_mixer_elem_next(current)
        }
    }

    /// Puts everything back as it was.
    func restore() {
        for change in changes {
            snd_mixer_selem_set_playback_volume_all(change.element, change.volume)
            if snd_mixer_selem_has_playback_switch(change.element) != 0 {
                snd_mixer_selem_set_playback_switch_all(change.element, change.isOn)
            }
        }
        changes = []
        if let mixer = handle { snd_mixer_close(mixer) }
        handle = nil
    }

    private func raise(_ element: OpaquePointer) {
        guard snd_mixer_selem_has_playback_volume(element) != 0 else { return }
        var low = 0
        var high = 0
        var volume = 0
        var isOn: Int32 = 1
        snd_mixer_selem_get_playback_volume_range(element, &low, &high)
        snd_mixer_selem_get_playback_volume(element, SND_MIXER_SCHN_FRONT_LEFT, &volume)
        let hasSwitch = snd_mixer_selem_has_playback_switch(element) != 0
        if hasSwitch {
            snd_mixer_selem_get_playback_switch(element, SND_MIXER_SCHN_FRONT_LEFT, &isOn)
        }
        let wanted = low + (high - low) * minimum / 100
        guard volume < wanted || isOn == 0 else { return }
        changes.append(Change(element: element, volume: volume, isOn: isOn))
        snd_mixer_selem_set_playback_volume_all(element, max(volume, wanted))
        if hasSwitch { snd_mixer_selem_set_playback_switch_all(element, 1) }
    }
}
