internal import RunCore
internal import RunStore

/// `runctl report`: a page for a browser.
struct ReportCommand: Subcommand, Equatable {
    var run: String
    var isAll: Bool
    var file: String?
    var units: Units?
    var folder: String?

    static let syntax = Syntax(
        name: "report",
        usage: """
            usage: runctl report [OPTION …] [RUN]

            Writes a page for a browser about a run (default: the last one): the track to scale,
            pace, elevation, heart rate and cadence along the way, splits, laps and sources.
            The page is one file and loads nothing from anywhere.
            RUN is a number, last, yesterday, or a part of the note that only one run has.

              --all              all runs instead: calendar, totals, records, trend
              -o, --output FILE  write FILE, which appears when it is complete (default: standard
                                 output)
              --units UNITS      metric, imperial or nautical (default: $RUND_UNITS, else metric)
              --state-dir DIR    the folder of the database, if rund was given another

            """,
        options: [.flag("all"), .value("output", "o", "FILE"), .units, .stateDirectory],
        operands: 0...1)

    init(_ arguments: Arguments) throws(UsageError) {
        run = arguments.operands.first ?? "last"
        isAll = arguments.flag("all")
        if isAll, !arguments.operands.isEmpty {
            throw UsageError("report: --all is about all runs, not about \"\(run)\"")
        }
        file = arguments.value("output").flatMap { $0 == "-" ? nil : $0 }
        units = try arguments.units()
        folder = arguments.value("state-dir")
    }

    func run(_ context: Context) throws(Failure) -> ExitStatus {
        let units = try context.units(units)
        let library = try Library(context, folder: folder)
        let page: String
        if isAll {
            page = HistoryPage(try library.runs(.kept), units).html
        } else {
            let record = try library.run(run)
            page = RunPage(record, try library.replay(record.number, context), units).html
        }
        guard let file else {
            context.out.write(page)
            return .success
        }
        let output = try OutputFile(file)
        output.write(page.utf8)
        try output.finish()
        return .success
    }
}
