/// What a sentinel found where it runs, once it was armed: for `runctl doctor`.
package struct SentinelFacts: Hashable, Sendable {
    /// The device that opened at the trial, or why none did, or why the first did not.
    package var device: String?
    package var trouble: String?
    /// Of the quietest control between the device and the loudspeaker, in percent; nil: it has no mixer.
    package var volume: Int?
    package var isMuted = false
    /// Bytes of memory that it may lock; nil: as many as it likes.
    package var lockable: Int64?
    /// It goes before everything that is not real-time.
    package var isUrgent = false
    /// Its control group.
    package var group = ""

    package init() {}

    var fields: [(String, String?)] {
        [
            ("device", device), ("trouble", trouble), ("volume", volume.map(String.init)),
            ("muted", isMuted ? "1" : nil), ("lockable", lockable.map(String.init)),
            ("urgent", isUrgent ? "1" : nil), ("group", group),
        ]
    }

    init(fields: [String: String]) {
        device = fields["device"]
        trouble = fields["trouble"]
        volume = fields["volume"].flatMap { Int($0) }
        isMuted = fields["muted"] == "1"
        lockable = fields["lockable"].flatMap { Int64($0) }
        isUrgent = fields["urgent"] == "1"
        group = fields["group"] ?? ""
    }
}
