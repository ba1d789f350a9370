internal import RunCore
internal import RunStore

extension ReplayReport {
    /// Beats per minute along the track; nil if none were heard.
    var heart: (average: Double, highest: Int)? {
        let beats = points.compactMap(\.heart)
        guard let highest = beats.max() else { return nil }
        return (Double(beats.reduce(0, +)) / Double(beats.count), highest)
    }
}

extension Library {
    /// What the engine makes of a recorded run; lines that cannot be read are told and left out.
    func replay(_ run: RunNumber, _ context: Context) throws(Failure) -> ReplayReport {
        var options = ReplayOptions()
        options.keepsPoints = true
        var replay = Replay(options: options)
        try forEachLine(of: run) { line, _ in
            line.withUnsafeBytes { replay.feed($0) }
            [UInt8(0x0A)].withUnsafeBytes { replay.feed($0) }
        }
        let report = replay.finish()
        for problem in report.problems {
            context.warn("event \(problem.line) of run \(run): \(problem.reason); it is left out")
        }
        return report
    }
}
