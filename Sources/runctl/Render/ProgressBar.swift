/// How far a long command is, on a terminal's last line; nothing elsewhere.
struct ProgressBar {
    private let context: Context
    private var shown = ""

    init(_ context: Context) { self.context = context }

    mutating func show(_ done: Int, of all: Int, _ unit: String) {
        guard context.isTerminal, all > 0 else { return }
        let text = "\(done * 100 / all) % of \(all) \(unit)"
        if text == shown { return }
        shown = text
        context.err.write("\r\u{1B}[K\(text)")
        context.err.flush()
    }

    /// Takes the line away again.
    mutating func clear() {
        guard !shown.isEmpty else { return }
        shown = ""
        context.err.write("\r\u{1B}[K")
        context.err.flush()
    }
}
