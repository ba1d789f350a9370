private import Glibc
internal import POSIX
internal import RunCore
internal import RunStore
internal import SentinelProtocol

/// A rehearsal: the recorder is killed in a run of its own, and what follows is watched and told.
struct Drill {
    /// What was seen of it.
    struct Outcome {
        /// How the alert's first pass ended; nil: no alert was sounded.
        var alert: SentinelMachine.PassEnd?
        /// Seconds from the kill until the run went on; nil: it did not.
        var back: Double?

        var isGood: Bool {
            if case .played? = alert { back != nil } else { false }
        }
    }

    private let context: Context
    private let json: Bool
    /// Seconds that the alert and the next start of the recorder may take.
    private static let patience = 90.0

    init(_ context: Context, json: Bool) {
        self.context = context
        self.json = json
    }

    func run() throws(Failure) -> ExitStatus {
        let link = try RecorderLink(context)
        if let active = try link.status().run {
            throw Failure(
                .negative, "run \(active.number) goes on, and a drill would interrupt it",
                hints: ["runctl stop ends it"])
        }
        let process = try victim(link)
        let number = try begin(link)
        tell(0, "the recorder, process \(process), is killed in run \(number)")
        let folder = Places.parent(link.path)
        let before = Set(Drill.burials(in: folder))
        kill(process, SIGKILL)
        let outcome = watch(number, folder, before)
        let heard = outcome.alert == nil || json ? nil : Question.ask("did you hear it?", context)
        try finish(number, outcome, heard)
        return outcome.isGood && heard != false ? .success : .negative
    }

    // MARK: - Steps

    private func victim(_ link: RecorderLink) throws(Failure) -> Int32 {
        guard let process = link.process else {
            throw Failure(.fault, "the system does not say which process rund is")
        }
        guard kill(process, 0) == 0 else {
            throw Failure(
                .negative,
                "process \(process) may not be killed: \(String(cString: strerror(errno)))",
                hints: ["sudo runctl alert drill"])
        }
        return process
    }

    private func begin(_ link: RecorderLink) throws(Failure) -> Int64 {
        let reply = try link.call("Start", ["note": .string("runctl alert drill")], within: 10)
        guard let number = reply["run"]?.integer else {
            throw Failure(.fault, "rund began a run without a number")
        }
        let alarm = reply["alarm"]?.object.flatMap { ControlAlarm(json: $0) }
        guard alarm?.state == "armed" else {
            _ = try link.call("Stop")
            try trash(number)
            let state = alarm.map { StatusText.alarm($0) } ?? "unknown"
            throw Failure(
                .negative, "the alarm is not armed: \(state)", hints: ["runctl doctor says more"])
        }
        return number
    }

    private func watch(_ number: Int64, _ folder: String, _ before: Set<Burial>) -> Outcome {
        let start = Clock.monotonicMicroseconds()
        func seconds() -> Double { Double(Clock.monotonicMicroseconds() - start) / 1e6 }
        var outcome = Outcome()
        while seconds() < Drill.patience, outcome.alert == nil || outcome.back == nil {
            Clock.sleep(seconds: 0.05)
            if outcome.back == nil, Drill.isRecording(number, context) {
                outcome.back = seconds()
                tell(seconds(), "run \(number) goes on")
            }
            guard outcome.alert == nil else { continue }
            let new = Drill.burials(in: folder).last {
                !before.contains($0) && $0.token.run == "\(number)"
            }
            if let new {
                outcome.alert = new.end
                tell(seconds(), Drill.sentence(new.end))
            }
        }
        if outcome.alert == nil { tell(seconds(), "no alert was sounded") }
        if outcome.back == nil {
            tell(seconds(), "nobody has started the recorder again; systemctl start rund does")
        }
        return outcome
    }

    private func finish(_ number: Int64, _ outcome: Outcome, _ heard: Bool?) throws(Failure) {
        if outcome.back != nil {
            let link = try RecorderLink(context)
            // What says that the run goes on may still sound.
            for _ in 0..<100 where try link.status().alarm.state == "playing" {
                Clock.sleep(seconds: 0.2)
            }
            _ = try link.call("Stop")
            if let heard {
                var device: String?
                if case .played(let report)? = outcome.alert { device = report.device }
                try AlertTrial(link, context, json: json).keep(heard, device)
            }
            try trash(number)
            tell(nil, "run \(number) was stopped and put into the trash")
        }
        if json { context.out.writeLine(JSONValue.object(Drill.json(number, outcome)).text) }
    }

    private func trash(_ number: Int64) throws(Failure) {
        let editor = try Library(context, folder: nil).editor()
        let now = WallTime(microseconds: Clock.wallMicroseconds())
        try Library.attempt { () throws(StoreError) in try editor.trash(number, now: now) }
    }

    // MARK: - Words

    private func tell(_ seconds: Double?, _ sentence: String) {
        if json { return }
        let time = seconds.map { Text.padded("\(Decimal.fixed($0, 1)) s", 8) } ?? ""
        context.out.writeLine(time + Text.safe(sentence))
        context.out.flush()
    }

    private static func sentence(_ end: SentinelMachine.PassEnd) -> String {
        switch end {
        case .played(let report):
            "the alert was played whole by \(report.device) (\(report.format)), the first sound"
                + " \(Decimal.fixed(Double(report.firstFrame) / 1_000, 0)) ms after the sentinel knew"
        case .silent(let reason): "the alert could not be played: \(reason)"
        }
    }

    private static func json(_ number: Int64, _ outcome: Outcome) -> JSONObject {
        var object: JSONObject = [
            "run": .integer(number), "played": .bool(false),
            "back": outcome.back.map { .number($0) },
        ]
        switch outcome.alert {
        case .played(let report)?:
            object["played"] = .bool(true)
            object["device"] = .string(report.device)
            object["format"] = .string(report.format)
            object["first"] = .number(Double(report.firstFrame) / 1e6)
            object["total"] = .number(Double(report.total) / 1e6)
        case .silent(let reason)?: object["reason"] = .string(reason)
        case nil: object["reason"] = .string("no alert was sounded")
        }
        return object
    }

    // MARK: - Looking

    private static func isRecording(_ number: Int64, _ context: Context) -> Bool {
        do throws(Failure) {
            return try RecorderLink(context).status().run?.number == number
        } catch {
            return false
        }
    }

    /// The alarms that were sounded lately; none where the file cannot be read.
    private static func burials(in folder: String) -> [Burial] {
        let bytes = (try? SmallFile.read(folder + "/alert.tombstone", limit: 8192)) ?? []
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            .compactMap { Burial(line: $0) }
    }
}
