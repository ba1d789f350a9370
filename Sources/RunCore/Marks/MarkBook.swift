/// Keeps what the person marked in a run: marks, and the ends of named segments.
///
/// It changes nothing about the run. How far along it a mark lies, the engine's books say; where
/// it lies, the fixes around it.
struct MarkBook: Equatable, Sendable {
    private var trail = PlaceTrail()
    private var marks: [Entry] = []
    private var ends: [(key: Milestone.Key, mark: SegmentMark)] = []
    /// Marks from this one on wait for a fix after them.
    private var firstUnsettled = 0

    private struct Entry: Equatable, Sendable {
        var key: Milestone.Key
        var text: String?
        var place: MarkPlace?
        /// Metres along the run, where the books are closed already.
        var estimate: Double?
    }

    static func == (a: MarkBook, b: MarkBook) -> Bool {
        a.trail == b.trail && a.marks == b.marks && a.ends.elementsEqual(b.ends, by: ==)
    }

    /// - Parameter distance: metres measured so far, this event included.
    mutating func take(_ event: Event, distance: Double) {
        switch event.payload {
        case .fix(let fix):
            // A fix that was long on its way says little of where one is.
            guard event.arrival - event.time <= Elapsed(microseconds: 3_000_000) else { return }
            trail.add(fix, at: event.time, distance: distance)
            settle()
        case .mark(let mark):
            marks.append(
                Entry(
                    key: Milestone.Key(event), text: mark.text, place: trail.place(at: event.time),
                    estimate: trail.distance(at: event.time)))
        case .segment(let mark): ends.append((Milestone.Key(event), mark))
        case .start, .steps, .foot, .heart, .acceleration, .pressure, .pause, .resume, .lap,
            .restart, .stop:
            break
        }
    }

    /// A place becomes better with the first fix after it.
    private mutating func settle() {
        guard firstUnsettled < marks.count, let latest = trail.latest else { return }
        for index in firstUnsettled..<marks.count where marks[index].place?.age != 0 {
            marks[index].place = trail.place(at: marks[index].key.time) ?? marks[index].place
        }
        while firstUnsettled < marks.count, marks[firstUnsettled].key.time < latest {
            firstUnsettled += 1
        }
    }

    // MARK: - Reading

    /// The marks in the order of their time.
    func placed(_ milestones: [Milestone]) -> [PlacedMark] {
        let known = Self.byKey(milestones)
        var placed = marks.enumerated().map { index, entry in
            PlacedMark(
                number: index + 1, time: entry.key.time,
                distance: known[entry.key]?.distance ?? entry.estimate ?? 0, text: entry.text,
                place: entry.place)
        }
        placed.sort { ($0.time, $0.number) < ($1.time, $1.number) }
        for index in placed.indices.dropFirst() {
            placed[index].leg = MarkLeg(from: placed[index - 1], to: placed[index])
        }
        return placed
    }

    /// The segments in the order of their beginnings.
    func segments(_ milestones: [Milestone], end: Milestone) -> [NamedSegment] {
        let known = Self.byKey(milestones)
        var segments: [NamedSegment] = []
        var begun: [(name: String, at: Milestone)] = []
        for (key, mark) in ends.sorted(by: { $0.key.time < $1.key.time }) {
            guard let milestone = known[key] else { continue }
            if mark.isStart {
                begun.append((mark.name, milestone))
                continue
            }
            guard let index = begun.lastIndex(where: { $0.name == mark.name }) else { continue }
            segments.append(
                NamedSegment(mark.name, from: begun.remove(at: index).at, to: milestone))
        }
        for open in begun {
            var segment = NamedSegment(open.name, from: open.at, to: end)
            segment.isOpen = true
            segments.append(segment)
        }
        return segments.sorted { $0.from < $1.from }
    }

    private static func byKey(_ milestones: [Milestone]) -> [Milestone.Key: Milestone] {
        Dictionary(milestones.map { ($0.key, $0) }) { first, _ in first }
    }
}

/// What the books say of a moment.
struct Milestone: Equatable, Sendable {
    /// Which event asked for it.
    struct Key: Hashable, Sendable {
        var time: Instant
        var arrival: Instant

        init(_ event: Event) {
            time = min(event.time, event.arrival)
            arrival = event.arrival
        }

        init(time: Instant) {
            self.time = time
            arrival = time
        }
    }

    var key: Key
    /// Measured metres from the start.
    var distance = 0.0
    /// Time without pauses.
    var active = Elapsed.zero
    var steps = 0
}

extension MarkLeg {
    /// The way between two marks.
    package init(from first: PlacedMark, to second: PlacedMark) {
        self.init(from: first.number)
        if let before = first.distance, let after = second.distance {
            distance = max(0, after - before)
        }
        if let a = first.place?.coordinate, let b = second.place?.coordinate {
            straight = Geodesic.distance(from: a, to: b)
            bearing = Geodesic.bearing(from: a, to: b)
        }
    }
}

extension NamedSegment {
    fileprivate init(_ name: String, from: Milestone, to: Milestone) {
        self.init(
            name: name, from: from.key.time, to: to.key.time,
            distance: max(0, to.distance - from.distance),
            active: max(.zero, to.active - from.active), steps: max(0, to.steps - from.steps))
    }
}
