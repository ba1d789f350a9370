/// What a command accepts. Its usage text says the same in words; a test compares the two.
struct Syntax {
    /// The word after `runctl`.
    var name: String
    /// Shown by `--help`, to the letter.
    var usage: String
    var options: [Option] = []
    /// How many words may follow that are not options.
    var operands: ClosedRange<Int> = 0...0

    struct Option: Equatable {
        /// Without the dashes, such as `step-length`.
        var name: String
        /// A letter for one dash, such as `o`.
        var letter: Character?
        /// What its value is called in the usage text; nil for a plain switch.
        var value: String?
    }

    /// The usage text's own first lines: what to say when the command line is wrong.
    var firstLine: String { String(usage.prefix { $0 != "\n" }) }
}

extension Syntax.Option {
    static func flag(_ name: String, _ letter: Character? = nil) -> Self {
        Self(name: name, letter: letter, value: nil)
    }

    static func value(_ name: String, _ letter: Character? = nil, _ value: String) -> Self {
        Self(name: name, letter: letter, value: value)
    }

    static let json = flag("json")
}
