package import SentinelProtocol

/// The sounds that come with the program: `sounds/*.aiff` hold them, and they stand in for files that cannot be used.
package enum SoundDesign {
    /// Hertz.
    private static let rate: Int64 = 48_000

    package static func clip(_ sound: Sound) -> Clip {
        let samples = notes(sound).flatMap { $0.samples(rate: rate) }
        return Clip(rate: Int(rate), channels: 1, samples: samples)
    }

    private static func notes(_ sound: Sound) -> [Tone] {
        switch sound {
        // A rising fourth, four times: a call that nothing else on a walk makes. 1-4 kHz is where ears and
        // small speakers are best.
        case .alert:
            (0..<4).flatMap { _ in
                [Tone(98_777, 160, level: 1140), Tone(131_851, 250, level: 1200), .rest(90)]
            }
        // Three steps up: all is well again.
        case .resumed:
            [
                Tone(52_325, 140, level: 550), Tone(65_925, 140, level: 550),
                Tone(78_399, 320, level: 550),
            ]
        // Two notes down, and once more.
        case .lost:
            [
                Tone(65_925, 180, level: 600), Tone(52_325, 320, level: 600), .rest(120),
                Tone(65_925, 180, level: 600), Tone(52_325, 320, level: 600),
            ]
        // Three knocks and a low note.
        case .disk:
            (0..<3).flatMap { _ in [Tone(58_733, 90, level: 650), .rest(60)] }
                + [Tone(39_200, 420, level: 650)]
        default: cue(sound)
        }
    }

    /// Short, and each with a melody of its own, so that they can be told apart with a cap over the ears.
    private static func cue(_ sound: Sound) -> [Tone] {
        switch sound {
        // Up: it begins. Down: it ends.
        case .start: tones((65_925, 90), (131_851, 190))
        case .stop: tones((131_851, 90), (98_777, 90), (65_925, 190))
        // Twice the same: it waits. Up from there: it goes on.
        case .pause: tones((98_777, 80), (0, 60), (98_777, 120))
        case .go: tones((98_777, 80), (0, 60), (131_851, 120))
        case .lap: tones((156_798, 260))
        case .mark: tones((197_553, 90))
        // A chord taken apart.
        case .fix: tones((104_650, 60), (131_851, 60), (156_798, 60), (209_300, 140))
        case .steps: tones((156_798, 110), (104_650, 190))
        case .gps: tones((104_650, 110), (156_798, 190))
        // Low and round: nothing to jump at.
        case .hint: tones((65_925, 200), (0, 90), (65_925, 200), level: 330)
        case .hold: tones((234_932, 45), (0, 35), (234_932, 45))
        case .mute: tones((88_000, 80), (58_733, 80), (39_200, 140))
        case .no: tones((19_600, 300), level: 700)
        case .alert, .resumed, .lost, .disk, .speech: []
        }
    }

    /// Notes of one loudness; a pitch of 0 is a rest.
    private static func tones(_ notes: (Int64, Int64)..., level: Int64 = 480) -> [Tone] {
        notes.map { $0.0 == 0 ? .rest($0.1) : Tone($0.0, $0.1, level: level) }
    }
}
