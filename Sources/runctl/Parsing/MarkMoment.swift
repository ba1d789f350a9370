internal import RunCore

/// The moment that a mark belongs to, as a person says it.
enum MarkMoment: Equatable {
    /// So many seconds before now.
    case ago(Double)
    /// Seconds since midnight, today or, if that is still to come, yesterday.
    case clock(Int)
    /// A civil time, RFC 3339.
    case civil(String)

    /// What rund is told.
    enum Resolved: Equatable {
        case ago(Double)
        case at(String)
    }

    /// - Parameter word: `-90s`, `-5m`, `10:42`, `10:42:30` or RFC 3339.
    init?(_ word: String) {
        if word.hasPrefix("-") {
            guard let seconds = Stopwatch.seconds(String(word.dropFirst())) else { return nil }
            self = .ago(seconds)
        } else if word.contains("T") {
            // Only whether it can be read matters here; rund is given the text.
            guard (try? WallTime(rfc3339: word)) != nil else { return nil }
            self = .civil(word)
        } else {
            let parts = word.split(separator: ":", omittingEmptySubsequences: false)
            let numbers = parts.compactMap { part in
                part.count <= 2 && part.utf8.allSatisfy { (48...57).contains($0) } ? Int(part) : nil
            }
            guard numbers.count == parts.count, (2...3).contains(numbers.count),
                (0...23).contains(numbers[0]), numbers.dropFirst().allSatisfy({ $0 < 60 })
            else { return nil }
            self = .clock(
                numbers[0] * 3600 + numbers[1] * 60 + (numbers.count > 2 ? numbers[2] : 0))
        }
    }

    /// - Parameter offset: seconds that local time is ahead of UTC.
    func resolved(now: LocalTime, offset: Int) -> Resolved {
        switch self {
        case .ago(let seconds): return .ago(seconds)
        case .civil(let text): return .at(text)
        case .clock(let second):
            let day = second <= now.second ? now.day : now.day - 1
            let seconds = Int64(day) * 86_400 + Int64(second) - Int64(offset)
            return .at(WallTime(microseconds: seconds * 1_000_000).rfc3339())
        }
    }
}
