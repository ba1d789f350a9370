/// A command line that cannot be understood.
struct UsageError: Error, Equatable {
    /// Lower case, no full stop; quotes the word concerned.
    var message: String
    var hints: [String]

    init(_ message: String, hints: [String] = []) {
        self.message = message
        self.hints = hints
    }

    init(_ message: String, suggestion: String?) {
        self.init(message, hints: suggestion.map { ["did you mean \($0)?"] } ?? [])
    }
}
