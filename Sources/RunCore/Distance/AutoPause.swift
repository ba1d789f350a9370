/// Pauses while the person stands, and goes on when they do.
///
/// Never from missing GPS: only fixes that stay in one place pause. Steps veto it. Going on takes
/// less than stopping: a few steps, or fixes that lead away.
struct AutoPause: Equatable, Sendable {
    private var place = StandstillMark()
    private let delay: Elapsed
    /// The run is paused, and it was this machine's doing.
    private(set) var isPausing = false

    /// Metres around the mark that count as standing, and those that count as having left.
    private static let standing = 5.0
    private static let leaving = 8.0
    /// Metres per second.
    private static let moving = 0.8
    private static let stepsToGoOn: Int64 = 4

    init(_ settings: EngineSettings) { delay = Elapsed(seconds: settings.autoPauseDelay) }

    /// Takes an adequate fix while running. Returns the moment at which the pause began.
    mutating func pauses(_ anchor: Anchor, steps: (_ since: Instant) -> Int64) -> Instant? {
        if let speed = anchor.fix.speed, speed >= Self.moving { place.reset() }
        // Who takes steps does not stand: the standing begins with the first fix after the last one.
        if let mark = place.mark, steps(mark.time) > 0 { place.reset() }
        guard place.stays(anchor, within: Self.standing), let mark = place.mark,
            anchor.time - mark.time >= delay
        else { return nil }
        return mark.time
    }

    /// Whether a fix leads away from where the person stood.
    func goesOn(_ anchor: Anchor) -> Bool {
        guard isPausing, let mark = place.mark else { return false }
        return Geodesic.distance(from: mark.place, to: anchor.place) > Self.leaving
    }

    /// Whether the steps counted since the pause began say that the person goes on.
    func goesOn(steps: Int64) -> Bool { isPausing && steps >= Self.stepsToGoOn }

    mutating func began() { isPausing = true }

    mutating func ended() {
        isPausing = false
        place.reset()
    }
}
