private import Glibc
private import RunCore
private import RunStore
private import TestSupport

/// How long a person waits for an answer of `runctl`: from its start to its end, while a run is
/// recorded, with 500 runs behind it.
enum CommandBenchmark {
    /// Milliseconds that half of the answers may take.
    private static let limit = 30.0

    static func run(_ size: Benchmarks.Size) throws -> Bool {
        let box = try Sandbox()
        let silent = box.path("asound.conf")
        try Files.write("pcm.!default { type null }\nctl.!default { type null }\n", to: silent)
        let recorder = try RecorderUnderTest(in: box)
        try Files.makeFolder(recorder.stateFolder)
        try record(500, in: recorder.stateFolder)
        try recorder.start(environment: ["ALSA_CONFIG_PATH": silent])
        try recorder.startRun()
        try recorder.feed.play(until: 5)
        let socket = recorder.runtimeFolder + "/control"
        let runctl = Command(Programs.built("runctl"), environment: ["RUND_SOCKET=\(socket)"])
        let count = size == .small ? 10 : 100
        var isWithin = true
        for words in [["--version"], ["--help"], ["status"], ["lap"], ["mark"], ["list"]] {
            isWithin = try measure(runctl, words, count) && isWithin
        }
        // Each pause needs a resume: the two take turns, and only one of them is counted.
        var pauses: [Double] = []
        for _ in 0..<count {
            pauses.append(try runctl.milliseconds(["pause"]))
            _ = try runctl.milliseconds(["resume"])
        }
        isWithin = told("pause", pauses) && isWithin
        try recorder.runctl("stop")
        return isWithin
    }

    private static func measure(
        _ runctl: Command, _ words: [String], _ count: Int
    ) throws -> Bool {
        var times: [Double] = []
        for _ in 0..<count { times.append(try runctl.milliseconds(words)) }
        return told(words.joined(separator: " "), times)
    }

    private static func told(_ name: String, _ times: [Double]) -> Bool {
        let sorted = times.sorted()
        let median = sorted[sorted.count / 2]
        func text(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
        print(
            "  runctl \(name): half within \(text(median)) ms, 95 of 100 within"
                + " \(text(sorted[sorted.count * 95 / 100])) ms")
        return median <= limit
    }

    /// Runs of half an hour each, a day apart, as a recorder leaves them.
    private static func record(_ count: Int, in folder: String) throws {
        let zero = Instant(seconds: 0)
        let store = try RunStore.open(directory: folder, now: zero)
        for index in 0..<count {
            let wall = WallTime(microseconds: (1_700_000_000 + Int64(index) * 86_400) * 1_000_000)
            let run = store.beginRun(
                NewRun(boot: "b", start: zero, wall: wall, utcOffset: 3_600, activity: "run"))
            let end = Instant(seconds: 1_800)
            store.setTotals(
                RunTotals(
                    elapsed: end - zero, active: end - zero, distance: 5_000, steps: 4_800),
                of: run, at: end)
            store.endRun(run, RunEnd(stop: end, wall: wall + (end - zero)), at: end)
        }
        _ = store.commit(now: zero)
    }
}

/// A program that is started again and again, as a shell starts it, with nobody reading.
private struct Command {
    private let path: String
    private let environment: [String]

    init(_ path: String, environment: [String]) {
        self.path = path
        self.environment = ["PATH=/usr/bin:/bin", "HOME=/root"] + environment
    }

    /// From before `posix_spawn` to after `waitpid`.
    func milliseconds(_ words: [String]) throws -> Double {
        let arguments = ([path] + words).map { strdup($0) }
        let variables = environment.map { strdup($0) }
        defer { (arguments + variables).forEach { free($0) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        var pid: pid_t = 0
        var status: Int32 = 0
        let before = now
        guard posix_spawn(&pid, path, &actions, nil, arguments + [nil], variables + [nil]) == 0,
            waitpid(pid, &status, 0) == pid
        else { throw Failure("\(path) does not start") }
        let after = now
        guard status == 0 else { throw Failure("runctl \(words): status \(status)") }
        return after - before
    }

    private var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
}
