internal import RunCore
internal import RunStore

/// `runctl calibrate`: the step lengths that were learnt, and how to set them right.
struct CalibrateCommand: Subcommand, Equatable {
    /// The run whose length is known; nil: only show.
    var run: String?
    /// Metres.
    var distance: Double?
    /// From 1; nil: the whole run.
    var lap: Int?
    var reset: Bool
    var json: Bool
    var units: Units?
    var file: String?
    var folder: String?

    static let syntax = Syntax(
        name: "calibrate",
        usage: """
            usage: runctl calibrate [OPTION …]
                   runctl calibrate --distance LENGTH [--lap NUMBER] [OPTION …] [RUN]

            Shows the step lengths that were learnt from good gps, walking and running apart.
            With --distance, sets them by a run (default: the last one) whose length is known,
            such as laps of a track or a treadmill's display; learning goes on from there.
            RUN is a number, last, yesterday, or a part of the note that only one run has.

              --distance LENGTH  how long RUN, or its lap, was in truth: 5km, 400m or 3mi
              --lap NUMBER       only that lap of it
              --reset            forget what was learnt
              --json             print one JSON object
              --units UNITS      metric, imperial or nautical (default: $RUND_UNITS, else metric)
              --config FILE      the configuration file, if rund was given another
              --state-dir DIR    the folder of the database, if rund was given another

            """,
        options: [
            .value("distance", nil, "LENGTH"), .value("lap", nil, "NUMBER"), .flag("reset"), .json,
            .units, .value("config", nil, "FILE"), .stateDirectory,
        ], operands: 0...1)

    init(_ arguments: Arguments) throws(UsageError) {
        run = arguments.operands.first
        units = try arguments.units()
        distance = try arguments.length("distance", units: units ?? .metric)
        lap = try arguments.count("lap")
        reset = arguments.flag("reset")
        json = arguments.flag("json")
        file = arguments.value("config")
        folder = arguments.value("state-dir")
        if let distance {
            if reset { throw UsageError("calibrate: --reset and --distance exclude each other") }
            if distance <= 0 { throw UsageError("--distance: expected more than nothing") }
        } else if run != nil || lap != nil {
            throw UsageError(
                "calibrate: how long was it?", hints: ["--distance 400m says the true length"])
        }
    }

    func run(_ context: Context) throws(Failure) -> ExitStatus {
        let units = try context.units(units)
        let settings = try EffectiveSettings(file: file).configuration.engineSettings
        let library = try Library(context, folder: folder)
        var model = try library.stepLengthModel()
        if reset {
            model = StepLengthModel()
        } else if let distance {
            try calibrate(&model, distance, library, context)
        }
        if reset || distance != nil { try library.keep(model) }
        if json {
            context.out.writeLine(StepLengthText(model, settings, units).json.text)
        } else {
            StepLengthText(model, settings, units).lines.forEach(context.out.writeLine)
        }
        return .success
    }

    private func calibrate(
        _ model: inout StepLengthModel, _ metres: Double, _ library: Library, _ context: Context
    ) throws(Failure) {
        let number = try library.run(run ?? "last").number
        let summary = try library.replay(number, context).summary
        var (steps, active, what) = (summary.steps, summary.active, "run \(number)")
        if let lap {
            guard lap <= summary.laps.count else {
                throw Failure(
                    .negative, "run \(number) has no lap \(lap)",
                    hints: ["runctl show \(number) lists its \(summary.laps.count) laps"])
            }
            (steps, active) = (summary.laps[lap - 1].steps, summary.laps[lap - 1].active)
            what = "lap \(lap) of run \(number)"
        }
        guard steps > 0 else {
            throw Failure(.negative, "\(what) has no steps to calibrate with")
        }
        guard
            model.calibrate(metres: metres, steps: steps, seconds: active.seconds) != nil
        else {
            let each = Decimal.fixed(metres / Double(steps), 2)
            throw Failure(
                .negative,
                "\(steps) steps in \(Stopwatch.clock(active.seconds)) would be \(each) m each:"
                    + " nobody runs or walks like that",
                hints: ["is the length that of \(what) alone? --lap NUMBER takes one lap"])
        }
    }
}

extension Library {
    private static let modelSetting = "step-length-model"

    func stepLengthModel() throws(Failure) -> StepLengthModel {
        let text = try Library.attempt { () throws(StoreError) in
            try reader.setting(Library.modelSetting)
        }
        return text.flatMap { StepLengthModel(text: $0) } ?? StepLengthModel()
    }

    /// - Throws: `Failure` while a run is recorded: rund keeps its own model until the stop.
    func keep(_ model: StepLengthModel) throws(Failure) {
        let active = try Library.attempt { () throws(StoreError) in try reader.activeRun() }
        if let active {
            throw Failure(
                .negative, "run \(active.number) is still recorded, and learns by itself",
                hints: ["runctl stop ends it; calibrate then"])
        }
        let editor = try editor()
        try Library.attempt { () throws(StoreError) in
            try editor.setSetting(Library.modelSetting, model.text)
        }
    }
}
