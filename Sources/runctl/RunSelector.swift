/// How a person names a run.
enum RunSelector: Equatable {
    case number(Int64)
    /// The one that began last.
    case last
    /// The last one that began on the day before today, in local time.
    case yesterday
    /// The one whose note contains this, whatever the case of its letters.
    case note(String)

    /// What the usage texts say about RUN.
    static let explanation =
        "RUN is a number, last, yesterday, or a part of the note that only one run has."

    init(_ word: String) {
        switch word {
        case "last": self = .last
        case "yesterday": self = .yesterday
        default:
            let digits = word.utf8.allSatisfy { (48...57).contains($0) }
            if digits, let number = Int64(word) {
                self = .number(number)
            } else {
                self = .note(word)
            }
        }
    }

    /// What is known of a run when it is looked for.
    struct Candidate: Equatable {
        var number: Int64
        /// Days since 1970-01-01 in the run's own local time; nil when its start is not known.
        var day: Int?
        var note: String?
    }

    /// The run that is meant.
    /// - Parameters:
    ///   - candidates: all runs, the oldest first.
    ///   - today: days since 1970-01-01 in local time.
    /// - Throws: `Failure` that says what there is instead.
    func find(among candidates: [Candidate], today: Int) throws(Failure) -> Int64 {
        guard let newest = candidates.last else {
            throw Failure(.negative, "there is no run yet", hints: ["runctl start begins one"])
        }
        switch self {
        case .last: return newest.number
        case .number(let number):
            if candidates.contains(where: { $0.number == number }) { return number }
            throw Failure(.negative, "there is no run \(number)", hints: [RunSelector.listHint])
        case .yesterday:
            if let run = candidates.last(where: { $0.day == today - 1 }) { return run.number }
            throw Failure(.negative, "no run began yesterday", hints: [RunSelector.listHint])
        case .note(let part):
            return try RunSelector.find(part, among: candidates)
        }
    }

    private static let listHint = "runctl list shows the runs"

    private static func find(
        _ part: String, among candidates: [Candidate]
    ) throws(Failure) -> Int64 {
        let wanted = part.lowercased()
        let found = candidates.filter { ($0.note?.lowercased() ?? "").contains(wanted) }
        guard let run = found.last else {
            throw Failure(.negative, "no run has \"\(part)\" in its note", hints: [listHint])
        }
        if found.count > 1 {
            let numbers = found.suffix(5).map { String($0.number) }
            throw Failure(
                .negative, "\(found.count) runs have \"\(part)\" in their notes",
                hints: ["say which: \(Arguments.alternatives(numbers))"])
        }
        return run.number
    }
}
