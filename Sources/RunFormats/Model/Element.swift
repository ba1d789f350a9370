package import RunCore

/// A piece of a run on its way from a reader to a writer, so that neither holds the whole.
package enum Element: Equatable, Sendable {
    /// Comes first; may come again when a reader learns more before the first point.
    case header(Activity.Header)
    case point(Point)
    /// The end of a segment; the time is nil where the format does not tell it.
    case pause(WallTime?)
    case resume(WallTime?)
    case lap(Activity.Lap)
    case mark(Activity.Waypoint)
    /// Comes last, once.
    case totals(Activity.Totals)
}

/// Puts elements together again.
package struct ActivityCollector: Sendable {
    package private(set) var activity = Activity()
    private var isOpen = false

    package init() {}

    package mutating func add(_ element: Element) {
        switch element {
        case .header(let header): activity.header = header
        case .point(let point):
            open(at: nil)
            activity.segments[activity.segments.count - 1].points.append(point)
        case .pause(let time):
            if isOpen { activity.segments[activity.segments.count - 1].end = time }
            isOpen = false
        case .resume(let time): open(at: time)
        case .lap(let lap): activity.laps.append(lap)
        case .mark(let mark): activity.marks.append(mark)
        case .totals(let totals): activity.totals = totals
        }
    }

    private mutating func open(at time: WallTime?) {
        guard !isOpen else { return }
        activity.segments.append(Activity.Segment(start: time))
        isOpen = true
    }
}

extension Activity {
    /// Hands out the run in the order in which a streaming writer can use it: marks first.
    package func forEachElement<E: Error>(_ body: (Element) throws(E) -> Void) throws(E) {
        try body(.header(header))
        for mark in marks { try body(.mark(mark)) }
        for segment in segments {
            try body(.resume(segment.start))
            for point in segment.points { try body(.point(point)) }
            try body(.pause(segment.end))
        }
        for lap in laps { try body(.lap(lap)) }
        try body(.totals(totals))
    }
}
