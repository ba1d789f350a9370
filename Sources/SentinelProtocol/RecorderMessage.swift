/// What a recorder says to its sentinel. Every message renews the lease.
package enum RecorderMessage: Hashable, Sendable {
    /// Watch me; the bank of sounds travels as a descriptor with this line.
    case arm(AlarmToken, AlarmSettings, watch: Bool)
    /// I am well, and will be silent for up to `announce` milliseconds (0: the usual).
    case beat(announce: Int64)
    case off
    case fire(FireReason)
    /// The run whose end you sounded goes on.
    case resumed

    /// Longest silence that a beat may announce, in milliseconds.
    package static let longestAnnouncement: Int64 = 60_000

    package var line: String {
        switch self {
        case .arm(let token, let settings, let watch):
            Wire.line(
                "ARM",
                [("token", token.description), ("watch", watch ? nil : "0")] + settings.fields)
        case .beat(let announce):
            Wire.line("BEAT", [("announce", announce > 0 ? String(announce) : nil)])
        case .off: "OFF"
        case .fire(let reason): Wire.line("FIRE", [("reason", reason.rawValue)])
        case .resumed: "RESUMED"
        }
    }

    /// - Returns: nil for a line that this version does not know.
    package init?(line: some StringProtocol) {
        guard let (verb, fields) = Wire.parse(line) else { return nil }
        switch verb {
        case "ARM":
            guard let token = fields["token"].flatMap({ AlarmToken($0) }),
                let settings = AlarmSettings(fields: fields)
            else { return nil }
            self = .arm(token, settings, watch: fields["watch"] != "0")
        case "BEAT":
            let announce = fields["announce"].flatMap { Int64($0) } ?? 0
            self = .beat(announce: min(max(announce, 0), Self.longestAnnouncement))
        case "OFF": self = .off
        case "FIRE":
            guard let reason = fields["reason"].flatMap({ FireReason(rawValue: $0) })
            else { return nil }
            self = .fire(reason)
        case "RESUMED": self = .resumed
        default: return nil
        }
    }
}
