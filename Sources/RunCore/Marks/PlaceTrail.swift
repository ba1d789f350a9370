/// Where and how far along the run somebody was at any moment of it, from what the receiver said.
///
/// The last ten minutes are kept second by second, what is older every ten seconds: enough to place
/// a mark that is set afterwards, and little memory for a day.
package struct PlaceTrail: Equatable, Sendable {
    private var old: [Spot] = []
    private var recent: [Spot] = []

    private struct Spot: Equatable, Sendable {
        var time: Instant
        /// Measured metres from the start of the run.
        var distance: Double
        var coordinate: Coordinate
        var altitude: Double?
        var eph: Double?
    }

    private static let step = Elapsed(microseconds: 900_000)
    private static let oldStep = Elapsed(microseconds: 10_000_000)
    private static let mostRecent = 700
    /// Between two fixes no farther apart than this, a straight line is a good guess.
    private static let joined = 10.0
    /// The place of a fix that is this old, or comes this late, says nothing any more, s.
    private static let reach = 30.0

    package init() {}

    /// Takes a position that is believed; others are passed over.
    /// - Parameter distance: metres measured so far.
    package mutating func add(_ fix: Fix, at time: Instant, distance: Double = 0) {
        guard fix.mode >= 2, let coordinate = fix.coordinate, coordinate.isValid else { return }
        if let last = recent.last ?? old.last, time - last.time < Self.step { return }
        recent.append(
            Spot(
                time: time, distance: distance, coordinate: coordinate, altitude: fix.altitude,
                eph: fix.believableEph))
        if recent.count > Self.mostRecent { thinOut() }
    }

    /// Where it was at a moment, between the fixes around it; nil if none was near in time.
    package func place(at moment: Instant) -> MarkPlace? {
        let (before, after) = around(moment)
        let early = before.map { (moment - $0.time).seconds } ?? .infinity
        let late = after.map { ($0.time - moment).seconds } ?? .infinity
        guard min(early, late) <= Self.reach else { return nil }
        if let before, let after, early + late <= Self.joined, late > 0 {
            return Self.between(before, after, share: early / (early + late))
        }
        return (early <= late ? before : after).map { spot in
            MarkPlace(
                coordinate: spot.coordinate, altitude: spot.altitude, eph: spot.eph,
                age: min(early, late))
        }
    }

    /// How far along the run it was at a moment, in metres; nil where there was no fix at all.
    package func distance(at moment: Instant) -> Double? {
        switch around(moment) {
        case (let before?, let after?):
            let share =
                (moment - before.time).seconds / max((after.time - before.time).seconds, 1e-6)
            return before.distance + (after.distance - before.distance) * share
        case (let spot?, nil), (nil, let spot?): return spot.distance
        case (nil, nil): return nil
        }
    }

    private func around(_ moment: Instant) -> (before: Spot?, after: Spot?) {
        let isRecent = recent.first.map { $0.time <= moment } ?? false
        let spots = isRecent ? recent : old
        var low = 0
        var high = spots.count
        while low < high {
            let middle = (low + high) / 2
            if spots[middle].time <= moment { low = middle + 1 } else { high = middle }
        }
        let before = low > 0 ? spots[low - 1] : nil
        let after = low < spots.count ? spots[low] : isRecent ? nil : recent.first
        return (before, after)
    }

    private static func between(_ a: Spot, _ b: Spot, share: Double) -> MarkPlace {
        var east = b.coordinate.longitude - a.coordinate.longitude
        if east > 180 { east -= 360 } else if east < -180 { east += 360 }
        var longitude = a.coordinate.longitude + east * share
        if longitude > 180 { longitude -= 360 } else if longitude < -180 { longitude += 360 }
        let latitude =
            a.coordinate.latitude + (b.coordinate.latitude - a.coordinate.latitude) * share
        var altitude: Double?
        if let low = a.altitude, let high = b.altitude { altitude = low + (high - low) * share }
        let nearest = min(share, 1 - share) * (b.time - a.time).seconds
        return MarkPlace(
            coordinate: Coordinate(latitude: latitude, longitude: longitude), altitude: altitude,
            eph: [a.eph, b.eph].compactMap { $0 }.max(), age: nearest)
    }

    /// The latest moment of which it knows the place.
    package var latest: Instant? { (recent.last ?? old.last)?.time }

    private mutating func thinOut() {
        let half = recent.count / 2
        for spot in recent.prefix(half) {
            if let last = old.last, spot.time - last.time < Self.oldStep { continue }
            old.append(spot)
        }
        recent.removeFirst(half)
    }
}
