internal import POSIX
internal import RunCore
internal import RunFormats
internal import RunStore
internal import Settings

/// Adds files of other programs to the database, one after the other.
struct Importer {
    enum Outcome {
        case added(RunNumber)
        /// The run with the same start.
        case known(RunNumber)
        case skipped(String)

        func json(_ file: String) -> JSONObject {
            switch self {
            case .added(let run): ["file": .string(file), "added": .integer(run)]
            case .known(let run): ["file": .string(file), "known": .integer(run)]
            case .skipped(let reason): ["file": .string(file), "skipped": .string(reason)]
            }
        }
    }

    private(set) var added = 0
    private(set) var known = 0
    private(set) var skipped = 0
    private let editor: RunEditor
    private let context: Context
    private let from: String?
    /// Runs by the second of their start.
    private var starts: [Int64: RunNumber] = [:]

    init(_ context: Context, folder: String?, from: String?) throws(Failure) {
        self.context = context
        self.from = from
        let editor = try Importer.editor(context, folder)
        let runs = try Library.attempt { () throws(StoreError) in try editor.reader.runs(.all) }
        for run in runs {
            if let wall = run.startWall { starts[wall.microseconds / 1_000_000] = run.number }
        }
        self.editor = editor
    }

    /// The database that is there; without one, a new one where rund would make it.
    private static func editor(
        _ context: Context, _ folder: String?
    ) throws(Failure) -> RunEditor {
        if let library = try? Library(context, folder: folder) { return try library.editor() }
        let options = Locations.Options(stateDirectory: folder)
        let place = Locations.current(options).stateDirectory
        return try Library.attempt { () throws(StoreError) in
            let now = Instant(microseconds: Clock.bootMicroseconds())
            let store = try RunStore.open(
                directory: place, options: RunStore.Options(), now: now)
            if let failure = store.health.failure { throw failure }
            return try RunEditor.open(directory: place)
        }
    }

    mutating func take(_ path: String) -> Outcome {
        let outcome: Outcome
        do throws(Failure) {
            outcome = try add(path)
        } catch {
            outcome = .skipped(error.message)
        }
        switch outcome {
        case .added: added += 1
        case .known: known += 1
        case .skipped: skipped += 1
        }
        return outcome
    }

    private mutating func add(_ path: String) throws(Failure) -> Outcome {
        let file = InputFile(path)
        let bytes = try file.contents()
        let named = from.flatMap { Format.named($0) }
        guard let format = named ?? Format.detect(Array(bytes.prefix(4_096)), fileName: path),
            let reader = format.makeReader?()
        else { return .skipped("the format is not known") }
        let events: [Event]
        if format.name == "log" {
            events = Importer.events(ofLog: bytes, file.name, context)
        } else {
            let (activity, problems) = Importer.read(bytes, reader)
            problems.tell(file.name, context)
            events = activity.events()
        }
        guard let first = events.first, case .start(let start) = first.payload else {
            return .skipped("no point with a time in it")
        }
        if let wall = start.wall, let run = starts[wall.microseconds / 1_000_000] {
            return .known(run)
        }
        let number = try store(start, events, first)
        if let wall = start.wall { starts[wall.microseconds / 1_000_000] = number }
        return .added(number)
    }

    private static func read(
        _ bytes: [UInt8], _ reader: any ActivityReader
    ) -> (Activity, Problems) {
        reader.all(of: bytes)
    }

    /// The events of a sensor log as they are; damaged lines are told and left out.
    private static func events(ofLog bytes: [UInt8], _ name: String, _ context: Context) -> [Event]
    {
        var reader = LogReader()
        var events: [Event] = []
        for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
            .enumerated()
        {
            line.withUnsafeBytes { line in
                do throws(LogError) {
                    if let event = try reader.read(line: line) { events.append(event) }
                } catch {
                    context.warn("\(name): line \(index + 1): \(error.reason)")
                }
            }
        }
        return events
    }

    private func store(
        _ start: RunStart, _ events: [Event], _ first: Event
    ) throws(Failure) -> RunNumber {
        let lines = events.map { LogCodec.encode($0) }
        var replay = Replay()
        for line in lines { (line + [0x0A]).withUnsafeBytes { replay.feed($0) } }
        let report = replay.finish()
        let zone = start.zone.flatMap { SystemZone.named($0) } ?? SystemZone.current()
        let elapsed = report.summary.elapsed
        let stop = start.wall.map { $0 + elapsed }
        let run = NewRun(
            boot: "import", start: first.time, wall: start.wall,
            utcOffset: start.wall.map { zone.offset(at: $0).seconds },
            zone: start.zone ?? zone.name, activity: start.activity, indoor: start.indoor,
            note: start.note)
        let end = RunEnd(
            stop: first.time + elapsed, wall: stop,
            utcOffset: stop.map { zone.offset(at: $0).seconds })
        return try Library.attempt { () throws(StoreError) in
            try editor.importRun(
                run, lines: lines, end: end, totals: RunTotals(report.summary))
        }
    }
}
