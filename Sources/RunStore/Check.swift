package import RunCore

/// Compares what is stored of a run with what its events say.
package struct RunCheck: Equatable, Sendable {
    package var run: RunNumber
    package var events = 0
    /// Numbers that are missing between the first event and the last one.
    package var missing: Int64 = 0
    /// Lines that are none of a sensor log, or none that make sense.
    package var problems: [ReplayReport.Problem] = []
    package var differences: [Difference] = []
    /// What the events give; stored, it does away with the differences.
    package var computed: RunTotals

    /// Nothing to complain of. A missing number alone is what an earlier salvage reported already.
    package var isSound: Bool { problems.isEmpty && differences.isEmpty }

    package struct Difference: Equatable, Sendable {
        /// The column, such as `distance_m`.
        package var name: String
        package var stored: String
        package var computed: String
    }
}

extension RunReader {
    /// Recomputes a run from its events, and compares; a run that goes on has nothing to compare yet.
    /// - Throws: `.noSuchRun`, or an error of reading.
    package func check(_ number: RunNumber) throws(StoreError) -> RunCheck {
        let row = try run(number)
        var replay = Replay()
        var count = 0
        var last: Int64 = -1
        var cursor = events(of: number)
        while let event = try cursor.next() {
            (event.line + [0x0a]).withUnsafeBytes { replay.feed($0) }
            count += 1
            last = event.sequence
        }
        let report = replay.finish()
        var check = RunCheck(run: number, computed: RunTotals(report.summary))
        check.events = count
        check.missing = last + 1 - Int64(count)
        check.problems = report.problems
        if row.state == .active { return check }
        guard var stored = row.totals else {
            check.differences = [.init(name: "elapsed_us", stored: "nothing", computed: "a run")]
            return check
        }
        stored.laps = try laps(of: number)
        check.differences = Self.differences(stored, check.computed)
        return check
    }

    /// Looks at the file itself: its pages, and that each event belongs to a run.
    /// - Throws: `.corrupt` with what SQLite says of it.
    package func checkFile() throws(StoreError) { try database.fullCheck() }

    private static func differences(
        _ stored: RunTotals, _ computed: RunTotals
    ) -> [RunCheck.Difference] {
        let columns: [(name: String, stored: String, computed: String)] = [
            ("elapsed_us", "\(stored.elapsed.microseconds)", "\(computed.elapsed.microseconds)"),
            ("active_us", "\(stored.active.microseconds)", "\(computed.active.microseconds)"),
            ("distance_m", "\(stored.distance)", "\(computed.distance)"),
            ("estimated_m", "\(stored.estimated)", "\(computed.estimated)"),
            ("steps", "\(stored.steps)", "\(computed.steps)"),
            ("ascent_m", text(stored.ascent), text(computed.ascent)),
            ("descent_m", text(stored.descent), text(computed.descent)),
            ("summary", stored.summary ?? "nothing", computed.summary ?? "nothing"),
            ("laps", "\(stored.laps.count)", "\(computed.laps.count)"),
        ]
        var found = columns.filter { $0.stored != $0.computed }.map {
            RunCheck.Difference(name: $0.name, stored: $0.stored, computed: $0.computed)
        }
        for (index, pair) in zip(stored.laps, computed.laps).enumerated() where pair.0 != pair.1 {
            found.append(
                .init(
                    name: "lap \(index + 1)", stored: describe(pair.0), computed: describe(pair.1)))
        }
        return found
    }

    private static func text(_ number: Double?) -> String { number.map { "\($0)" } ?? "nothing" }

    private static func describe(_ lap: LapRecord) -> String {
        "\(lap.from.microseconds)-\(lap.to.microseconds) us, \(lap.distance) m"
    }
}
