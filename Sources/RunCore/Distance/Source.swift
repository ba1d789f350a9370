/// Where the distance of a stretch of time comes from.
package enum Source: String, Equatable, Sendable, CaseIterable {
    /// Adequate fixes.
    case gps
    /// Steps, or a foot pod.
    case pedometer
    /// Neither: distance holds.
    case none
    /// The person paused, or auto-pause did.
    case paused
}

/// Why a span began.
package enum SpanCause: String, Equatable, Sendable, CaseIterable {
    /// The run began.
    case start
    /// No adequate fix for the length of the timeout, or none on one side of the outage.
    case lost
    /// The first adequate fix after an outage.
    case regained
    /// A pause began.
    case paused
    /// A pause ended.
    case resumed
    /// Steps arrived while the fixes stood still.
    case indoor
    /// The recorder died and came back inside this outage.
    case interrupted
    /// A step source appeared within the outage.
    case stepping
    /// The step source fell silent within the outage.
    case silent
}
