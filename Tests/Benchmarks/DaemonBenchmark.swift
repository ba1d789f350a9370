private import TestSupport

/// What recording costs: memory and wake-ups of `rund` and its sentinel while one fix and one
/// counter value a second come in, beside gpsd's own `gpxlogger` on the same receiver.
enum DaemonBenchmark {
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

        // The first seconds load what is loaded once.
        try recorder.feed.play(until: 5)
        let pids = [("rund", rund), ("run-sentinel", sentinel)] + (other.map { [$0] } ?? [])
        let before = try pids.map { try Cost(pid: $0.1) }
        let seconds = size == .small ? 10.0 : 120.0
        try recorder.feed.play(until: 5 + seconds)
        let after = try pids.map { try Cost(pid: $0.1) }
        try recorder.runctl("stop")

        for (index, (name, _)) in pids.enumerated() {
            after[index].report(name, since: before[index], seconds: seconds)
        }
        if let idle { print("  rund before the run: \(idle.resident) kB resident") }
        return after[0].resident < 40_000 && after[1].resident < 30_000
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
            }
            if resident == 0 { throw Failure("process \(pid) is gone") }
        }

        func report(_ name: String, since before: Cost, seconds: Double) {
            let rate = Int((Double(wakes - before.wakes) * 60 / seconds).rounded())
            print(
                "  \(name): \(resident) kB resident, \(anonymous) kB anonymous,"
                    + " \(rate) wake-ups a minute")
        }
    }
}
