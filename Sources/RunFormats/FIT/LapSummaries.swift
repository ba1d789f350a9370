import RunCore

/// Gathers what a lap's summary says while its points go by.
struct LapSummaries {
    struct Lap {
        let index: Int
        let told: Activity.Lap
        var first: Coordinate?
        var last: Coordinate?
        var extremes = Extremes()

        mutating func add(_ point: Point) {
            extremes.add(point)
            guard let coordinate = point.coordinate, coordinate.isValid else { return }
            first = first ?? coordinate
            last = coordinate
        }
    }

    private let laps: [Activity.Lap]
    private var current: Lap
    /// The whole run.
    private(set) var whole: Lap

    init(_ timeline: Timeline) {
        laps = timeline.laps
        current = Lap(index: 0, told: timeline.laps[0])
        whole = Lap(index: 0, told: timeline.laps[0])
    }

    /// The laps that ended before a point: the next one has begun at or before its time.
    mutating func completed(before time: WallTime) -> [Lap] {
        var completed: [Lap] = []
        while current.index + 1 < laps.count, laps[current.index + 1].start <= time {
            completed.append(next())
        }
        return completed
    }

    mutating func add(_ point: Point) {
        current.add(point)
        whole.add(point)
    }

    /// The lap that goes on, and those that have no point.
    mutating func rest() -> [Lap] {
        var rest: [Lap] = []
        while current.index + 1 < laps.count { rest.append(next()) }
        rest.append(current)
        return rest
    }

    private mutating func next() -> Lap {
        let ended = current
        current = Lap(index: ended.index + 1, told: laps[ended.index + 1])
        return ended
    }
}
