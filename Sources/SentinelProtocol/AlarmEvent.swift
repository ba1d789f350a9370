/// What a recorder learns about its alarm.
package enum AlarmEvent: Hashable, Sendable {
    /// A sentinel watches. `device` nil: no sound device opened at the trial, and `trouble` says why.
    case armed(pid: Int32, device: String?, trouble: String?)
    /// What the sentinel found where it runs; follows `armed`, and answers `check`.
    case facts(SentinelFacts)
    /// Nobody watches for now; it is tried again until `off`.
    case notArmed(String)
    /// The sentinel that watched is gone; another is being armed.
    case sentinelLost
    /// The alarm is off. Unconfirmed: the sentinel did not answer and was killed.
    case disarmed(confirmed: Bool)
    case sounding(Cause)
    case played(PlayReport)
    /// A sound was asked for and could not be made.
    case silent(String)
}

/// The state of the alarm, for status displays.
package enum AlarmStatus: Hashable, Sendable {
    case off
    case arming
    case armed(pid: Int32, device: String?)
    case unarmed(String)
}
