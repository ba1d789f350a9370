/// What a sentinel says to its recorder.
package enum SentinelMessage: Hashable, Sendable {
    /// Watching. `device` opened at the trial; nil: none did, and `trouble` says why.
    case armed(pid: Int32, device: String?, trouble: String?)
    /// What it found where it runs, after ARMED.
    case facts(SentinelFacts)
    /// The ARM could not be used.
    case refused(String)
    /// Are you there? Any message is an answer.
    case ask
    case offConfirmed
    case resumedConfirmed
    /// A sound begins, or waits for another sentinel's to end.
    case sounding(Cause)
    case played(PlayReport)
    /// No device took the sound; the other ways to be noticed were tried.
    case silent(String)

    package var line: String {
        switch self {
        case .armed(let pid, let device, let trouble):
            Wire.line("ARMED", [("pid", String(pid)), ("device", device), ("trouble", trouble)])
        case .facts(let facts): Wire.line("FACTS", facts.fields)
        case .refused(let reason): Wire.line("REFUSED", [("reason", reason)])
        case .ask: "ASK"
        case .offConfirmed: "OFFOK"
        case .resumedConfirmed: "RESUMEDOK"
        case .sounding(let cause): Wire.line("SOUNDING", [("cause", cause.word)])
        case .played(let report): Wire.line("PLAYED", report.fields)
        case .silent(let reason): Wire.line("SILENT", [("reason", reason)])
        }
    }

    /// - Returns: nil for a line that this version does not know.
    package init?(line: some StringProtocol) {
        guard let (verb, fields) = Wire.parse(line) else { return nil }
        switch verb {
        case "ARMED":
            guard let pid = fields["pid"].flatMap({ Int32($0) }), pid > 0 else { return nil }
            self = .armed(pid: pid, device: fields["device"], trouble: fields["trouble"])
        case "FACTS": self = .facts(SentinelFacts(fields: fields))
        case "REFUSED": self = .refused(fields["reason"] ?? "no reason given")
        case "ASK": self = .ask
        case "OFFOK": self = .offConfirmed
        case "RESUMEDOK": self = .resumedConfirmed
        case "SOUNDING":
            guard let cause = fields["cause"].flatMap({ Cause(word: $0) }) else { return nil }
            self = .sounding(cause)
        case "PLAYED": self = .played(PlayReport(fields: fields))
        case "SILENT": self = .silent(fields["reason"] ?? "no reason given")
        default: return nil
        }
    }
}
