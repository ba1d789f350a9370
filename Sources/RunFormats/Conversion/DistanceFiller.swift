import RunCore

/// Gives the points of files that know no distance one along the straight lines between them.
///
/// A file that has distances keeps its own. No line is drawn across a pause.
struct DistanceFiller {
    private var isNeeded: Bool?
    private var total = 0.0
    private var last: Coordinate?

    mutating func fill(_ element: Element) -> Element {
        switch element {
        case .point(var point):
            // The first point decides: a mixture would make distances go back.
            let isNeeded = self.isNeeded ?? (point.distance == nil)
            self.isNeeded = isNeeded
            guard isNeeded else { return element }
            if let place = point.coordinate, place.isValid {
                if let last { total += Geodesic.distance(from: last, to: place) }
                last = place
            }
            point.distance = total
            return .point(point)
        case .pause, .resume:
            last = nil
            return element
        case .totals(var totals):
            if isNeeded == true { totals.distance = totals.distance ?? total }
            return .totals(totals)
        case .header, .lap, .mark: return element
        }
    }
}
