/// Going on in another life of the process, because a driver's call did not return in this one.
extension SentinelMachine {
    /// All that has to be known to go on while a sound is made or a device is tried; nil in other states.
    package var baggage: String? {
        guard let token, let settings else { return nil }
        let phase: (name: String, word: String?)
        switch state {
        case .preparing: phase = ("trying", nil)
        case .playing(let cause): phase = ("playing", cause.word)
        case .reassuring: phase = ("reassuring", nil)
        case .noticing(let reason): phase = ("noticing", reason.rawValue)
        case .idle, .armed, .suspect, .wanting, .queued, .resting, .noticeWanted, .finished:
            return nil
        }
        return Wire.line(
            phase.name,
            [
                ("word", phase.word), ("token", token.description),
                ("watch", isWatching ? nil : "0"), ("passes", String(passesPlayed)),
                ("quieted", isQuieted ? "1" : nil), ("resumed", isResumed ? "1" : nil),
                ("silent", wasSilent ? "1" : nil),
            ] + settings.fields)
    }

    /// The machine as it was. Whoever waited on `alert.sock` finds his connection closed, and asks again.
    /// - Returns: nil unless `baggage` is what the property of that name gave.
    package init?(baggage: String, now: Int64) {
        guard let (name, fields) = Wire.parse(baggage),
            let token = fields["token"].flatMap({ AlarmToken($0) }),
            let settings = AlarmSettings(fields: fields)
        else { return nil }
        let word = fields["word"] ?? ""
        switch name {
        case "trying": state = .preparing
        case "reassuring": state = .reassuring
        case "playing":
            guard let cause = Cause(word: word) else { return nil }
            state = .playing(cause)
        case "noticing":
            guard let reason = FireReason(rawValue: word) else { return nil }
            state = .noticing(reason)
        default: return nil
        }
        self.token = token
        self.settings = settings
        isWatching = fields["watch"] != "0"
        lease = Lease(length: isWatching ? settings.lease : 0, now: now)
        passesPlayed = fields["passes"].flatMap { Int($0) } ?? 0
        isQuieted = fields["quieted"] == "1"
        isResumed = fields["resumed"] == "1"
        wasSilent = fields["silent"] == "1"
    }

    /// What to do first in the new life.
    package var continuation: Effect? {
        switch state {
        case .preparing: settings.map { .prepare($0) }
        case .playing: .play(.alert)
        case .reassuring: .play(.resumed)
        case .noticing(let reason): .play(reason.sound)
        case .idle, .armed, .suspect, .wanting, .queued, .resting, .noticeWanted, .finished: nil
        }
    }
}
