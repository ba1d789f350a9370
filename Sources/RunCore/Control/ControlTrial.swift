/// What a person said when the alert was tried (`Trial` of the interface).
package struct ControlTrial: Equatable, Sendable {
    /// RFC 3339; nil: the clock was not set.
    package var at: String?
    package var heard: Bool
    package var device: String?

    package init(at: String?, heard: Bool, device: String?) {
        self.at = at
        self.heard = heard
        self.device = device
    }

    package var json: JSONObject {
        [
            "at": at.map { .string($0) }, "heard": .bool(heard),
            "device": device.map { .string($0) },
        ]
    }

    package init?(json: JSONObject) {
        guard let heard = json["heard"]?.bool else { return nil }
        self.init(at: json["at"]?.string, heard: heard, device: json["device"]?.string)
    }
}

/// What a sentinel found where it runs (`AlarmFacts` of the interface).
package struct ControlAlarmFacts: Equatable, Sendable {
    package var device: String?
    package var trouble: String?
    /// Percent; nil: the device has no mixer.
    package var volume: Int?
    package var isMuted: Bool
    /// Bytes; nil: no limit.
    package var lockable: Int64?
    package var isUrgent: Bool
    /// The sentinel would be killed together with rund.
    package var sharesGroup: Bool
    package var group: String

    package init(
        device: String?, trouble: String?, volume: Int?, isMuted: Bool, lockable: Int64?,
        isUrgent: Bool, sharesGroup: Bool, group: String
    ) {
        self.device = device
        self.trouble = trouble
        self.volume = volume
        self.isMuted = isMuted
        self.lockable = lockable
        self.isUrgent = isUrgent
        self.sharesGroup = sharesGroup
        self.group = group
    }

    package var json: JSONObject {
        [
            "device": device.map { .string($0) }, "trouble": trouble.map { .string($0) },
            "volume": volume.map { .integer(Int64($0)) }, "muted": .bool(isMuted),
            "lockable": lockable.map { .integer($0) }, "urgent": .bool(isUrgent),
            "sharesGroup": .bool(sharesGroup), "group": .string(group),
        ]
    }

    package init?(json: JSONObject) {
        guard let isMuted = json["muted"]?.bool, let isUrgent = json["urgent"]?.bool,
            let sharesGroup = json["sharesGroup"]?.bool
        else { return nil }
        self.init(
            device: json["device"]?.string, trouble: json["trouble"]?.string,
            volume: json["volume"]?.integer.flatMap { Int(exactly: $0) }, isMuted: isMuted,
            lockable: json["lockable"]?.integer, isUrgent: isUrgent, sharesGroup: sharesGroup,
            group: json["group"]?.string ?? "")
    }
}
