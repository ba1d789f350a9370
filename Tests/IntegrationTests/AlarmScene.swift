import Alert
import Glibc
import TestSupport

/// A recorder that arms its alarm, a sound device that keeps what it is given, and the sentinel between them.
final class AlarmScene {
    let box: Sandbox
    let sink: AudioSink
    let clip: Clip
    private(set) var recorder: Child

    /// - Parameters:
    ///   - file: what the alert file holds; nil: `clip` as 16-bit AIFF.
    ///   - settings: `key=value` for the recorder's `--set`.
    ///   - steps: what the recorder does.
    ///   - devices: further devices beside `default`.
    ///   - faults: how devices break, by name.
    init(
        in sandbox: Sandbox? = nil, clip: Clip = .chirp(), file: [UInt8]? = nil,
        settings: [String] = [],
        steps: [String] = ["arm", "live"], devices: [String] = [],
        faults: [String: [String]] = [:], configuration: String? = nil
    ) throws {
        self.clip = clip
        box = try sandbox ?? Sandbox()
        sink = try AudioSink(in: box, others: devices)
        for (device, words) in faults { try sink.set(words, device: device) }
        if let configuration {
            try Files.write(Files.text(sink.configuration) + configuration, to: sink.configuration)
        }
        try Files.makeFolder(box.path("run"))
        try Files.write(file ?? AIFFWriter.bytes(clip), to: box.path("alert.aiff"))
        var words = [
            Programs.built("fake-recorder"), "--alert", box.path("alert.aiff"), "--dir",
            box.path("run"), "--sentinel", Programs.built("run-sentinel"),
        ]
        for setting in settings { words += ["--set", setting] }
        command = words
        // Swift's own crash handler survives a signal that was only sent.
        box.environment["SWIFT_BACKTRACE"] = "enable=no"
        recorder = try box.start(words + steps, environment: sink.environment)
    }

    private let command: [String]

    /// Another life of the recorder.
    func restart(_ steps: [String] = ["arm", "live"], settings: [String] = []) throws {
        var words = command
        for setting in settings { words += ["--set", setting] }
        recorder = try box.start(words + steps, environment: sink.environment)
    }

    /// The last line of the recorder that begins with this event: its words after the time.
    func event(_ name: String) -> [String]? {
        recorder.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
            .last { $0.count > 1 && $0[1] == name }
            .map { Array($0.dropFirst(2)) }
    }

    /// Waits until a sentinel watches.
    /// - Returns: its process id.
    @discardableResult
    func armed() throws -> Int32 {
        guard eventually({ event("armed") != nil }),
            let pid = event("armed").flatMap({ Int32($0[0]) })
        else { throw Failure("not armed: \(recorder.output) \(recorder.errors)") }
        return pid
    }

    /// Arms, kills the recorder, and waits until the sentinel has ended.
    /// - Returns: the time of the kill, in seconds on the monotonic clock.
    @discardableResult
    func die(within seconds: Double = 30, _ meanwhile: () throws -> Void = {}) throws -> Double {
        let sentinel = try armed()
        let time = monotonicSeconds()
        recorder.signal(SIGKILL)
        try meanwhile()
        guard eventually(within: seconds, { Self.isGone(sentinel) }) else {
            throw Failure("the sentinel has not ended: \(recorder.errors)")
        }
        return time
    }

    static func isGone(_ pid: Int32) -> Bool {
        let fields = Files.text("/proc/\(pid)/stat").split(separator: ")")
        // A zombie has ended; nobody but its parent can tell more.
        return fields.last.map { $0.hasPrefix(" Z") } ?? true
    }

    /// What is wrong with what `device` was given, if it is not silence, the whole clip once, and silence.
    func complaint(_ device: String = "default", leadIn: Int = 0) -> String? {
        let plays = sink.plays(device)
        guard plays.count == 1 else { return "heard \(plays.count) times: \(sink.events(device))" }
        let heard = sink.samples(device)
        let start = leadIn * clip.channels
        guard heard.count >= start + clip.samples.count else {
            return "\(heard.count) of \(start + clip.samples.count) samples"
        }
        if let place = heard.prefix(start).firstIndex(where: { $0 != 0 }) {
            return "sound in the lead-in, at \(place)"
        }
        let sound = heard[start..<start + clip.samples.count]
        if let place = zip(sound, clip.samples).enumerated().first(where: { $1.0 != $1.1 }) {
            return "sample \(place.offset) is \(place.element.0), not \(place.element.1)"
        }
        if heard.dropFirst(start + clip.samples.count).contains(where: { $0 != 0 }) {
            return "something after the sound"
        }
        return nil
    }

    /// Seconds from `time` to the first frame that the device took.
    func firstFrame(after time: Double, _ device: String = "default") -> Double? {
        sink.events(device).first { $0.name == "first" && $0.time >= time }.map { $0.time - time }
    }
}

extension Clip {
    /// A rising tone without two equal stretches, so that a shift or a gap cannot go unseen.
    static func chirp(milliseconds: Int = 200, rate: Int = 48_000, channels: Int = 2) -> Clip {
        let frames = rate * milliseconds / 1000
        var samples: [Int16] = []
        for frame in 0..<frames {
            let time = Double(frame) / Double(rate)
            let wave = sin(2 * .pi * (300 + 1_500 * time) * time)
            for channel in 0..<channels {
                // The second channel is quieter: exchanged channels would be seen.
                let level = channel == 0 ? 20_000.0 : 12_000.0
                samples.append(Int16((wave * level).rounded()))
            }
        }
        // No silent sample at either end, which would hide a missing one.
        for channel in 0..<channels {
            samples[channel] = 1_234
            samples[samples.count - 1 - channel] = 4_321
        }
        return Clip(rate: rate, channels: channels, samples: samples)
    }
}
