internal import RunCore
internal import RunFormats
internal import RunStore

/// `runctl marks`: the marks of a run, or those without one, as a table or a file.
struct MarksCommand: Subcommand, Equatable {
    var run: String
    /// Marks that belong to no run.
    var areAlone: Bool
    var format: String?
    /// nil: standard output.
    var file: String?
    var json: Bool
    var units: Units?
    var folder: String?

    static let formats = ["gpx", "geojson", "kml", "csv"]

    static let syntax = Syntax(
        name: "marks",
        usage: """
            usage: runctl marks [OPTION …] [RUN]

            Shows the marks of a run (default: the last one) with their places, how far along the run
            they lie, and how far and in which direction from the mark before.
            RUN is a number, last, yesterday, or a part of the note that only one run has.

              --without-run      the marks that were set while no run was recorded
              -f, --format NAME  gpx, geojson, kml or csv (default: by the ending of FILE)
              -o, --output FILE  write FILE, which appears when it is complete
              --json             print one JSON object
              --units UNITS      metric, imperial or nautical (default: $RUND_UNITS, else metric)
              --state-dir DIR    the folder of the database, if rund was given another

            """,
        options: [
            .flag("without-run"), .value("format", "f", "NAME"), .value("output", "o", "FILE"),
            .json, .units, .stateDirectory,
        ], operands: 0...1)

    init(_ arguments: Arguments) throws(UsageError) {
        areAlone = arguments.flag("without-run")
        if areAlone, let run = arguments.operands.first {
            throw UsageError("--without-run: marks of no run have no run \"\(run)\"")
        }
        run = arguments.operands.first ?? "last"
        file = arguments.value("output").flatMap { $0 == "-" ? nil : $0 }
        format = try arguments.choice("format", of: Self.formats)
        if format == nil, let file {
            let named = Format.byName(file)?.name
            guard let named, Self.formats.contains(named) else {
                throw UsageError("-o: expected a name that ends in .gpx, .geojson, .kml or .csv")
            }
            format = named
        }
        json = arguments.flag("json")
        units = try arguments.units()
        folder = arguments.value("state-dir")
    }

    func run(_ context: Context) throws(Failure) -> ExitStatus {
        let units = try context.units(units)
        let library = try Library(context, folder: folder)
        let set = try areAlone ? MarkSet(alone: library) : MarkSet(library, run, context)
        if let format { return try write(set, format, context) }
        if json {
            context.out.writeLine(set.json.text)
        } else if set.marks.isEmpty {
            context.out.writeLine("no marks")
        } else {
            let table = MarkText.table(set.marks, units) { set.moment(of: $0) }
            table.lines.forEach(context.out.writeLine)
        }
        return .success
    }

    private func write(
        _ set: MarkSet, _ format: String, _ context: Context
    ) throws(Failure) -> ExitStatus {
        var bytes: [UInt8]
        if format == "csv" {
            bytes = [UInt8](set.csv.utf8)
        } else {
            guard let encoded = Format.named(format)?.encode(set.activity) else {
                throw Failure(.fault, "no writer for \(format)")
            }
            if encoded.report.marks > 0 {
                context.warn("\(format): \(encoded.report.marks) marks without position left out")
            }
            bytes = encoded.bytes
        }
        guard let file else {
            context.out.write(bytes: bytes)
            return .success
        }
        let output = try OutputFile(file)
        output.write(bytes)
        try output.finish()
        return .success
    }
}
