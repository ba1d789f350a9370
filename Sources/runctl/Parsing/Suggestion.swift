/// Finds what somebody meant to type.
enum Suggestion {
    /// The candidate nearest to `word`: at most a third of its letters (at least one) wrong,
    /// or the only one that begins with it. Ties go to the first candidate.
    static func nearest(to word: String, among candidates: [String]) -> String? {
        let beginnings = candidates.filter { $0.hasPrefix(word) }
        if beginnings.count == 1, word.count > 1 { return beginnings.first }
        let letters = Array(word)
        let limit = max(1, letters.count / 3)
        var best: (candidate: String, distance: Int)?
        for candidate in candidates {
            let distance = mistakes(letters, Array(candidate))
            if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.candidate
    }

    /// Letters to insert, drop, replace or swap with their neighbour to get from `a` to `b`
    /// (optimal string alignment).
    static func mistakes(_ a: [Character], _ b: [Character]) -> Int {
        var before: [Int] = []
        var last = Array(0...b.count)
        for i in 0..<a.count {
            var row = [i + 1]
            for j in 0..<b.count {
                var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    cost = min(cost, before[j - 1] + 1)
                }
                row.append(cost)
            }
            (before, last) = (last, row)
        }
        return last[b.count]
    }
}
