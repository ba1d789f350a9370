/// A moment at which the person marked something.
struct Boundary: Equatable, Sendable {
    var key: Milestone.Key
    /// The section that ends there.
    var section: Int
}

/// The books of a run: cells from the start to now, contiguous, and complete at any moment.
///
/// The cells from `tail` on lie behind the last adequate fix (or start, or resume); nobody knows
/// yet whose they are. Closing the tail gives them their source.
struct Timeline: Equatable, Sendable {
    var cells: [Cell]
    /// Index of the first cell that is not decided.
    var tail = 0
    /// Number of the section that goes on.
    private(set) var section = 0
    /// What the latest `close` changed, for undoing it.
    var lastClosed = (index: 0, opensSpan: true, why: SpanCause.start)
    /// The sum over the first cells, as far as it is known; only a cache.
    private var summed = (count: 0, metres: 0.0)
    private(set) var recent = RecentIntervals()

    init(start: Instant) {
        cells = [Cell(from: start, to: .distantFuture, why: .start, section: 0, opensSpan: true)]
    }

    static func == (a: Timeline, b: Timeline) -> Bool {
        a.cells == b.cells && a.tail == b.tail && a.section == b.section
    }

    /// When the undecided time began.
    var tailStart: Instant { cells[tail].from }

    /// Measured metres of everything decided.
    mutating func decidedDistance() -> Double {
        // The last decided cell still grows; everything before it is summed once.
        let stable = max(0, tail - 1)
        if summed.count > stable { summed = (0, 0) }
        while summed.count < stable {
            summed.metres += cells[summed.count].distance
            summed.count += 1
        }
        return tail > 0 ? summed.metres + cells[tail - 1].distance : 0
    }

    /// Cells up to this index have changed, or have moved.
    mutating func changed(from index: Int) {
        if index < summed.count { summed = (0, 0) }
    }

    mutating func remember(_ interval: MotionInterval) { recent.append(interval) }

    // MARK: Closing

    /// How the undecided time ends.
    enum Verdict: Equatable {
        /// A fix ends it before it was an outage.
        case gps
        /// It was an outage; `chord` is the straight line across it in metres, if there is one.
        case outage(Coverage, why: SpanCause, chord: Double)
        /// It was a pause.
        case paused
    }

    /// Gives the undecided time up to that moment its source; what follows is undecided.
    mutating func close(at moment: Instant, as verdict: Verdict) {
        lastClosed = (tail, cells[tail].opensSpan, cells[tail].why)
        if verdict == .gps, extendLast(to: moment) { return }
        let start = tail
        var end = cut(at: moment)
        switch verdict {
        case .gps:
            for index in start..<end {
                cells[index].source = .gps
                cells[index].isBackfill = false
            }
        case .paused:
            for index in start..<end { cells[index].source = .paused }
        case .outage(let coverage, let why, let chord):
            end = label(start..<end, coverage, why)
            if end > start { cells[start].chord = chord }
        }
        tail = end
        changed(from: start)
        settleTail()
    }

    /// The usual second: a fix follows a fix. Nothing is split, the gps cell only grows.
    private mutating func extendLast(to moment: Instant) -> Bool {
        guard tail > 0, tail == cells.count - 1, !cells[tail].opensSpan,
            cells[tail - 1].source == .gps, cells[tail - 1].section == cells[tail].section,
            moment >= cells[tail].from
        else { return false }
        let later = recent.part(after: moment, upTo: .distantFuture)
        cells[tail - 1].counted += cells[tail].counted - later
        cells[tail - 1].to = moment
        cells[tail].counted = later
        cells[tail].from = moment
        cells[tail].isBackfill = false
        return true
    }

