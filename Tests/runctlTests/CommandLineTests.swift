import Testing

@testable import runctl

@Suite("The command line")
struct CommandLineTests {
    @Test("no words at all is an error that names the help")
    func nothing() throws {
        #expect(
            try runctl()
                == Transcript(
                    out: "",
                    err: """
                        runctl: error: what shall it do?
                        hint: runctl --help lists the commands

                        """, status: 64))
    }

    @Test("--version is one line on standard output")
    func version() throws {
        #expect(try runctl("--version") == Transcript(out: "runctl 0.1.0\n", err: "", status: 0))
        #expect(try runctl("-V") == runctl("--version"))
    }

    @Test("--help is the usage text on standard output, for the program and for each command")
    func help() throws {
        #expect(try runctl("--help") == Transcript(out: Usage.program, err: "", status: 0))
        for command in Command.all {
            let expected = Transcript(out: command.syntax.usage, err: "", status: 0)
            #expect(try runctl(command.syntax.name, "--help") == expected)
            #expect(try runctl("help", command.syntax.name) == expected)
            #expect(try runctl(command.syntax.name, "what", "-h", "ever") == expected)
        }
    }

    @Test("a misspelt command, option or choice is answered with the nearest one")
    func suggestions() throws {
        let cases: [([String], String, String)] = [
            (["strat"], "unknown command strat", "did you mean start?"),
            (["list", "--jsno"], "unknown option --jsno for list", "did you mean --json?"),
            (
                ["list", "--totals=moth"],
                "--totals: expected week, month or year, got \"moth\"", "did you mean month?"
            ),
            (["frobnicate"], "unknown command frobnicate", "runctl --help lists the commands"),
            (
                ["alert", "tets"], "alert: expected test, drill, on or off, got \"tets\"",
                "did you mean test?"
            ),
        ]
        for (words, message, hint) in cases {
            #expect(
                try runctl(words)
                    == Transcript(
                        out: "", err: "runctl: error: \(message)\nhint: \(hint)\n", status: 64))
        }
    }

    @Test("missing, superfluous and senseless words end with status 64 and say what was expected")
    func senseless() throws {
        let cases: [([String], String)] = [
            (["alert"], "alert needs more words"),
            (["stop", "now"], "stop does not know what to do with \"now\""),
            (["list", "--limit"], "--limit needs a value: --limit COUNT"),
            (["list", "--json=1"], "--json takes no value"),
            (["list", "-z"], "unknown option -z for list"),
            (["list", "-n0"], "--limit: expected a whole number from 1 on, got \"0\""),
            (
                ["alert", "off", "--for=13h"],
                "--for: expected a time from 1s to 12h such as 10m, got \"13h\""
            ),
            (
                ["list", "--min", "far"],
                "--min: expected a length such as 5km, 800m or 3mi, got \"far\""
            ),
            (
                ["list", "--since", "2026-02-30"],
                "--since: expected a day such as 2026-06-01, a month, a year, today or yesterday,"
                    + " got \"2026-02-30\""
            ),
        ]
        for (words, message) in cases {
            do throws(UsageError) {
                _ = try Command.parse(words)
                Issue.record("\(words) must be refused")
            } catch {
                #expect(error.message == message)
            }
        }
    }

    @Test("options may stand before, behind and glued to their values; -- ends them")
    func spellings() throws {
        for words in [
            ["mark", "--json", "by", "the tree"], ["mark", "by", "--json", "the tree"],
            ["mark", "by", "the tree", "--json"],
        ] {
            let mark = try #require(try command(words) as? MarkCommand)
            #expect(mark.text == "by the tree" && mark.json, "\(words)")
        }
        let literal = try #require(try command(["mark", "--", "--json"]) as? MarkCommand)
        #expect(literal.text == "--json" && !literal.json)
        for words in [["list", "-n", "5"], ["list", "-n5"], ["list", "-n", "9", "--limit=5"]] {
            #expect((try command(words) as? ListCommand)?.limit == 5, "\(words)")
        }
    }

    @Test("lengths and times may carry their unit")
    func quantities() throws {
        let list = try #require(
            try command(["list", "--min=800m", "--max", "3mi"]) as? ListCommand)
        #expect(list.shortest == 800 && list.longest == 3 * 1609.344)
        let far = try command(["list", "--min=2", "--units=nautical"]) as? ListCommand
        #expect(far?.shortest == 3704)
        let cases = [("90s", 90.0), ("10m", 600), ("2h", 7200), ("1.5min", 90), ("45", 45)]
        for (word, seconds) in cases {
            let alert = try command(["alert", "off", "--for", word]) as? AlertCommand
            #expect(alert?.duration == seconds, "\(word)")
        }
    }

    private func command(_ words: [String]) throws -> (any Subcommand)? {
        guard case .run(let command) = try Command.parse(words) else { return nil }
        return command
    }
}

@Suite("Usage texts")
struct UsageTests {
    @Test("each usage text names exactly the options that its command takes")
    func optionsAgree() {
        for command in Command.all {
            let syntax = command.syntax
            var told: Set<String> = []
            for line in syntax.usage.split(separator: "\n") where line.hasPrefix("  -") {
                let word = line.drop { $0 == " " }
                // An option's own column ends where two spaces begin.
                let column = word.split(separator: "  ", maxSplits: 1)[0]
                told.insert(String(column))
            }
            let taken = Set(syntax.options.map { spelling($0) })
            #expect(told == taken, "\(syntax.name)")
        }
    }

    private func spelling(_ option: Syntax.Option) -> String {
        let letter = option.letter.map { "-\($0), " } ?? ""
        let value = option.value.map { " \($0)" } ?? ""
        return "\(letter)--\(option.name)\(value)"
    }

    @Test("each usage text begins with usage:, ends with one line end and fits 100 columns")
    func shape() {
        for (name, text) in Command.all.map({ ($0.syntax.name, $0.syntax.usage) })
            + [("", Usage.program)]
        {
            #expect(text.hasPrefix("usage: runctl \(name)"), "\(name)")
            #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"), "\(name)")
            for line in text.split(separator: "\n") {
                #expect(line.count <= 100 && !line.hasSuffix(" "), "\(name): \(line)")
            }
        }
    }

    @Test("the program's usage text lists every command once, and nothing else")
    func listIsComplete() {
        let listed = Usage.program.split(separator: "\n")
            .filter { $0.hasPrefix("  ") && !$0.hasPrefix("  -") }
            .compactMap { $0.split(separator: " ").first.map(String.init) }
        #expect(listed == Command.all.map { $0.syntax.name })
    }
}

@Suite("Suggestions")
struct SuggestionTests {
    @Test("a letter missing, doubled, wrong or swapped is one mistake")
    func mistakes() {
        let cases = [
            ("list", "list", 0), ("lst", "list", 1), ("lisst", "list", 1), ("lost", "list", 1),
            ("lsit", "list", 1), ("", "list", 4), ("pause", "resume", 4),
        ]
        for (a, b, expected) in cases {
            #expect(Suggestion.mistakes(Array(a), Array(b)) == expected, "\(a) \(b)")
        }
    }

    @Test("nothing is suggested for a word that is like none")
    func nothingNear() {
        #expect(Suggestion.nearest(to: "xyzzy", among: ["start", "stop", "list"]) == nil)
        #expect(Suggestion.nearest(to: "", among: ["start"]) == nil)
        #expect(Suggestion.nearest(to: "stat", among: ["start", "status", "stop"]) == "status")
        #expect(Suggestion.nearest(to: "comp", among: ["check", "completion"]) == "completion")
    }
}
