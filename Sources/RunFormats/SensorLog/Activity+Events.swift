package import RunCore

extension Activity {
    /// The run as a recorder would have heard it, on a boot clock that begins at the start.
    ///
    /// This is how a file of another program becomes a run of ours: the engine measures it anew.
    /// Points without a time are left out; the device's distance is not an event and stays beside.
    /// - Returns: nothing if nothing in the run has a time.
    package func events() -> [Event] {
        guard let base = beginning else { return [] }
        var queue = EventQueue(base: base)
        queue.add(
            .start(
                RunStart(
                    wall: base, zone: header.zone, activity: header.kind.rawValue,
                    note: header.note ?? header.name, deviceDistance: totals.deviceDistance)),
            at: base, rank: .start)
        var end = base
        for (index, segment) in segments.enumerated() {
            let begun = segment.start ?? segment.points.first { $0.time != nil }?.time
            guard let begun else { continue }
            if index > 0, begun > end { queue.add(.resume, at: begun, rank: .resume) }
            var last = begun
            for point in segment.points {
                guard let time = point.time else { continue }
                last = max(last, time)
                for payload in point.payloads { queue.add(payload, at: time, rank: .sample) }
            }
            end = max(end, segment.end ?? last, last)
            if index + 1 < segments.count { queue.add(.pause, at: end, rank: .pause) }
        }
        for lap in laps.dropLast() { queue.add(.lap, at: lap.end, rank: .lap) }
        for mark in marks {
            guard let time = mark.time else { continue }
            queue.add(.mark(Mark(text: mark.text)), at: time, rank: .lap)
        }
        queue.add(.stop, at: end, rank: .stop)
        return queue.events(through: end)
    }

    /// The start as told if points do not begin earlier.
    private var beginning: WallTime? {
        let firsts = segments.compactMap { segment in
            segment.start ?? segment.points.first { $0.time != nil }?.time
        }
        guard let first = firsts.min() else { return nil }
        guard let start = header.start, start <= first else { return first }
        return start
    }
}

extension Point {
    /// What the sensors must have said at this point.
    fileprivate var payloads: [Event.Payload] {
        var payloads: [Event.Payload] = []
        if let heart, heart > 0 { payloads.append(.heart(HeartReading(bpm: heart))) }
        if let coordinate, coordinate.isValid {
            if let cadence { payloads.append(.foot(FootReading(cadence: cadence))) }
            payloads.append(
                .fix(
                    Fix(
                        mode: altitude == nil ? 2 : 3, coordinate: coordinate, altitude: altitude,
                        time: time, speed: speed)))
        } else if distance != nil || speed != nil || cadence != nil {
            payloads.append(
                .foot(FootReading(speed: speed, cadence: cadence, distance: distance)))
        }
        return payloads
    }
}

/// Puts events in the order of their time, and at the same time in an order that makes sense.
private struct EventQueue {
    enum Rank: Int {
        case start
        case resume
        case sample
        case lap
        case pause
        case stop
    }

    private let base: WallTime
    private var items: [(time: Int64, rank: Int, payload: Event.Payload)] = []

    init(base: WallTime) { self.base = base }

    mutating func add(_ payload: Event.Payload, at time: WallTime, rank: Rank) {
        items.append(((time - base).microseconds, rank.rawValue, payload))
    }

    /// Nothing is left of what lies before the start or after the end.
    func events(through end: WallTime) -> [Event] {
        let last = (end - base).microseconds
        // Sorting by the place as well keeps equal ones in the order in which they came.
        let order = items.indices.sorted { a, b in
            (items[a].time, items[a].rank, a) < (items[b].time, items[b].rank, b)
        }
        return order.compactMap { index in
            let item = items[index]
            guard item.time >= 0, item.time <= last else { return nil }
            let moment = Instant(microseconds: item.time)
            return Event(time: moment, arrival: moment, payload: item.payload)
        }
    }
}
