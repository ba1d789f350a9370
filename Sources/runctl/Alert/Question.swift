private import Glibc

/// A question to the person at the terminal that is answered by yes or no.
enum Question {
    /// - Returns: nil without a terminal, or without an answer.
    static func ask(_ text: String, _ context: Context) -> Bool? {
        guard context.isTerminal, isatty(STDIN_FILENO) == 1 else { return nil }
        for _ in 0..<3 {
            context.out.write("\(text) [y/n] ")
            context.out.flush()
            guard let line = readLine() else { return nil }
            switch line.lowercased().first {
            case "y": return true
            case "n": return false
            default: continue
            }
        }
        return nil
    }
}
