private import Alert
private import Glibc
private import POSIX
private import SentinelLink
private import SentinelProtocol

/// A recorder that records nothing: it arms its alarm and does what its command line says, so that tests can
/// let it die in every way.
///
///     fake-recorder --alert FILE --dir DIR --sentinel PROGRAM [--socket PATH] [--set KEY=VALUE]... STEP...
///
/// Steps: `arm`, `off`, `stopping`, `fire=REASON`, `wait=MILLISECONDS`, `await=EVENT`, `stop` (SIGSTOP to
/// itself), `crash`, `live` (go on for ever). Every event is printed with its time on the monotonic clock.
final class FakeRecorder {
    private let alarm: Alarm
    private var seen: [String] = []

    static func run(_ arguments: [String]) -> Int32 {
        var options: [String: String] = [:]
        var settings: [String: String] = [:]
        var steps: [String] = []
        var rest = arguments[...]
        while let word = rest.popFirst() {
            guard word.hasPrefix("--"), let value = rest.popFirst() else {
                steps.append(word)
                continue
            }
            if word == "--set", let equals = value.firstIndex(of: "=") {
                settings[String(value[..<equals])] = String(value[value.index(after: equals)...])
            } else {
                options[word] = value
            }
        }
        do {
            let request = SoundRequest(
                alert: options["--alert"], onBadFile: .refuse, folders: [])
            let bank = try SoundBank.load(request)
            let recorder = try FakeRecorder(bank, options, settings)
            for step in steps { recorder.take(step) }
            return 0
        } catch {
            print("error: \(error)")
            return 78
        }
    }

    private init(_ bank: SoundBank, _ options: [String: String], _ texts: [String: String]) throws {
        var settings = AlarmSettings(directory: options["--dir"] ?? "/nowhere")
        settings.leadIn = texts["leadin"].flatMap { Int64($0) } ?? 0
        settings.device = texts["device"]
        settings.repetition = texts["repeat"] == "escalate" ? .escalate : .once
        settings.lease = texts["lease"].flatMap { Int64($0) } ?? settings.lease
        settings.grace = texts["grace"].flatMap { Int64($0) } ?? settings.grace
        settings.command = texts["command"]
        settings.minVolume = texts["minvolume"].flatMap { Int($0) }
        settings.holdDevice = texts["hold"] == "1"
        let source = SentinelSource(
            socket: options["--socket"], executable: options["--sentinel"] ?? "/nowhere")
        alarm = try Alarm(
            bank: bank.descriptor.raw, settings: settings, source: source, boot: "test",
            epoch: Clock.wallMicroseconds())
        kept = bank
    }

    /// The bank's memory must outlive the alarm.
    private let kept: SoundBank

    private func take(_ step: String) {
        let parts = step.split(separator: "=", maxSplits: 1).map(String.init)
        let value = parts.count > 1 ? parts[1] : ""
        let now = Clock.bootMicroseconds()
        switch parts[0] {
        case "arm": show(alarm.arm(run: "run", now: now))
        case "off": show(alarm.off(now: now))
        case "stopping": alarm.stopping()
        case "fire":
            if let reason = FireReason(rawValue: value) { show(alarm.fire(reason, now: now)) }
        case "wait": turn(until: now + (Int64(value) ?? 0) * 1000) { false }
        case "await": turn(until: now + 60_000_000) { self.seen.contains(value) }
        case "live": turn(until: .max) { false }
        case "stop": kill(getpid(), SIGSTOP)
        case "crash": abort()
        default: print("unknown step \(step)")
        }
    }

    private func turn(until end: Int64, _ isEnough: () -> Bool) {
        while !isEnough() {
            let now = Clock.bootMicroseconds()
            if now >= end { return }
            show(alarm.beat(now: now))
            let due = min(alarm.deadline ?? .max, end)
            let wait = due == .max ? -1 : Int32(clamping: max(0, due - now) / 1000 + 1)
            var entry = pollfd(fd: alarm.descriptor, events: Int16(POLLIN), revents: 0)
            poll(&entry, 1, wait)
            show(alarm.timePassed(now: Clock.bootMicroseconds()))
        }
    }

    private func show(_ events: [AlarmEvent]) {
        for event in events {
            let (name, details) = words(event)
            seen.append(name)
            let line = Array("\(Clock.monotonicMicroseconds()) \(name) \(details)\n".utf8)
            // Straight to the file, so that a test sees it although we may die at once.
            write(1, line, line.count)
        }
    }

    private func words(_ event: AlarmEvent) -> (String, String) {
        switch event {
        case .armed(let pid, let device, let trouble):
            ("armed", "\(pid) \(device ?? "-") \(trouble ?? "")")
        case .facts(let facts): ("facts", "\(facts)")
        case .notArmed(let reason): ("notArmed", reason)
        case .sentinelLost: ("sentinelLost", "")
        case .disarmed(let confirmed): ("disarmed", "\(confirmed)")
        case .sounding(let cause): ("sounding", cause.word)
        case .played(let report): ("played", "\(report)")
        case .silent(let reason): ("silent", reason)
        }
    }
}
