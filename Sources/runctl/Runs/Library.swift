internal import RunCore
internal import RunStore

/// The runs on disk, read without rund's help.
struct Library {
    let reader: RunReader

    /// Opens the first database that is there.
    /// - Parameter folder: what `--state-dir` says.
    /// - Throws: `Failure` that names the places where none is.
    init(_ context: Context, folder: String?) throws(Failure) {
        let folders = Places(context.environment).stateFolders(option: folder)
        var refusal: StoreError?
        for folder in folders {
            do throws(StoreError) {
                reader = try RunReader.open(directory: folder)
                return
            } catch {
                if error.kind != .missing { throw Library.failure(error) }
                refusal = refusal ?? error
            }
        }
        let places = folders.count == 1 ? folders[0] : "any of " + folders.joined(separator: ", ")
        throw Failure(
            .negative, "no run was recorded yet: there is no database in \(places)",
            hints: ["runctl start begins the first run"])
    }

    /// Finds the run that a word names.
    /// - Throws: `Failure` that says what there is instead.
    func run(_ word: String) throws(Failure) -> RunRecord {
        let number: RunNumber
        switch RunSelector(word) {
        case .number(let wanted): number = wanted
        case let selector:
            let candidates = try runs(.kept).reversed().map { run in
                RunSelector.Candidate(number: run.number, day: run.local?.day, note: run.note)
            }
            number = try selector.find(among: candidates, today: LocalTime.now().day)
        }
        do throws(StoreError) {
            return try reader.run(number)
        } catch {
            throw Library.failure(error)
        }
    }

    /// The runs, the one that began last first; one whose start is not known counts as the latest.
    func runs(_ selection: RunReader.Selection) throws(Failure) -> [RunRecord] {
        let runs = try Library.attempt { () throws(StoreError) in try reader.runs(selection) }
        return runs.sorted { a, b in
            let starts = (a.startWall?.microseconds ?? .max, b.startWall?.microseconds ?? .max)
            return starts.0 == starts.1 ? a.number > b.number : starts.0 > starts.1
        }
    }

    static func failure(_ error: StoreError) -> Failure {
        let status: ExitStatus =
            switch error.kind {
            case .noSuchRun, .missing, .active: .negative
            case .corrupt: .data
            case .newerVersion: .configuration
            default: .inputOutput
            }
        var hints = error.hint.map { [$0] } ?? []
        if error.kind == .noSuchRun { hints = ["runctl list shows the runs"] }
        return Failure(status, error.description, hints: hints)
    }
}

extension RunRecord {
    /// The start in the run's own local time (UTC where its offset is not known).
    var local: LocalTime? { startWall.map { LocalTime($0, offset: startOffset ?? 0) } }
}
