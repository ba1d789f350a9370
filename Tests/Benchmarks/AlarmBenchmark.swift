private import Alert
private import Glibc
private import SentinelProtocol
private import TestSupport

/// The alarm: from the recorder's death to the first frame that the device takes, and what waiting for it costs.
enum AlarmBenchmark {
    /// Milliseconds; the aim is 2 and 20 on a quiet machine.
    private static let medianLimit = 20.0
    /// Bytes of the sentinel's memory without the sounds.
    private static let residentLimit = 20_000.0
    private static let wakeUpLimit = 20.0

    static func run(_ size: Benchmarks.Size) throws -> Bool {
        let box = try Sandbox()
        let bench = try Bench(box)
        let waiting = try bench.startRecorder(named: "waiting")
        guard let sentinel = bench.sentinel(of: waiting) else { return false }
        pause(seconds: 1)
        let before = switches(sentinel)
        let begun = monotonicSeconds()
        let rounds = size == .small ? 15 : 300
        let ours = try (0..<rounds).compactMap { _ in try bench.killRecorder() }
        let naive = try (0..<min(rounds, 50)).compactMap { _ in try bench.killBesideShell() }
        let rest = 10 - (monotonicSeconds() - begun)
        if rest > 0 { pause(seconds: rest) }
        let minutes = (monotonicSeconds() - begun) / 60
        let wakeUps = Double(switches(sentinel) - before) / minutes
        print("  SIGKILL to the first frame: \(milliseconds(ours))")
        print("  a shell that starts aplay when its child ends: \(milliseconds(naive))")
        let resident = status("VmRSS", sentinel)
        print(
            "  an armed sentinel: \(resident) kB resident, \(status("RssAnon", sentinel)) kB anonymous, "
                + "\(bench.soundBytes / 1000) kB of sounds, \(rounded(wakeUps)) wake-ups a minute")
        waiting.signal(SIGKILL)
        let isFast =
            ours.count == rounds
            && (ours.sorted().dropFirst(rounds / 2).first ?? 1) * 1000 <= medianLimit
        return isFast && wakeUps <= wakeUpLimit
            && Double(resident) - Double(bench.soundBytes) / 1000 <= residentLimit
    }

    /// The recorders and the device of one benchmark.
    private final class Bench {
        let box: Sandbox
        let sink: AudioSink
        let soundBytes: Int

        init(_ box: Sandbox) throws {
            self.box = box
            sink = try AudioSink(in: box)
            try sink.set(["speed 20"])
            box.environment["SWIFT_BACKTRACE"] = "enable=no"
            let clip = SoundDesign.clip(.alert)
            try Files.write(AIFFWriter.bytes(clip), to: box.path("alert.aiff"))
            try Files.write(Self.wave(clip), to: box.path("alert.wav"))
            soundBytes = Sound.kept.reduce(0) { $0 + SoundDesign.clip($1).samples.count * 2 }
        }

        func startRecorder(named folder: String) throws -> Child {
            try Files.makeFolder(box.path(folder))
            return try box.start(
                [
                    Programs.built("fake-recorder"), "--alert", box.path("alert.aiff"), "--dir",
                    box.path(folder), "--sentinel", Programs.built("run-sentinel"), "arm", "live",
                ], environment: sink.environment)
        }

        func sentinel(of recorder: Child) -> Int32? {
            var pid: Int32?
            eventually {
                let words = recorder.output.split(separator: "\n").first?.split(separator: " ")
                if let words, words.count > 2, words[1] == "armed" { pid = Int32(words[2]) }
                return pid != nil
            }
            return pid
        }

        /// - Returns: seconds from the kill to the first frame.
        func killRecorder() throws -> Double? {
            let recorder = try startRecorder(named: "kill")
            guard let sentinel = sentinel(of: recorder) else { return nil }
            pause(seconds: 0.05)
            let time = monotonicSeconds()
            recorder.signal(SIGKILL)
            let first = firstFrame(after: time)
            eventually {
                kill(sentinel, 0) != 0 || Files.text("/proc/\(sentinel)/stat").contains(") Z")
            }
            return first
        }

        func killBesideShell() throws -> Double? {
            let script = "sleep 100 & echo $!; wait $!; exec aplay -q \"$1\""
            let shell = try box.start(
                ["sh", "-c", script, "sh", box.path("alert.wav")], environment: sink.environment)
            var child: Int32?
            eventually {
                child = shell.output.split(separator: "\n").first.flatMap { Int32($0) }
                return child != nil
            }
            guard let child else { return nil }
            pause(seconds: 0.05)
            let time = monotonicSeconds()
            kill(child, SIGKILL)
            defer { _ = try? shell.wait(seconds: 10) }  // Only its first frame counts.
            return firstFrame(after: time)
        }

        private func firstFrame(after time: Double) -> Double? {
            var delay: Double?
            eventually {
                delay = sink.events().first { $0.name == "first" && $0.time >= time }?.time
                return delay != nil
            }
            return delay.map { $0 - time }
        }

        /// The clip as a WAV file, which is what aplay reads.
        private static func wave(_ clip: Clip) -> [UInt8] {
            func number(_ value: Int, _ size: Int) -> [UInt8] {
                (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            }
            let data = clip.samples.flatMap { number(Int($0), 2) }
            let format =
                number(1, 2) + number(clip.channels, 2) + number(clip.rate, 4)
                + number(clip.rate * clip.channels * 2, 4) + number(clip.channels * 2, 2)
                + number(16, 2)
            return Array("RIFF".utf8) + number(36 + data.count, 4) + Array("WAVEfmt ".utf8)
                + number(16, 4) + format + Array("data".utf8) + number(data.count, 4) + data
        }
    }

    private static func status(_ name: String, _ pid: Int32) -> Int {
        let line = Files.text("/proc/\(pid)/status").split(separator: "\n")
            .first { $0.hasPrefix(name + ":") }
        return line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
    }

    private static func switches(_ pid: Int32) -> Int { status("voluntary_ctxt_switches", pid) }

    private static func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }

    private static func milliseconds(_ seconds: [Double]) -> String {
        let sorted = seconds.sorted()
        guard let worst = sorted.last else { return "none" }
        func at(_ part: Double) -> Double {
            sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
        }
        func text(_ value: Double) -> String { "\((value * 100_000).rounded() / 100) ms" }
        return
            "p50 \(text(at(0.5))), p99 \(text(at(0.99))), worst \(text(worst)) of \(sorted.count)"
    }
}
