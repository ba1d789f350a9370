/// What is said on `alert.sock`, which is there as long as one sentinel sounds or is about to sound again.
package enum VisitorMessage: Hashable, Sendable {
    /// The user has noticed: finish the pass and be quiet.
    case acknowledge
    /// A recorder goes on with the run.
    case resumed
    /// Another sentinel has something to sound; the connection closes when it may.
    case wait(AlarmToken)

    package var line: String {
        switch self {
        case .acknowledge: "ACK"
        case .resumed: "RESUMED"
        case .wait(let token): Wire.line("WAIT", [("token", token.description)])
        }
    }

    package init?(line: some StringProtocol) {
        guard let (verb, fields) = Wire.parse(line) else { return nil }
        switch verb {
        case "ACK": self = .acknowledge
        case "RESUMED": self = .resumed
        case "WAIT":
            guard let token = fields["token"].flatMap({ AlarmToken($0) }) else { return nil }
            self = .wait(token)
        default: return nil
        }
    }
}

/// The sounding sentinel's answer to a visitor.
package enum VisitorReply: String, Hashable, Sendable {
    /// It will be done.
    case taken = "TAKEN"
    /// Your alarm is already being sounded, or another waiter will sound after this one.
    case absorbed = "ABSORBED"
    case notUnderstood = "UNKNOWN"
}
