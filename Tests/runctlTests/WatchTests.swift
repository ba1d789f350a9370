import Foundation
import RunCore
import TestSupport
import Testing

@testable import runctl

/// A recorder's status in the middle of a run.
private func recording(laps: Int = 2, state: String = "recording") -> ControlStatus {
    var run = ControlRun()
    run.number = 12
    run.activity = "walk"
    (run.elapsed, run.active, run.distance) = (1_862, 1_800, 5_281)
    (run.steps, run.cadence, run.averageSpeed, run.speed) = (5_210, 168, 2.9338, 3)
    (run.heart, run.ascent, run.descent) = (151, 120, 80)
    run.source = ControlSource(name: "gps", seconds: 600)
    run.position = ControlPosition(
        coordinate: Coordinate(latitude: 1, longitude: 2), altitude: 400, eph: 4, age: 0.4)
    run.laps = (1...laps).map {
        ControlLap(number: $0, from: 0, to: 300, distance: 1_000)
    }
    return ControlStatus(
        version: "0.1.0", state: state, run: run, alarm: ControlAlarm(state: "armed"), sensors: [],
        store: "ok", backlog: 0, notices: ["the disk is nearly full"])
}

@Suite("What watch shows")
struct WatchViewTests {
    private func view(_ status: ControlStatus?) -> WatchView {
        var view = WatchView()
        view.status = status
        for value in 0..<100 {
            view.pace.add(3 + Double(value % 10) / 10)
            view.elevation.add(400 + Double(value))
        }
        return view
    }

    @Test("no screen is too small, and no line is wider or lower than it")
    func fits() {
        let views = [view(nil), view(recording()), view(recording(laps: 40, state: "paused"))]
        for view in views {
            for columns in [1, 10, 39, 40, 63, 64, 80, 200] {
                for rows in [1, 2, 3, 4, 10, 15, 24, 60] {
                    let lines = view.lines(columns: columns, rows: rows)
                    #expect(lines.count <= rows, "\(columns)×\(rows)")
                    #expect(lines.allSatisfy { Text.width($0) <= columns }, "\(columns)×\(rows)")
                }
            }
        }
    }

    @Test("80×24 shows everything, with the keys in the last line")
    func standard() {
        let lines = view(recording()).lines(columns: 80, rows: 24)
        #expect(lines.count == 24)
        #expect(lines[0] == "recording run 12, walk")
        #expect(lines[2] == "  distance  5.28 km                       time      30:00")
        #expect(lines[3] == "  pace      5:33 /km                      average   5:40 /km")
        let text = lines.joined(separator: "\n")
        for part in [
            "source    gps for 10:00", "±4 m, 0 s ago", "5210, 168/min", "151/min",
            "ascent    120 m",
            "alarm     armed", "! the disk is nearly full", "   2   1.00 km     5:00    5:00 /km",
        ] {
            #expect(text.contains(part), "\(part)")
        }
        #expect(lines[23].hasSuffix("q quit"))
    }

    @Test("40×15 keeps what matters: distance, time, pace, source, alarm, notices, keys")
    func small() {
        let text = view(recording()).lines(columns: 40, rows: 15).joined(separator: "\n")
        for part in ["distance", "time", "pace", "source", "gps", "alarm", "! the disk", "q quit"] {
            #expect(text.contains(part), "\(part)")
        }
    }

    @Test("while rund is away, its last word stays and the clock stands")
    func trouble() {
        var view = view(recording())
        view.age = 60
        #expect(view.lines(columns: 80, rows: 24)[2].hasSuffix("time      31:00"))
        view.trouble = "rund is not running; trying again"
        let lines = view.lines(columns: 80, rows: 24)
        #expect(lines[0] == "rund is not running; trying again")
        #expect(lines[2].hasSuffix("time      30:00"))
    }

    @Test("a terminal of ASCII gets nothing else, and colours only where they are wanted")
    func plain() {
        var view = view(recording())
        view.isPlain = true
        let text = view.lines(columns: 80, rows: 24).joined(separator: "\n")
        #expect(text.utf8.allSatisfy { $0 < 0x80 })
        view.hasColour = true
        #expect(view.lines(columns: 80, rows: 24)[0].hasPrefix("\u{1B}[1;7m"))
    }