    /// Gives the cells of an outage their sources by what steps cover of it. Returns the new end.
    private mutating func label(
        _ range: Range<Int>, _ coverage: Coverage, _ why: SpanCause
    ) -> Int {
        var end = range.upperBound
        guard end > range.lowerBound else { return end }
        let covered = coverage.range(in: cells[range.lowerBound].from, cells[end - 1].to)
        let before = cells.count
        if let covered {
            cutSilent(range.lowerBound..<end, at: covered.start, leftIsEmpty: true)
            end = range.upperBound + cells.count - before
            cutSilent(range.lowerBound..<end, at: covered.end, leftIsEmpty: false)
            end = range.upperBound + cells.count - before
        }
        for index in range.lowerBound..<end {
            let inside =
                covered.map { cells[index].from >= $0.start && cells[index].to <= $0.end } ?? false
            cells[index].source = inside ? .pedometer : .none
            cells[index].opensSpan = index == range.lowerBound
            cells[index].why = index == range.lowerBound ? why : inside ? .stepping : .silent
        }
        return end
    }

    /// Splits undecided cells at a moment before or after which nothing was counted.
    private mutating func cutSilent(_ range: Range<Int>, at moment: Instant, leftIsEmpty: Bool) {
        for index in range where cells[index].from < moment && moment < cells[index].to {
            var right = cells[index]
            right.from = moment
            right.opensSpan = false
            right.chord = 0
            cells[index].to = moment
            if leftIsEmpty {
                cells[index].counted = MotionInterval.Part()
            } else {
                right.counted = MotionInterval.Part()
            }
            cells.insert(right, at: index + 1)
            return
        }
    }

    /// Splits the undecided time at that moment. Returns the index of the first cell behind it.
    mutating func cut(at moment: Instant) -> Int {
        var index = cells.count - 1
        while index > tail, cells[index].from >= moment { index -= 1 }
        if cells[index].from >= moment { return index }
        guard moment < cells[index].to else { return index + 1 }
        var right = cells[index]
        right.from = moment
        right.counted = recent.part(after: moment, upTo: right.to)
        right.counted.steps = min(right.counted.steps, cells[index].counted.steps)
        right.counted.micrometres = min(right.counted.micrometres, cells[index].counted.micrometres)
        right.opensSpan = false
        right.isBackfill = false
        right.chord = 0
        cells[index].counted -= right.counted
        cells[index].to = moment
        cells.insert(right, at: index + 1)
        return index + 1
    }

    /// Joins the cells behind a close that only the old tail kept apart.
    private mutating func settleTail() {
        guard tail < cells.count else { return }
        cells[tail].opensSpan = false
        cells[tail].isBackfill = false
        while tail + 1 < cells.count, cells[tail + 1].section == cells[tail].section {
            cells[tail].counted += cells[tail + 1].counted
            cells[tail].to = cells[tail + 1].to
            cells.remove(at: tail + 1)
        }
        for index in tail..<cells.count { cells[index].isBackfill = false }
    }

    // MARK: Marks in the undecided time

    /// The undecided time begins a span of its own, whatever lies before it.
    mutating func openSpan(why: SpanCause) {
        cells[tail].opensSpan = true
        cells[tail].why = why
    }

    /// The undecided time up to that moment will have been rolled up, if it becomes an outage.
    mutating func markBackfill(upTo moment: Instant) {
        for index in tail..<cut(at: moment) { cells[index].isBackfill = true }
    }

    /// Begins a new section at that moment, or at the beginning of the undecided time if that is later.
    mutating func beginSection(at moment: Instant) {
        section += 1
        for index in cut(at: moment)..<cells.count { cells[index].section = section }
    }

    /// Takes the latest `close` back: what it decided is undecided again.
    mutating func reopen() {
        tail = lastClosed.index
        for index in tail..<cells.count {
            cells[index].source = .gps
            cells[index].opensSpan = false
            cells[index].path = 0
            cells[index].chord = 0
        }
        cells[tail].opensSpan = lastClosed.opensSpan
        cells[tail].why = lastClosed.why
        changed(from: tail)
    }

    /// Forgets everything after that moment, which `close` has decided up to.
    mutating func end() { cells.removeSubrange(tail...) }
}
