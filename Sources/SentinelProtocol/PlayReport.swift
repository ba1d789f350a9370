/// How one pass went: what the device took, and when.
package struct PlayReport: Hashable, Sendable {
    /// ALSA name of the device that played last.
    package var device: String
    /// Format, rate and channels as the device took them, such as `S16_LE 48000 Hz 2 ch`.
    package var format: String
    /// Frames of the sound that the device accepted, the lead-in not counted.
    package var frames: Int64
    /// From the trigger to the first frame that the device accepted, in microseconds.
    package var firstFrame: Int64
    /// From the trigger to the end of the pass, in microseconds.
    package var total: Int64
    /// Delay between a frame's acceptance and its sound, as the device said, in microseconds.
    package var latency: Int64
    /// Underruns and suspends that were got over.
    package var recoveries: Int

    package init(
        device: String = "", format: String = "", frames: Int64 = 0, firstFrame: Int64 = 0,
        total: Int64 = 0, latency: Int64 = 0, recoveries: Int = 0
    ) {
        self.device = device
        self.format = format
        self.frames = frames
        self.firstFrame = firstFrame
        self.total = total
        self.latency = latency
        self.recoveries = recoveries
    }

    var fields: [(String, String?)] {
        [
            ("device", device), ("format", format), ("frames", String(frames)),
            ("first", String(firstFrame)), ("total", String(total)), ("latency", String(latency)),
            ("recoveries", String(recoveries)),
        ]
    }

    init(fields: [String: String]) {
        func number(_ name: String) -> Int64 { fields[name].flatMap { Int64($0) } ?? 0 }
        self.init(
            device: fields["device"] ?? "", format: fields["format"] ?? "",
            frames: number("frames"), firstFrame: number("first"), total: number("total"),
            latency: number("latency"), recoveries: Int(clamping: number("recoveries")))
    }
}
