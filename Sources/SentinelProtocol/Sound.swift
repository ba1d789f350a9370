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

    package var sound: Sound {
        switch self {
        case .terminated, .failed, .test: .alert
        case .resumed: .resumed
        case .lost: .lost
        case .disk: .disk
        }
    }

    /// A notice is one sound between two heartbeats: the recorder stays watched, and a real alarm cuts it short.
    package var isNotice: Bool {
        switch self {
        case .terminated, .failed: false
        case .resumed, .lost, .disk, .test: true
        }
    }
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
