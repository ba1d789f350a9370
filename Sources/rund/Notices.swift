/// Sentences that a person should read in `runctl status`, the gravest first, each about one thing.
struct Notices {
    enum Subject: Int, CaseIterable {
        case alarm
        case muted
        case disk
        case database
        case rawOnly
        case power
        case interrupted
        case clock
        case gps
        case steps
        case source
    }

    private var sentences: [Subject: String] = [:]

    /// - Parameter sentence: nil when there is nothing to say any more.
    subscript(subject: Subject) -> String? {
        get { sentences[subject] }
        set { sentences[subject] = newValue }
    }

    var all: [String] { Subject.allCases.compactMap { sentences[$0] } }
}
