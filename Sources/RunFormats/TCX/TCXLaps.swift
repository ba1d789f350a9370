import RunCore

/// Follows the laps and tracks of a TCX file, to tell a pause from the mere change of a lap.
struct TCXLaps {
    struct Lap {
        var start: WallTime
        var active = 0.0
        var distance = 0.0
        var steps: Int?
        /// Seconds between its own tracks.
        var gaps = 0.0
    }

    var current: Lap?
    private var lastPoint: WallTime?
    /// A track of the current lap has ended.
    private var didEndTrack = false
    private var pausesBeforeNextTrack = false
    /// The next point comes after a pause within the lap.
    private var isAfterGap = false

    /// - Returns: the lap that ended, which lasted until this one began.
    mutating func begin(at start: WallTime?) -> Activity.Lap? {
        guard let start = start ?? lastPoint else { return nil }
        let ended = current.map { finished($0, at: start) }
        if let current {
            let clock = (start - current.start).seconds
            pausesBeforeNextTrack = clock - current.gaps - current.active > 2
        }
        didEndTrack = false
        current = Lap(start: start)
        return ended
    }

    /// A track begins; whether a pause lies before it.
    mutating func beginsAfterPause() -> Bool {
        defer {
            didEndTrack = false
            pausesBeforeNextTrack = false
        }
        isAfterGap = didEndTrack
        return didEndTrack || pausesBeforeNextTrack
    }

    mutating func endTrack() { didEndTrack = true }

    mutating func note(_ time: WallTime) {
        if isAfterGap, let lastPoint { current?.gaps += max(0, (time - lastPoint).seconds) }
        isAfterGap = false
        lastPoint = time
    }

    /// The lap that the file ends with.
    func finish() -> Activity.Lap? {
        current.map { lap in
            let end = max(lastPoint ?? lap.start, lap.start + Elapsed(seconds: lap.active))
            return finished(lap, at: end)
        }
    }

    private func finished(_ lap: Lap, at end: WallTime) -> Activity.Lap {
        Activity.Lap(
            start: lap.start, end: end, active: lap.active, distance: lap.distance,
            steps: lap.steps)
    }
}
