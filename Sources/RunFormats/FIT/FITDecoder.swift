import RunCore

/// Makes elements of a run out of FIT messages.
struct FITDecoder {
    private var header = Activity.Header()
    private var totals = Activity.Totals()
    private var didSendHeader = false
    private var clock = FITClock()
    private var isTimerStopped = false
    private var accumulator = FITAccumulator()
    /// Records whose time counts from a power-up that no calendar knows.
    private(set) var undatedRecords = 0

    mutating func take(
        _ message: FITMessage, timeOffset: UInt8?, into elements: inout [Element]
    ) {
        let stamp = clock.stamp(of: message, timeOffset: timeOffset)
        switch FITProfile.Message(rawValue: message.definition.global) {
        case .record: takeRecord(message, stamp, &elements)
        case .event: takeEvent(message, stamp, &elements)
        case .lap: takeLap(message, &elements)
        case .session: takeSession(message)
        case .fileID: clock.created = message.integer(4).flatMap { UInt32(exactly: $0) }
        case .sport: header.kind = kind(message, field: 0) ?? header.kind
        case .deviceInfo, .activity, .fileCreator, nil: break
        }
    }

    mutating func finish(into elements: inout [Element]) {
        elements.append(.header(header))
        elements.append(.totals(totals))
    }

    private mutating func takeRecord(
        _ message: FITMessage, _ stamp: UInt32?, _ elements: inout [Element]
    ) {
        // What is recorded while the timer stands still belongs to the pause.
        guard !isTimerStopped else { return }
        var record = FITRecord()
        for field in message.definition.fields { record.take(field, of: message, &accumulator) }
        record.point.time = clock.time(stamp)
        if stamp != nil, record.point.time == nil { undatedRecords += 1 }
        sendHeader(record.point.time, &elements)
        elements.append(.point(record.finished()))
    }

    private mutating func sendHeader(_ start: WallTime?, _ elements: inout [Element]) {
        guard !didSendHeader else { return }
        didSendHeader = true
        header.start = header.start ?? start
        elements.append(.header(header))
    }

    private mutating func takeEvent(
        _ message: FITMessage, _ stamp: UInt32?, _ elements: inout [Element]
    ) {
        let time = clock.time(stamp)
        switch (message.integer(0), message.integer(1)) {
        case (0, 0):
            if isTimerStopped || !didSendHeader {
                sendHeader(time, &elements)
                elements.append(.resume(time))
            }
            isTimerStopped = false
        case (0, 1), (0, 4), (0, 8), (0, 9):
            if !isTimerStopped, didSendHeader { elements.append(.pause(time)) }
            isTimerStopped = true
        case (32, _):
            elements.append(.mark(Activity.Waypoint(time: time)))
        default: break
        }
    }

    private func takeLap(_ message: FITMessage, _ elements: inout [Element]) {
        guard let start = message.integer(2).flatMap({ clock.time(UInt32(exactly: $0)) }) else {
            return
        }
        let elapsed = message.integer(7).map { Double($0) / 1_000 }
        let stamp = message.integer(253).flatMap { clock.time(UInt32(exactly: $0)) }
        let end = elapsed.map { start + Elapsed(seconds: $0) } ?? stamp ?? start
        let active = message.integer(8).map { Double($0) / 1_000 }
        let foot = kind(message, field: 25) ?? header.kind
        elements.append(
            .lap(
                Activity.Lap(
                    start: start, end: end, active: active ?? (end - start).seconds,
                    distance: message.integer(9).map { Double($0) / 100 } ?? 0,
                    steps: steps(message, foot))))
    }

    private mutating func takeSession(_ message: FITMessage) {
        header.kind = kind(message, field: 5) ?? header.kind
        if let start = message.integer(2).flatMap({ clock.time(UInt32(exactly: $0)) }) {
            header.start = min(header.start ?? start, start)
        }
        // A file of several sessions is one run with all of them.
        func add(_ total: inout Double?, _ field: UInt8, _ scale: Double) {
            if let value = message.integer(field) { total = (total ?? 0) + Double(value) / scale }
        }
        add(&totals.elapsed, 7, 1_000)
        add(&totals.active, 8, 1_000)
        add(&totals.deviceDistance, 9, 100)
        if let steps = steps(message, header.kind) { totals.steps = (totals.steps ?? 0) &+ steps }
    }

    /// Cycles are strides of one foot, unless wheels or pedals made them.
    private func steps(_ message: FITMessage, _ kind: Kind) -> Int? {
        switch kind {
        case .run, .walk, .hike:
            message.integer(10).flatMap { UInt32(exactly: $0) }.map { Int($0) * 2 }
        case .ride, .other: nil
        }
    }

    private func kind(_ message: FITMessage, field: UInt8) -> Kind? {
        message.integer(field).map { FITProfile.kind(sport: $0) }
    }
}

/// FIT's timestamps: whole, shortened to five bits, or counted from power-up.
struct FITClock {
    /// When the file was made.
    var created: UInt32?
    private var last: UInt32?
    private var first: UInt32?

    mutating func stamp(of message: FITMessage, timeOffset: UInt8?) -> UInt32? {
        if let timeOffset {
            guard let before = last else { return nil }
            let low = UInt32(timeOffset)
            let next = (before & ~0x1F) | low
            last = low >= before & 0x1F ? next : next &+ 0x20
            return last
        }
        guard let whole = message.integer(253).flatMap({ UInt32(exactly: $0) }) else { return nil }
        last = whole
        first = first ?? whole
        return whole
    }

    /// A clock that counts from power-up is put on the calendar by the time at which the file was made.
    func time(_ stamp: UInt32?) -> WallTime? {
        guard let stamp else { return nil }
        if stamp >= FITProfile.firstAbsolute { return FITProfile.time(stamp) }
        guard let first, let created, created >= FITProfile.firstAbsolute, stamp >= first else {
            return nil
        }
        return FITProfile.time(created) + Elapsed(seconds: Double(stamp - first))
    }
}
