/// Why a command ended without its result: one sentence, and what to do about it.
struct Failure: Error, Equatable {
    var status: ExitStatus
    /// Lower case, no full stop; names the thing concerned.
    var message: String
    var hints: [String]

    init(_ status: ExitStatus, _ message: String, hints: [String] = []) {
        self.status = status
        self.message = message
        self.hints = hints
    }

    init(_ error: UsageError) {
        self.init(.usage, error.message, hints: error.hints)
    }

    /// The lines for standard error.
    var text: String {
        "runctl: error: \(message)\n" + hints.map { "hint: \($0)\n" }.joined()
    }
}
