internal import RunStore

/// A database that was found damaged: recording goes on in a new one, and the person is told.
extension Daemon {
    /// Tells it once, in the status and in the journal.
    /// - Returns: whether there was something new to tell.
    @discardableResult
    func tellDamage() -> Bool {
        guard let damaged = store.opening.damaged, damaged != toldDamage else { return false }
        toldDamage = damaged
        var text = "the database was damaged; it was moved to \(damaged.path) and a new one begun"
        if let salvaged = damaged.salvaged {
            text += " with \(salvaged.runs) runs and \(salvaged.events) events that could be read"
        }
        notices[.database] = text
        Log.emergency(text)
        return true
    }

    /// The same aloud.
    func soundDamage() {
        if toldDamage != nil { act(on: alarm.fire(.disk, now: now.microseconds)) }
    }
}
