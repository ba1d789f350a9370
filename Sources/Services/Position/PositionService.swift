package import RunCore

/// How a position service of a phone is doing.
package enum PositionState: Equatable, Sendable {
    case off
    /// Asked for, and not yet answered.
    case starting
    /// It works; fixes come as the sky allows.
    case working
    /// It does not, for this cause, in words for people.
    case failed(String)
}

/// What a position service tells.
package enum PositionEvent: Equatable, Sendable {
    case fix(Fix)
    case state(PositionState)
}
