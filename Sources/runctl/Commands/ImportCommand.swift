internal import RunCore
internal import RunFormats
internal import RunStore

/// `runctl import`: runs that other programs recorded.
struct ImportCommand: Subcommand, Equatable {
    var files: [String]
    var from: String?
    var json: Bool
    var folder: String?

    static let syntax = Syntax(
        name: "import",
        usage: """
            usage: runctl import [OPTION …] FILE|FOLDER …

            Adds runs that were recorded elsewhere; the engine measures each anew from its points.
            A run that is there already, by its start, is left alone. - is standard input.

              --from NAME      FORMATS
                               (default: by the file's beginning, or the ending of its name)
              --json           print one JSON object
              --state-dir DIR  the folder of the database, if rund was given another

            exit status: 0 all is in, 1 files were skipped, 65 nothing usable

            """.replacing("FORMATS", with: Arguments.alternatives(ConvertCommand.readable)),
        options: [.value("from", nil, "NAME"), .json, .stateDirectory], operands: 1...Int.max)

    init(_ arguments: Arguments) throws(UsageError) {
        files = arguments.operands
        from = try arguments.choice("from", of: ConvertCommand.readable)
        json = arguments.flag("json")
        folder = arguments.value("state-dir")
    }

    func run(_ context: Context) throws(Failure) -> ExitStatus {
        var importer = try Importer(context, folder: folder, from: from)
        let paths = files.flatMap { FileTree.files(under: $0) }
        var bar = ProgressBar(context)
        var results: [JSONValue] = []
        for (index, path) in paths.enumerated() {
            bar.show(index, of: paths.count, "files")
            let outcome = importer.take(path)
            if case .skipped(let reason) = outcome {
                bar.clear()
                context.warn("\(path): \(reason); skipped")
            }
            results.append(.object(outcome.json(path)))
        }
        bar.clear()
        tell(importer, results, context)
        if importer.added + importer.known == 0 {
            throw Failure(.data, "nothing usable in \(files.joined(separator: ", "))")
        }
        return importer.skipped == 0 ? .success : .negative
    }

    private func tell(_ importer: Importer, _ results: [JSONValue], _ context: Context) {
        if json {
            context.out.writeLine(JSONValue.object(["files": .array(results)]).text)
            return
        }
        let parts = [
            "\(importer.added) \(importer.added == 1 ? "run" : "runs") added",
            importer.known > 0 ? "\(importer.known) known already" : nil,
            importer.skipped > 0 ? "\(importer.skipped) skipped" : nil,
        ]
        context.out.writeLine(parts.compactMap { $0 }.joined(separator: ", "))
    }
}
