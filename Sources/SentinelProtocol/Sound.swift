/// The sounds a sentinel can make.
package enum Sound: String, CaseIterable, Sendable {
    /// Recording has stopped.
    case alert
    /// Recording goes on after an interruption.
    case resumed
    /// No source of distance is left.
    case lost
    /// The disk takes nothing more; recording goes on in memory.
    case disk

    // Cues: short answers to what the person or the recorder did.
    case start
    case stop
    case pause
    /// The run goes on after a pause.
    case go
    case lap
    case mark
    /// The first fix of a run.
    case fix
    /// Gps was lost; steps count.
    case steps
    /// Gps is back.
    case gps
    /// The person may have forgotten something.
    case hint
    /// The button was held long enough; it may be let go.
    case hold
    /// The alarm was muted or is on again.
    case mute
    /// What was asked for is not possible.
    case no
    /// Words, which come with the request and are in no file.
    case speech

    /// Those that come as files.
    package static let kept = allCases.filter { $0 != .speech }

    /// A cue matters less than any other sound: it is not loud, and nothing takes its place.
    package var isCue: Bool {
        switch self {
        case .alert, .resumed, .lost, .disk: false
        case .start, .stop, .pause, .go, .lap, .mark, .fix, .steps, .gps, .hint, .hold, .mute, .no,
            .speech:
            true
        }
    }
}

/// Why a recorder asks for a sound.
package enum FireReason: String, CaseIterable, Sendable {
    /// It was told to end while a run is active: somebody is there, or the machine is going.
    case terminated
    /// It cannot go on recording.
    case failed
    case resumed
    case lost
    case disk
    /// The user wants to hear the alert.
    case test

    case start
    case stop
    case pause
    case go
    case lap
    case mark
    case fix
    case steps
    case gps
    case hint
    case hold
    case mute
    case no
    case speech

    package var sound: Sound {
        switch self {
        case .terminated, .failed, .test: .alert
        case .resumed: .resumed
        case .lost: .lost
        case .disk: .disk
        case .start: .start
        case .stop: .stop
        case .pause: .pause
        case .go: .go
        case .lap: .lap
        case .mark: .mark
        case .fix: .fix
        case .steps: .steps
        case .gps: .gps
        case .hint: .hint
        case .hold: .hold
        case .mute: .mute
        case .no: .no
        case .speech: .speech
        }
    }

    /// A notice is one sound between two heartbeats: the recorder stays watched, and a real alarm cuts it short.
    package var isNotice: Bool {
        self != .terminated && self != .failed
    }

    /// Whether it takes the place of another notice that has not ended: the newest cue is the one
    /// that answers the person, and a notice is more than a cue.
    func outranks(_ other: FireReason) -> Bool { other.isNotice && other.sound.isCue }
}

/// Why an alarm sounds.
package enum Cause: Hashable, Sendable {
    /// The recorder's end of the socket closed without OFF.
    case died
    /// The recorder stopped answering.
    case hung
    case fired(FireReason)

    /// Somebody ended the recorder on purpose, so nobody has to be called again and again.
    package var isOrderly: Bool { self == .fired(.terminated) }

    package var word: String {
        switch self {
        case .died: "died"
        case .hung: "hung"
        case .fired(let reason): reason.rawValue
        }
    }

    package init?(word: String) {
        switch word {
        case "died": self = .died
        case "hung": self = .hung
        default:
            guard let reason = FireReason(rawValue: word) else { return nil }
            self = .fired(reason)
        }
    }
}
