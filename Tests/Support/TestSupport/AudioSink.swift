/// A sound device of the test's own that plays in real time and keeps what it was given.
///
/// It is an ALSA plug-in (Tests/Support/rtsink). Devices are named; the first is `default`.
package final class AudioSink {
    package let folder: String

    /// The file that ALSA_CONFIG_PATH must name.
    package var configuration: String { folder + "/asound.conf" }

    /// What a program needs to play here.
    package var environment: [String: String] { ["ALSA_CONFIG_PATH": configuration] }

    /// - Parameters:
    ///   - folder: made if absent; everybody may write there, as sound services have users of
    ///     their own.
    ///   - others: further devices that the configuration knows, each with files of its own.
    ///   - library: where programs find the plug-in.
    ///   - seenAs: the folder's name for the programs, where that is another (a container).
    package init(
        folder: String, others: [String] = [], library: String = AudioSink.library,
        seenAs: String? = nil
    ) throws(Failure) {
        self.folder = folder
        try Files.makeFolder(folder)
        Files.allowAll(folder)
        let inside = seenAs ?? folder
        var text = "pcm_type.rtsink { lib \"\(library)\" }\n"
        for name in ["default"] + others {
            text += """
                pcm.sink_\(name) {
                    type rtsink
                    file "\(inside)/\(name).raw"
                    log "\(inside)/\(name).log"
                    control "\(inside)/\(name).faults"
                }
                pcm.!\(name) { type plug slave.pcm "sink_\(name)" }

                """
        }
        try Files.write(text, to: configuration)
    }

    package convenience init(in sandbox: Sandbox, others: [String] = []) throws(Failure) {
        try self.init(folder: sandbox.path("sound"), others: others)
    }

    /// The plug-in as built with the tests.
    package static var library: String {
        Programs.buildFolder + "/libasound_module_pcm_rtsink.so"
    }

    /// How the device breaks from its next opening on; see rtsink.c for the words.
    package func set(_ faults: [String], device: String = "default") throws(Failure) {
        try Files.write(
            faults.map { $0 + "\n" }.joined(), to: "\(folder)/\(device).faults")
    }

    /// Forgets what was heard so far; the device must be closed.
    package func forget(_ device: String = "default") {
        Files.remove("\(folder)/\(device).raw")
        Files.remove("\(folder)/\(device).log")
    }

    /// Every byte that the device accepted, over all its openings.
    package func bytes(_ device: String = "default") -> [UInt8] {
        Files.bytes("\(folder)/\(device).raw") ?? []
    }

    /// The same as 16-bit samples, channels interleaved.
    package func samples(_ device: String = "default") -> [Int16] {
        let all = bytes(device)
        return stride(from: 0, to: all.count - 1, by: 2).map { index in
            Int16(bitPattern: UInt16(all[index]) | UInt16(all[index + 1]) << 8)
        }
    }

    /// What happened to the device, in order.
    package func events(_ device: String = "default") -> [Event] {
        Files.text("\(folder)/\(device).log").split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.count == 4, let time = Double(words[0]), let pid = Int32(words[1]),
                let value = Int(words[3])
            else { return nil }
            return Event(time: time, pid: pid, name: String(words[2]), frames: value)
        }
    }

    package struct Event: Equatable, Sendable {
        /// Seconds on CLOCK_MONOTONIC.
        package var time: Double
        package var pid: Int32
        /// `open`, `first`, `rate`, `channels`, `start`, `xrun`, `drained`, `stop`, `close` and the faults.
        package var name: String
        package var frames: Int
    }

    /// Channels of what the device last played.
    package func channels(_ device: String = "default") -> Int {
        events(device).last { $0.name == "channels" }?.frames ?? 2
    }

    /// Frames given to each opening that was closed again and was given any: one for each time
    /// that something was heard.
    package func plays(_ device: String = "default") -> [Int] {
        events(device).filter { $0.name == "close" && $0.frames > 0 }.map(\.frames)
    }
}
