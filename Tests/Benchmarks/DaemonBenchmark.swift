private import TestSupport

/// What recording costs: memory, wake-ups and processor time of `rund` and its sentinel while one fix
/// and one counter value a second come in, beside gpsd's own `gpxlogger` on the same receiver.
enum DaemonBenchmark {
    /// Wake-ups a second of both together. A machine under load adds some of its own.
    private static let mostWakes = 1.25
    /// Times the processor time of `gpxlogger`.
    private static let mostWork = 3.0
    /// By then everything is loaded, and the receiver's rhythm is known.
    private static let warmUp = 12.0

    static func run(_ size: Benchmarks.Size) throws -> Bool {
        let box = try Sandbox()
        let silent = box.path("asound.conf")
        try Files.write("pcm.!default { type null }\nctl.!default { type null }\n", to: silent)
        let recorder = try RecorderUnderTest(in: box)
        try recorder.start(environment: ["ALSA_CONFIG_PATH": silent])
        let idle = try recorder.process.map { try Cost(pid: $0.pid) }
        try recorder.startRun()
        guard let rund = recorder.process?.pid, let sentinel = recorder.sentinels.first else {
            throw Failure("rund or its sentinel does not run")
        }
        let other = try startLogger(box, recorder.gpsd)

        try recorder.feed.play(until: warmUp)
        let pids = [("rund", rund), ("run-sentinel", sentinel)] + (other.map { [$0] } ?? [])
        let before = try pids.map { try Cost(pid: $0.1) }
        let seconds = size == .small ? 15.0 : 180.0
        try recorder.feed.play(until: warmUp + seconds)
        let after = try pids.map { try Cost(pid: $0.1) }
        try recorder.runctl("stop")

        for (index, (name, _)) in pids.enumerated() {
            after[index].report(name, since: before[index], seconds: seconds)
        }
        if let idle { print("  rund before the run: \(idle.resident) kB resident") }
        let spent = zip(before, after).map { (wakes: $1.wakes - $0.wakes, work: $1.work - $0.work) }
        let wakes = Double(spent[0].wakes + spent[1].wakes) / seconds
        print("  rund and run-sentinel together: \(hundredths(wakes)) wake-ups a second")
        var isWithin = after[0].resident < 40_000 && after[1].resident < 30_000
        if spent.count > 2, spent[2].work > 0 {
            let ratio = Double(spent[0].work + spent[1].work) / Double(spent[2].work)
            print("  processor time: \(hundredths(ratio)) times gpxlogger's")
            isWithin = isWithin && ratio <= mostWork
        }
        // In a few seconds one look that came too early is already too many.
        return isWithin && (size == .small || wakes <= mostWakes)
    }

    private static func hundredths(_ value: Double) -> String {
        let number = Int((value * 100).rounded())
        return "\(number / 100).\(number / 10 % 10)\(number % 10)"
    }

    private static func startLogger(_ box: Sandbox, _ gpsd: PrivateGPSD) throws -> (String, Int32)?
    {
        guard let program = Programs.find("gpxlogger") else {
            print("  gpxlogger is not installed: no comparison")
            return nil
        }
        let child = try box.start([
            program, "-e", "sockets", "-f", box.path("logger.gpx"), gpsd.server,
        ])
        return ("gpxlogger", child.pid)
    }

    /// What a process holds and how often it ran, all its threads together.
    private struct Cost {
        /// Kilobytes in memory, shared pages included.
        var resident = 0
        /// Kilobytes of its own that no file stands behind.
        var anonymous = 0
        /// Times that it woke up: each began with a voluntary wait.
        var wakes = 0
        /// Nanoseconds on a processor.
        var work = 0

        init(pid: Int32) throws {
            for line in Files.text("/proc/\(pid)/status").split(separator: "\n") {
                let words = line.split(whereSeparator: { $0 == ":" || $0 == "\t" || $0 == " " })
                guard words.count > 1, let value = Int(words[1]) else { continue }
                if words[0] == "VmRSS" { resident = value }
                if words[0] == "RssAnon" { anonymous = value }
            }
            for thread in Files.names(in: "/proc/\(pid)/task") {
                let status = Files.text("/proc/\(pid)/task/\(thread)/status")
                for line in status.split(separator: "\n")
                where line.hasPrefix("voluntary_ctxt_switches:") {
                    wakes += Int(line.split(separator: "\t").last ?? "") ?? 0
                }
                let times = Files.text("/proc/\(pid)/task/\(thread)/schedstat")
                work += times.split(separator: " ").first.flatMap { Int($0) } ?? 0
            }
            if resident == 0 { throw Failure("process \(pid) is gone") }
        }

        func report(_ name: String, since before: Cost, seconds: Double) {
            let rate = Double(wakes - before.wakes) / seconds
            let share = Double(work - before.work) / seconds / 1e3
            print(
                "  \(name): \(resident) kB resident, \(anonymous) kB anonymous,"
                    + " \(hundredths(rate)) wake-ups and \(Int(share)) µs of processor a second")
        }
    }
}
