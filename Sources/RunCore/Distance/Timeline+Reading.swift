extension Timeline {
    /// The spans up to a moment that everything is decided up to.
    func spans() -> [Span] {
        var spans: [Span] = []
        var outages: [(first: Int, chord: Double)] = []
        var index = 0
        while index < cells.count {
            let first = index
            index += 1
            while index < cells.count, !cells[index].opensSpan,
                cells[index].source == cells[first].source
            {
                index += 1
            }
            let span = span(of: cells[first..<index])
            if cells[first].opensSpan { outages.append((spans.count, cells[first].chord)) }
            if span.from < span.to { spans.append(span) }
        }
        for (number, outage) in outages.enumerated() where outage.chord > 0 {
            let next = number + 1 < outages.count ? outages[number + 1].first : spans.count
            Self.bridge(&spans[outage.first..<next], chord: outage.chord)
        }
        return spans
    }

    private func span(of cells: ArraySlice<Cell>) -> Span {
        var span = Span(
            source: cells[cells.startIndex].source, why: cells[cells.startIndex].why,
            from: cells[cells.startIndex].from, to: cells[cells.endIndex - 1].to)
        for cell in cells {
            span.distance += cell.distance
            span.steps += cell.steps
            if cell.isBackfill, cell.source == .pedometer { span.backfilled += cell.distance }
        }
        return span
    }

    /// Gives the `none` spans of one outage their share of the straight line across it, less what
    /// was measured within it.
    private static func bridge(_ spans: inout ArraySlice<Span>, chord: Double) {
        let silent = spans.reduce(Elapsed.zero) {
            $1.source == .none ? $0 + $1.duration : $0
        }
        guard silent > .zero else { return }
        let bridged = max(0, chord - spans.reduce(0) { $0 + $1.distance })
        for index in spans.indices where spans[index].source == .none {
            spans[index].estimated =
                bridged * Double(spans[index].duration.microseconds) / Double(silent.microseconds)
        }
    }

    /// Laps with what ended each; the last one goes on.
    /// - Parameter ends: for each section, the lap that ended with it, if one did.
    func laps(endedBy ends: [Lap.Cause?]) -> [Lap] {
        let causes = ends.compactMap { $0 }
        var laps: [Lap] = []
        var section = 0
        for cell in cells {
            let passed = ends[min(section, ends.count)..<min(cell.section, ends.count)]
            section = cell.section
            let ended = passed.count { $0 != nil }
            // More than one lap may end at one moment; all but the first took no time.
            let begun = laps.isEmpty ? ended + 1 : ended
            for _ in 0..<begun {
                let cause = laps.count < causes.count ? causes[laps.count] : .stop
                laps.append(
                    Lap(
                        from: cell.from, to: cell.from, distance: 0, active: .zero, steps: 0,
                        cause: cause))
            }
            let last = laps.count - 1
            laps[last].to = cell.to
            laps[last].distance += cell.distance
            laps[last].steps += cell.steps
            if cell.source != .paused {
                laps[last].active = laps[last].active + (cell.to - cell.from)
            }
        }
        return laps
    }

    /// What lies before each of these boundaries, which are in the order of their sections.
    func milestones(at boundaries: [Boundary]) -> [Milestone] {
        var sum = Milestone(key: Milestone.Key(time: .distantFuture))
        var index = 0
        return boundaries.map { boundary in
            while index < cells.count, cells[index].section <= boundary.section {
                sum.distance += cells[index].distance
                sum.steps += cells[index].steps
                if cells[index].source != .paused {
                    sum.active = sum.active + (cells[index].to - cells[index].from)
                }
                index += 1
            }
            sum.key = boundary.key
            return sum
        }
    }

    /// Changes between gps and pedometer, whatever lies between.
    func switches() -> Int {
        var count = 0
        var last: Source?
        for (index, cell) in cells.enumerated()
        where cell.source == .gps || cell.source == .pedometer {
            if let last, last != cell.source { count += 1 }
            // Two outages that touch: one fix came between and was the last for a while.
            let touches = index > 0 && cells[index - 1].source == .pedometer
            if cell.source == .pedometer, cell.opensSpan, touches { count += 2 }
            last = cell.source
        }
        return count
    }
}
