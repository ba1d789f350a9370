internal import RunCore

/// New settings: looked at when somebody asks for them, in force when no run goes on.
///
/// Settings reach into everything that is made at start-up, so the recorder begins anew with them,
/// as the same process. It does so only at rest: a run keeps the settings that it began with.
extension Daemon {
    /// - Returns: `applied` false: they wait for the end of the run. Settings with a fault change nothing.
    func reload() -> ControlReply {
        do throws(Program.StartError) {
            try Program.check(parts.options)
        } catch {
            let hint = error.hint.map { " (\($0))" } ?? ""
            Log.error("the settings stay as they are: \(error.reason)")
            return .failure(.refused(error.reason + hint))
        }
        beginsAnew = .asked
        Log.info(
            run == nil
                ? "settings are read anew" : "new settings come into force when the run has ended")
        return .result(["applied": .bool(run == nil)])
    }

    /// Ends the loop where new settings wait and nothing is in the way.
    func beginAnewIfAsked() {
        let isAtRest = run == nil && ending == nil && waiting.isEmpty && alarmState.word == "off"
        // Answers that somebody has not taken yet would be lost.
        let isTold = !callers.values.contains { $0.connection.hasUnsent }
        guard beginsAnew == .asked, isAtRest, isTold else { return }
        beginsAnew = .due
        noteStore(store.commit(now: now))
        loop?.exit(0)
    }
}

/// Whether the recorder is to start over with new settings.
enum NewBeginning {
    case none
    case asked
    /// The loop has ended for it.
    case due
}
