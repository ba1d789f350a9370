internal import RunCore
internal import RunFormats
internal import RunStore

/// `runctl export`: a recorded run as a file of another format.
struct ExportCommand: Subcommand, Equatable {
    var run: String
    /// The name of the format; nil: by the ending of the file's name.
    var format: String?
    /// nil: standard output.
    var file: String?
    var precision: Int
    /// Metres.
    var tolerance: Double
    var raw: Bool
    var folder: String?

    static let syntax = Syntax(
        name: "export",
        usage: """
            usage: runctl export [OPTION …] [RUN]

            Writes a recorded run (default: the last one) in another format.
            RUN is a number, last, yesterday, or a part of the note that only one run has.

              -f, --format NAME   FORMATS
                                  (default: by the ending of FILE)
              -o, --output FILE   write FILE, which appears when it is complete (default: standard
                                  output)
              --raw               the receiver's own positions instead of the smoothed ones
              --precision DIGITS  digits after the point of a polyline, 0 to 7 (default: 5)
              --tolerance METRES  leave out points of a polyline that are that near to its line
              --state-dir DIR     the folder of the database, if rund was given another

            What the format cannot hold is told on standard error.

            """.replacing("FORMATS", with: names),
        options: [
            .value("format", "f", "NAME"), .value("output", "o", "FILE"), .flag("raw"),
            .value("precision", nil, "DIGITS"), .value("tolerance", nil, "METRES"),
            .stateDirectory,
        ], operands: 0...1)

    /// What can be written; the sensor log as it was stored, the others through the engine.
    static let formats = ConvertCommand.writable
    private static let names = Arguments.alternatives(formats)

    init(_ arguments: Arguments) throws(UsageError) {
        run = arguments.operands.first ?? "last"
        file = arguments.value("output").flatMap { $0 == "-" ? nil : $0 }
        format = try arguments.choice("format", of: ExportCommand.formats)
        if format == nil, let file {
            let named = Format.byName(file)
            format = named?.makeWriter == nil ? nil : named?.name
        }
        guard format != nil else {
            throw UsageError(
                "export needs --format: " + ExportCommand.names,
                hints: ["or -o with a name that ends in one of them, such as run.gpx"])
        }
        precision = Int(try arguments.number("precision", in: 0...7) ?? 5)
        tolerance = try arguments.number("tolerance", in: 0...1_000_000) ?? 0
        raw = arguments.flag("raw")
        folder = arguments.value("state-dir")
    }

    func run(_ context: Context) throws(Failure) -> ExitStatus {
        let library = try Library(context, folder: folder)
        let run = try library.run(run)
        if file == nil, format == "fit", context.isTerminal {
            throw Failure(
                .usage, "fit is not for a terminal", hints: ["-o FILE writes it to a file"])
        }
        guard let file else {
            context.out.write(bytes: try encoded(run, library, context))
            return .success
        }
        let output = try OutputFile(file)
        output.write(try encoded(run, library, context))
        try output.finish()
        return .success
    }

    private func encoded(
        _ run: RunRecord, _ library: Library, _ context: Context
    ) throws(Failure) -> [UInt8] {
        if format == "log" { return try library.log(of: run.number) }
        guard let format = format.flatMap({ Format.named($0) }) else {
            throw Failure(.fault, "no writer for \(self.format ?? "no format")")
        }
        let activity = try library.activity(of: run, rawTrack: raw, context)
        let options = ExportOptions(polylinePrecision: precision, polylineTolerance: tolerance)
        guard let encoded = format.encode(activity, options: options) else {
            throw Failure(.fault, "\(format.name) can only be read")
        }
        for line in encoded.report.lines { context.warn("\(format.name): \(line)") }
        if encoded.report.written == 0 {
            context.warn("\(format.name): run \(run.number) has no point with a position")
        }
        return encoded.bytes
    }
}
