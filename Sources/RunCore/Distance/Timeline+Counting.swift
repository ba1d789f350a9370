extension Timeline {
    /// Books an interval into every cell that it touches. `none` that it covers becomes pedometer.
    mutating func add(_ interval: MotionInterval) {
        remember(interval)
        var index = cells.count - 1
        while index >= 0, cells[index].to >= interval.from {
            if index < tail, cells[index].source == .none { uncover(index, interval) }
            book(interval, index)
            index -= 1
        }
    }

    private mutating func book(_ interval: MotionInterval, _ index: Int) {
        let part = interval.part(after: cells[index].from, upTo: cells[index].to)
        guard part != MotionInterval.Part() else { return }
        cells[index].counted += part
        changed(from: index)
    }

    /// Turns the part of a `none` cell that the interval covers into pedometer.
    private mutating func uncover(_ index: Int, _ interval: MotionInterval) {
        let start = max(cells[index].from, interval.from)
        let end = min(cells[index].to, interval.to)
        guard start < end else { return }
        changed(from: index)
        if end < cells[index].to { split(index, at: end, why: .silent) }
        guard start > cells[index].from else {
            cells[index].source = .pedometer
            return
        }
        split(index, at: start, why: .stepping)
        cells[index + 1].source = .pedometer
        book(interval, index + 1)
    }

    /// Splits a decided cell in which nothing was counted.
    private mutating func split(_ index: Int, at moment: Instant, why: SpanCause) {
        var right = cells[index]
        right.from = moment
        right.why = why
        right.opensSpan = false
        right.chord = 0
        cells[index].to = moment
        cells.insert(right, at: index + 1)
        tail += 1
        if index < lastClosed.index { lastClosed.index += 1 }
    }

    /// Books metres along the fixes between two moments, both decided as gps.
    mutating func addPath(from start: Instant, to end: Instant, metres: Double) {
        var index = tail - 1
        while index > 0, cells[index].from >= end { index -= 1 }
        guard index >= 0 else { return }
        var rest = metres
        let length = Double(max(1, (end - start).microseconds))
        while index > 0, cells[index].from > start {
            if cells[index].source == .gps {
                let inside = min(cells[index].to, end) - max(cells[index].from, start)
                let share = metres * Double(inside.microseconds) / length
                cells[index].path += share
                rest -= share
                changed(from: index)
            }
            index -= 1
        }
        guard cells[index].source == .gps else { return }
        cells[index].path += rest
        changed(from: index)
    }
}
