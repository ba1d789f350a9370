/// What the machine is told: an event, or a conclusion from later events that belongs to a moment
/// in the past.
enum Order: Equatable, Sendable {
    case event(Event)
    /// From that moment on the fixes stand still while steps arrive.
    case indoor(since: Instant)
    /// The person stands since that moment.
    case autoPause(at: Instant)
    /// The person goes on since that moment.
    case autoResume(at: Instant)

    /// When it counts.
    var time: Instant {
        switch self {
        case .event(let event): event.time
        case .indoor(let time), .autoPause(let time), .autoResume(let time): time
        }
    }

    /// Whether an order of that time has its place before this one. Readings of steps and heart are
    /// spread over time by themselves and need no order.
    func comes(after moment: Instant) -> Bool {
        guard case .event(let event) = self else { return time > moment }
        switch event.payload {
        case .steps, .foot, .heart, .acceleration, .pressure, .restart, .start: return false
        case .fix, .pause, .resume, .lap, .mark, .segment, .stop: return time > moment
        }
    }
}
