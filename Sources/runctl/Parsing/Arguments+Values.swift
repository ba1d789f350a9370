extension Arguments {
    /// The value of an option that is a plain decimal number within `range`.
    /// - Throws: `UsageError` that names the option, what was expected and what was given.
    func number(_ name: String, in range: ClosedRange<Double>) throws(UsageError) -> Double? {
        guard let word = value(name) else { return nil }
        guard let number = Arguments.decimal(word), range.contains(number) else {
            throw UsageError(
                "--\(name): expected a number from \(Arguments.plain(range.lowerBound))"
                    + " to \(Arguments.plain(range.upperBound)), got \"\(word)\"")
        }
        return number
    }

    /// The value of an option that is one of a few words.
    func choice(_ name: String, of words: [String]) throws(UsageError) -> String? {
        guard let word = value(name) else { return nil }
        guard words.contains(word) else {
            throw UsageError(
                "--\(name): expected \(Arguments.alternatives(words)), got \"\(word)\"",
                suggestion: Suggestion.nearest(to: word, among: words))
        }
        return word
    }

    /// Digits with one point at most: no exponent, no `nan`, no hexadecimal.
    static func decimal(_ word: String) -> Double? {
        let digits = word.utf8.drop { $0 == UInt8(ascii: "-") }
        let isPlain = digits.allSatisfy { (48...57).contains($0) || $0 == UInt8(ascii: ".") }
        guard isPlain, word.utf8.count - digits.count <= 1 else { return nil }
        return Double(word)
    }

    /// `a, b or c`.
    static func alternatives(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }

    private static func plain(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
    }
}
