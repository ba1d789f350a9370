/// The words of one command, sorted into options and operands.
///
/// Options may stand anywhere before `--`; of an option given twice the last one counts.
struct Arguments {
    private(set) var operands: [String] = []
    private var values: [String: String] = [:]
    private var flags: Set<String> = []

    /// - Throws: `UsageError` for an unknown option, a missing value, too many or too few operands.
    init(_ words: [String], syntax: Syntax) throws(UsageError) {
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                break
            } else if word.hasPrefix("--") {
                try take(long: word.dropFirst(2), rest: &rest, syntax: syntax)
            } else if word.hasPrefix("-"), word != "-" {
                try take(letters: word.dropFirst(), rest: &rest, syntax: syntax)
            } else {
                operands.append(word)
            }
        }
        try checkOperands(syntax)
    }

    func flag(_ name: String) -> Bool { flags.contains(name) }

    func value(_ name: String) -> String? { values[name] }

    private mutating func take(
        long word: Substring, rest: inout ArraySlice<String>, syntax: Syntax
    ) throws(UsageError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts.first ?? "")
        guard let option = syntax.options.first(where: { $0.name == name }) else {
            let names = syntax.options.map { "--\($0.name)" } + ["--help"]
            throw UsageError(
                "unknown option --\(name) for \(syntax.name)",
                suggestion: Suggestion.nearest(to: "--\(name)", among: names))
        }
        if parts.count == 2 {
            if option.value == nil { throw UsageError("--\(name) takes no value") }
            values[name] = String(parts[1])
        } else {
            try take(option, spelling: "--\(name)", rest: &rest)
        }
    }

    private mutating func take(
        letters word: Substring, rest: inout ArraySlice<String>, syntax: Syntax
    ) throws(UsageError) {
        var letters = word
        while let letter = letters.popFirst() {
            guard let option = syntax.options.first(where: { $0.letter == letter }) else {
                throw UsageError("unknown option -\(letter) for \(syntax.name)")
            }
            if option.value != nil, !letters.isEmpty {
                values[option.name] = String(letters)
                return
            }
            try take(option, spelling: "-\(letter)", rest: &rest)
        }
    }

    private mutating func take(
        _ option: Syntax.Option, spelling: String, rest: inout ArraySlice<String>
    ) throws(UsageError) {
        guard let value = option.value else {
            flags.insert(option.name)
            return
        }
        guard let word = rest.popFirst() else {
            throw UsageError("\(spelling) needs a value: \(spelling) \(value)")
        }
        values[option.name] = word
    }

    private func checkOperands(_ syntax: Syntax) throws(UsageError) {
        if operands.count < syntax.operands.lowerBound {
            throw UsageError("\(syntax.name) needs more words", hints: [syntax.firstLine])
        }
        if operands.count > syntax.operands.upperBound {
            throw UsageError(
                "\(syntax.name) does not know what to do with \"\(operands[syntax.operands.upperBound])\"",
                hints: [syntax.firstLine])
        }
    }
}
