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
        }
    }
}
