internal import RunCore
internal import RunFormats

/// `runctl convert`: one track format into another, without rund and its database.
struct ConvertCommand: Subcommand, Equatable {
    var input: String
    var output: String
    var from: String?
    var to: String?
    var precision: Int
    var tolerance: Double

    static let syntax = Syntax(
        name: "convert",
        usage: """
            usage: runctl convert [OPTION …] IN OUT

            Turns a track file into another format. Needs neither rund nor its database.
            IN and OUT are files, or - for standard input and output.

              --from NAME         READABLE
                                  (default: by the file's beginning, or the ending of its name)
              --to NAME           WRITABLE
                                  (default: by the ending of OUT)
              --precision DIGITS  digits after the point of a polyline, 0 to 7 (default: 5)
              --tolerance METRES  leave out points of a polyline that are that near to its line

            What is damaged, and what the format cannot hold, is told on standard error.
            exit status: 0 everything was converted, 1 a part was left out, 65 nothing usable,
            74 reading or writing failed

            """.replacing("READABLE", with: Arguments.alternatives(readable))
                .replacing("WRITABLE", with: Arguments.alternatives(writable)),
        options: [
            .value("from", nil, "NAME"), .value("to", nil, "NAME"),
            .value("precision", nil, "DIGITS"), .value("tolerance", nil, "METRES"),
        ], operands: 2...2)

    static let readable = Format.all.filter { $0.makeReader != nil }.map(\.name)
    static let writable = Format.all.filter { $0.makeWriter != nil }.map(\.name)

    init(_ arguments: Arguments) throws(UsageError) {
        input = arguments.operands[0]
        output = arguments.operands[1]
        from = try arguments.choice("from", of: ConvertCommand.readable)
        to = try arguments.choice("to", of: ConvertCommand.writable)
        if to == nil {
            let format = Format.byName(output)
            to = format?.makeWriter == nil ? nil : format?.name
        }
        if to == nil {
            throw UsageError(
                "convert needs --to: \(Arguments.alternatives(ConvertCommand.writable))",
                hints: ["or an OUT with a name that ends in one of them, such as run.gpx"])
        }
        precision = Int(try arguments.number("precision", in: 0...7) ?? 5)
        tolerance = try arguments.number("tolerance", in: 0...1_000_000) ?? 0
    }

    func run(_ context: Context) throws(Failure) -> ExitStatus {
        let report: Conversion.Report
        if output == "-" {
            report = try convert(context) { context.out.write(bytes: $0) }
        } else {
            let file = try OutputFile(output)
            report = try convert(context) { file.write($0) }
            if report.outcome != .nothing { try file.finish() }
        }
        return try tell(report, context)
    }

    private func convert(
        _ context: Context, _ write: (UnsafeRawBufferPointer) -> Void
    ) throws(Failure) -> Conversion.Report {
        let file = InputFile(input)
        var conversion: Conversion?
        var out = ByteBuffer(capacity: 1 << 17)
        var isUnknown = false
        try file.forEachPiece { piece in
            if conversion == nil, !isUnknown {
                conversion = begin(Array(piece.prefix(4_096)))
                isUnknown = conversion == nil
            }
            conversion?.feed(piece, to: &out)
            out.withBytes { write($0) }
            out.removeAll()
        }
        guard var conversion else {
            throw Failure(
                .data, "\(file.name): the format is not known",
                hints: ["--from says it: \(Arguments.alternatives(ConvertCommand.readable))"])
        }
        let report = conversion.finish(to: &out)
        out.withBytes { write($0) }
        return report
    }

    private func begin(_ start: [UInt8]) -> Conversion? {
        let source = from.flatMap { Format.named($0) } ?? Format.detect(start, fileName: input)
        guard let source, let target = to.flatMap({ Format.named($0) }) else { return nil }
        let options = ExportOptions(polylinePrecision: precision, polylineTolerance: tolerance)
        return Conversion(from: source, to: target, options: options)
    }

    private func tell(
        _ report: Conversion.Report, _ context: Context
    ) throws(Failure) -> ExitStatus {
        let name = InputFile(input).name
        report.problems.tell(name, context)
        for line in report.written.lines { context.warn("\(to ?? "output"): \(line)") }
        switch report.outcome {
        case .complete: return .success
        case .partial: return .negative
        case .nothing: throw Failure(.data, "\(name): no usable point in it, nothing was written")
        }
    }
}

extension Problems {
    /// Warns of the first problems in full, and of how many more there are.
    func tell(_ file: String, _ context: Context) {
        for problem in first { context.warn("\(file): \(problem)") }
        if count > first.count { context.warn("\(file): \(count - first.count) more problems") }
    }
}
