/// `runctl completion`: what a shell needs to complete command lines.
struct CompletionCommand: Subcommand, Equatable {
    enum Shell: String, CaseIterable {
        case bash
        case zsh
        case fish
    }

    var shell: Shell

    static let syntax = Syntax(
        name: "completion",
        usage: """
            usage: runctl completion bash|zsh|fish

            Prints the completion script of a shell: commands, options, run numbers, files.

              bash  runctl completion bash > /etc/bash_completion.d/runctl
              zsh   runctl completion zsh > /usr/local/share/zsh/site-functions/_runctl
              fish  runctl completion fish > ~/.config/fish/completions/runctl.fish

            """,
        operands: 1...1)

    init(_ arguments: Arguments) throws(UsageError) {
        let word = arguments.operands[0]
        guard let shell = Shell(rawValue: word) else {
            let words = Shell.allCases.map(\.rawValue)
            throw UsageError(
                "completion: expected \(Arguments.alternatives(words)), got \"\(word)\"",
                suggestion: Suggestion.nearest(to: word, among: words))
        }
        self.shell = shell
    }

    func run(_ context: Context) throws(Failure) -> ExitStatus {
        let script =
            switch shell {
            case .bash: CompletionScript.bash
            case .zsh: CompletionScript.zsh
            case .fish: CompletionScript.fish
            }
        context.out.write(script)
        return .success
    }
}
