private import Glibc
internal import RunCore

/// Questions with good answers: an empty line, or nobody who answers, takes them.
struct Interview {
    private let context: Context
    private let isSilent: Bool

    init(_ context: Context, isSilent: Bool) {
        self.context = context
        self.isSilent = isSilent
    }

    /// A person sits at both ends.
    static func isPossible(_ context: Context) -> Bool {
        context.isTerminal && isatty(STDIN_FILENO) == 1
    }

    func confirm(_ question: String) -> Bool {
        if isSilent { return true }
        return answer("\(question) [Y/n] ") { word in
            switch word.lowercased().first {
            case nil, "y": true
            case "n": false
            default: nil
            }
        } ?? false
    }

    /// - Parameter standard: the place of what an empty line takes.
    /// - Returns: the chosen place; nil for none of them.
    func choose(_ question: String, _ choices: [String], standard: Int?) -> Int? {
        if isSilent || choices.isEmpty { return standard }
        context.out.writeLine(question)
        for (index, choice) in choices.enumerated() {
            context.out.writeLine("  \(index + 1)  \(Text.safe(choice))")
        }
        context.out.writeLine("  0  none of them")
        let answer = answer("which? [\((standard ?? -1) + 1)] ") { word -> Int? in
            if word.isEmpty { return (standard ?? -1) + 1 }
            guard let number = Int(word), (0...choices.count).contains(number) else { return nil }
            return number
        }
        return answer.flatMap { $0 == 0 ? nil : $0 - 1 }
    }

    /// A number of metres; nil if the person does not say.
    func length(_ question: String, in range: ClosedRange<Double>) -> Double? {
        if isSilent { return nil }
        let answer = answer("\(question) ") { word -> Double?? in
            if word.isEmpty { return .some(nil) }
            guard var number = Double(word.filter { $0.isNumber || $0 == "." }) else { return nil }
            // 178 is meant in centimetres.
            if number > 10 { number /= 100 }
            return range.contains(number) ? .some(number) : nil
        }
        return answer ?? nil
    }

    /// Asks three times at most. - Returns: nil without an answer.
    private func answer<T>(_ question: String, _ understand: (String) -> T?) -> T? {
        for _ in 0..<3 {
            context.out.write(question)
            context.out.flush()
            guard let line = readLine() else { return nil }
            let word = line.split(separator: " ").joined(separator: " ")
            if let answer = understand(word) { return answer }
        }
        return nil
    }
}
