internal import POSIX
internal import RunCore

/// The loop of `runctl watch`: waits for rund, keys and signals, and draws.
final class Watcher {
    private let context: Context
    private let terminal: Terminal
    private var view = WatchView()
    private var link: RecorderLink?
    private var heardAt: Int64 = 0
    private var triedAt: Int64?
    private var isAsking = false
    private var isOver = false

    init(_ context: Context, _ terminal: Terminal, _ units: Units) {
        self.context = context
        self.terminal = terminal
        view.units = units
        let environment = context.environment
        let type = environment["TERM"] ?? "dumb"
        view.hasColour = environment["NO_COLOR"] == nil && !["dumb", "vt100"].contains(type)
        let locale = environment["LC_ALL"] ?? environment["LC_CTYPE"] ?? environment["LANG"] ?? ""
        view.isPlain = !locale.uppercased().contains("UTF")
    }

    /// Draws until a key or a signal ends it.
    func run() {
        // The other screen, without its cursor: what was there before comes back at the end.
        context.out.write("\u{1B}[?1049h\u{1B}[?25l")
        defer {
            context.out.write("\u{1B}[?25h\u{1B}[?1049l")
            context.out.flush()
        }
        while !isOver {
            connect()
            draw()
            wait()
        }
    }

    private var now: Int64 { Clock.bootMicroseconds() }

    /// Tries once a second as long as rund is away.
    private func connect() {
        guard link == nil, triedAt.map({ now - $0 >= 1_000_000 }) ?? true else { return }
        triedAt = now
        do throws(Failure) {
            let link = try RecorderLink(context)
            try link.subscribe()
            self.link = link
            view.trouble = nil
        } catch {
            view.trouble = "trying again: \(error.message)"
        }
    }

    private func wait() {
        let inputs = [0, terminal.signals.raw] + (link.map { [$0.descriptor] } ?? [])
        let ready =
            link?.hasAnswer == true
            ? [link?.descriptor ?? -1] : waitForAny(of: inputs, atMost: 1_000)
        for descriptor in ready {
            if descriptor == 0 {
                guard let keys = terminal.keys() else { return isOver = true }
                keys.forEach(press)
            } else if descriptor == terminal.signals.raw {
                while let signal = terminal.nextSignal() {
                    if signal == .ended { isOver = true }
                    // A new size may leave anything on the screen.
                    if signal == .resized { context.out.write("\u{1B}[2J") }
                }
            } else {
                hear()
            }
        }
    }

    private func hear() {
        do throws(Failure) {
            guard let status = try link?.next(within: 1) else { return }
            view.status = status
            heardAt = now
            if status.state == "recording", let run = status.run {
                view.pace.add(run.speed)
                view.elevation.add(run.position?.altitude)
            }
        } catch {
            link = nil
            view.trouble = "trying again: \(error.message)"
        }
    }

    private func draw() {
        view.age = view.status == nil ? 0 : Double(now - heardAt) / 1e6
        let (columns, rows) = terminal.size
        let lines = view.lines(columns: columns, rows: rows)
        let text = lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n")
        context.out.write("\u{1B}[H\(text)\u{1B}[J")
        context.out.flush()
    }
}

extension Watcher {
    private func press(_ key: UInt8) {
        if isAsking {
            isAsking = false
            view.message = nil
            if key == UInt8(ascii: "y") { ask("Stop", within: 20) { _ in "the run is over" } }
            return
        }
        view.message = nil
        switch key {
        // Control-C and Control-D arrive as signals or bytes, as the terminal has it.
        case UInt8(ascii: "q"), 3, 4: isOver = true
        case UInt8(ascii: "l"):
            ask("Lap") { [view] reply in
                let lap = reply["lap"]?.object.flatMap { ControlLap(json: $0) }
                return lap.map { StatusText.lap($0, view.units) } ?? "lap"
            }
        case UInt8(ascii: "m"):
            ask("Mark") { "marked \(Text.safe($0["name"]?.string ?? ""))" }
        case UInt8(ascii: "p"):
            let isPaused = view.status?.state == "paused"
            ask(isPaused ? "Resume" : "Pause") { _ in isPaused ? "resumed" : "paused" }
        case UInt8(ascii: "a"): silence()
        case UInt8(ascii: "s"):
            isAsking = true
            view.message = "stop the run? y stops it, any other key does not"
        default: break
        }
    }

    /// A connection of its own: the first one is busy telling the status.
    private func ask(
        _ method: String, within seconds: Double = 5, _ say: (JSONObject) -> String
    ) {
        do throws(Failure) {
            view.message = say(try RecorderLink(context).call(method, within: seconds))
        } catch {
            view.message = error.message
        }
    }

    private func silence() {
        do throws(Failure) {
            let isTaken = try AcknowledgeCommand.silence(context)
            view.message = isTaken ? "acknowledged" : "no alert sounds"
        } catch {
            view.message = error.message
        }
    }
}