    @Test("a trend is drawn between its lowest and highest value, whatever their number")
    func trends() {
        var trend = Trend()
        #expect(trend.strip(width: 10, isPlain: false) == "" && trend.range == nil)
        for value in [1.0, 2, 3, 4, 5, 6, 7, 8] { trend.add(value) }
        #expect(trend.strip(width: 8, isPlain: false) == "▁▂▃▄▅▆▇█")
        #expect(trend.strip(width: 4, isPlain: false).count == 4)
        trend.add(nil)
        #expect(trend.strip(width: 9, isPlain: false) == "▁▂▃▄▅▆▇█ ")
        for _ in 0..<2_000 { trend.add(5) }
        #expect(trend.strip(width: 30, isPlain: true).count == 30)
    }
}

@Suite(
    "watch in a terminal", .serialized,
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/tmux"), "needs tmux"))
struct WatchTerminalTests {
    private static let answers: [String: ControlReply] = [
        "Status": .result(["status": .object(recording().json)]),
        "Lap": .result([
            "lap": .object(ControlLap(number: 2, from: 0, to: 300, distance: 1_000).json)
        ]),
        "Stop": .result([:]),
    ]

    /// A tmux server of its own with one window.
    private final class Window {
        private let name = "runctl-test-\(UUID().uuidString)"
        /// Takes the tmux server with it when it goes.
        private let box: Sandbox

        init(columns: Int, rows: Int, socket: String, type: String) throws {
            let program = Program.folder.appendingPathComponent("runctl").path
            box = try Sandbox()
            try tmux(
                "-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)",
                "env TERM=\(type) LC_ALL=C.UTF-8 RUND_SOCKET='\(socket)' '\(program)' watch; sleep 30"
            )
        }

        @discardableResult
        func tmux(_ words: String...) throws -> String {
            try box.run(["/usr/bin/tmux", "-u", "-L", name] + words).output
        }

        func press(_ key: String) throws { try tmux("send-keys", key) }

        /// Waits until the screen is as wanted; false after 20 s.
        func shows(_ wanted: (String) -> Bool) throws -> Bool {
            for _ in 0..<200 {
                if wanted(try tmux("capture-pane", "-p")) { return true }
                Thread.sleep(forTimeInterval: 0.1)
            }
            return false
        }
    }

    @Test("keys mark laps, stop only after y, and q gives the screen back; a resize is followed")
    func keys() throws {
        let scratch = try Scratch()
        let recorder = try FakeRecorder(in: scratch.url, answers: Self.answers)
        defer { recorder.stop() }
        func asked(_ method: String) -> Bool {
            recorder.calls.contains { $0.method.hasSuffix(method) }
        }
        let window = try Window(columns: 80, rows: 24, socket: recorder.path, type: "xterm")
        #expect(try window.shows { $0.contains("5.28 km") && $0.contains("q quit") })
        try window.press("l")
        #expect(try window.shows { $0.contains("lap 2: 1.00 km in 5:00, 5:00 /km") })
        try window.tmux("resize-window", "-x", "40", "-y", "15")
        #expect(
            try window.shows { screen in
                screen.contains("5.28 km")
                    && screen.split(separator: "\n").allSatisfy { $0.count <= 40 }
            })
        try window.press("s")
        #expect(try window.shows { $0.contains("stop the run?") })
        try window.press("n")
        #expect(try window.shows { !$0.contains("stop the run?") } && !asked(".Stop"))
        try window.press("s")
        #expect(try window.shows { $0.contains("stop the run?") })
        try window.press("y")
        #expect(try window.shows { $0.contains("the run is over") } && asked(".Stop"))
        try window.press("q")
        #expect(try window.shows { !$0.contains("5.28 km") })
    }

    @Test("a restart of rund is waited for, also on a terminal without colours")
    func restart() throws {
        let scratch = try Scratch()
        let path = scratch.url.appendingPathComponent("control").path
        let window = try Window(columns: 80, rows: 24, socket: path, type: "vt100")
        #expect(
            try window.shows { $0.contains("rund is not running") && $0.contains("trying again") })
        let recorder = try FakeRecorder(in: scratch.url, answers: Self.answers)
        defer { recorder.stop() }
        #expect(try window.shows { $0.contains("recording run 12") && $0.contains("5.28 km") })
    }

    @Test("where the output is no terminal, each change is a line")
    func follow() throws {
        let scratch = try Scratch()
        let recorder = try FakeRecorder(in: scratch.url, answers: Self.answers)
        // The recorder ends a moment later: watch then says that rund is gone.
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: 1)
            recorder.stop()
        }
        let said = try runctl("watch", environment: ["RUND_SOCKET": recorder.path])
        #expect(said.out == "recording 30:00 5.28 km 5:33 /km gps\n")
        #expect(said.status == 69 && said.err.contains("rund closed the connection"))
    }
}
