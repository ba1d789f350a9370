/// Completion scripts, made from what the commands accept.
enum CompletionScript {
    /// What may stand where a command's operand is.
    private enum Operand {
        case runs
        case files
        case words([String])
        case nothing

        init(_ syntax: Syntax) {
            let line = syntax.firstLine
            switch syntax.name {
            case "alert": self = .words(AlertCommand.Action.allCases.map(\.rawValue))
            case "completion": self = .words(CompletionCommand.Shell.allCases.map(\.rawValue))
            default:
                if line.contains("RUN") || line.contains("NUMBER") {
                    self = .runs
                } else {
                    self = line.contains("FILE") || line.contains(" IN ") ? .files : .nothing
                }
            }
        }
    }

    private static let names = Command.all.map { $0.syntax.name }

    static var bash: String {
        let cases = Command.all.map { command -> String in
            let syntax = command.syntax
            let options = (syntax.options.map { "--\($0.name)" } + ["--help"])
                .joined(separator: " ")
            let operand =
                switch Operand(syntax) {
                case .runs: "$(_runctl_runs)"
                case .files, .nothing: ""
                case .words(let words): words.joined(separator: " ")
                }
            return "        \(syntax.name)) words=\"\(operand)\"; options=\"\(options)\" ;;"
        }
        return """
            # bash completion of runctl
            _runctl_runs() {
                echo last yesterday
                runctl list 2>/dev/null | awk 'NR > 1 { print $1 }'
            }

            _runctl() {
                local word=${COMP_WORDS[COMP_CWORD]} words= options=
                COMPREPLY=()
                if [ "$COMP_CWORD" -eq 1 ]; then
                    COMPREPLY=($(compgen -W "\(names.joined(separator: " ")) --help --version" -- "$word"))
                    return
                fi
                case ${COMP_WORDS[1]} in
            \(cases.joined(separator: "\n"))
                esac
                case $word in
                    -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
                    *) COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
                esac
            }
            complete -o default -F _runctl runctl

            """
    }

    static var zsh: String {
        let cases = Command.all.map { command -> String in
            let syntax = command.syntax
            let options = syntax.options.map { option in
                "'--\(option.name)\(option.value.map { "=[\($0)]:\($0): _files" } ?? "")'"
            }
            let operand =
                switch Operand(syntax) {
                case .runs: "'*:run:_runctl_runs'"
                case .files: "'*:file:_files'"
                case .words(let words): "'1:word:(\(words.joined(separator: " ")))'"
                case .nothing: ""
                }
            let all = (options + ["'--help'", operand]).filter { !$0.isEmpty }
            return "        \(syntax.name)) _arguments \(all.joined(separator: " ")) ;;"
        }
        return """
            #compdef runctl
            _runctl_runs() {
                compadd last yesterday ${(f)"$(runctl list 2>/dev/null | awk 'NR > 1 { print $1 }')"}
            }

            _runctl() {
                if (( CURRENT == 2 )); then
                    compadd \(names.joined(separator: " ")) --help --version
                    return
                fi
                local command=$words[2]
                shift words
                (( CURRENT-- ))
                case $command in
            \(cases.joined(separator: "\n"))
                esac
            }
            _runctl "$@"

            """
    }

    static var fish: String {
        var lines = [
            "# fish completion of runctl",
            "function __runctl_runs",
            "    printf '%s\\n' last yesterday",
            "    runctl list 2>/dev/null | awk 'NR > 1 { print $1 }'",
            "end",
            "complete -c runctl -f",
            "complete -c runctl -n __fish_use_subcommand -l help -l version",
        ]
        for command in Command.all {
            let syntax = command.syntax
            lines.append("complete -c runctl -n __fish_use_subcommand -a \(syntax.name)")
            let condition = "-n '__fish_seen_subcommand_from \(syntax.name)'"
            for option in syntax.options {
                let letter = option.letter.map { " -s \($0)" } ?? ""
                let value = option.value == nil ? "" : " -r -F"
                lines.append("complete -c runctl \(condition) -l \(option.name)\(letter)\(value)")
            }
            switch Operand(syntax) {
            case .runs: lines.append("complete -c runctl \(condition) -a '(__runctl_runs)'")
            case .files: lines.append("complete -c runctl \(condition) -F")
            case .words(let words):
                lines.append("complete -c runctl \(condition) -a '\(words.joined(separator: " "))'")
            case .nothing: break
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
