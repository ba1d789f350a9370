import Foundation
import RunCore
import RunStore
import TestSupport
import Testing

/// A sensor log in place of the sensors, through the built recorder.
@Suite(.serialized) struct LogSourceTests {
    private static let fixture = Programs.sourceFolder + "/Tests/Fixtures/tunnel.log"

    private func events(_ text: String) throws -> [Event] {
        var reader = LogReader()
        return try text.split(separator: "\n").compactMap { line in
            try Array(line.utf8).withUnsafeBytes { try reader.read(line: $0) }
        }
    }

    /// What the recorder kept of its last run.
    private func kept(_ scene: RecorderScene) throws -> (run: RunRecord, events: [Event]) {
        let reader = try RunReader.open(directory: scene.box.path("state"))
        let run = try #require(try reader.lastRun())
        var cursor = reader.events(of: run.number)
        var lines = LogReader()
        var events: [Event] = []
        while let stored = try cursor.next() {
            if let event = try stored.line.withUnsafeBytes({ try lines.read(line: $0) }) {
                events.append(event)
            }
        }
        return (run, events)
    }

    private func summary(_ events: [Event]) -> RunSummary {
        var recorder = Recorder()
        for event in events { _ = recorder.handle(event) }
        return recorder.summary
    }

    private func isSensor(_ event: Event) -> Bool {
        switch event.payload {
        case .fix, .steps, .foot, .heart, .acceleration, .pressure: true
        case .start, .pause, .resume, .lap, .mark, .segment, .restart, .stop: false
        }
    }

    @Test("at any speed a log makes the run that its replay makes, to the last bit")
    func equality() throws {
        let log = try events(Files.text(Self.fixture))
        // In real time the log takes a minute and a half.
        for speed in isFull ? ["", "@3.7"] : ["@3.7", "@40", "@5000"] {
            let scene = try RecorderScene()
            try scene.start(["--source", "log:\(Self.fixture)\(speed)"])
            _ = try scene.call("Start")
            #expect(
                eventually(within: 120, every: 0.1) {
                    (try? scene.status().sensors.first?.alive) == false
                })
            _ = try scene.call("Stop")
            let (run, own) = try kept(scene)
            let start = try #require(own.first)
            let shift = start.time - log[0].arrival
            let heard = log.filter(isSensor).map {
                Event(time: $0.time + shift, arrival: $0.arrival + shift, payload: $0.payload)
            }
            let differences = zip(own.filter(isSensor), heard).count { $0 != $1 }
            #expect(differences == 0 && own.count(where: isSensor) == heard.count, "\(speed)")

            let stop = try #require(own.last)
            let live = summary(own)
            let replayed = summary([start] + heard + [stop])
            #expect(live.state == .stopped)
            #expect(live.distance.bitPattern == replayed.distance.bitPattern, "speed \(speed)")
            let isSame = live.spans == replayed.spans
            #expect(isSame, "speed \(speed)")
            #expect(run.totals?.distance.bitPattern == live.distance.bitPattern)
            #expect(live.spans.map(\.source).contains(.pedometer))
            #expect(live.switches >= 2)
        }
    }

    private let isFull = ProcessInfo.processInfo.environment["RUND_FULL"] != nil

    @Test("a recorder that is killed goes on with the log where it would be by now")
    func resumed() throws {
        let scene = try RecorderScene()
        let source = ["--source", "log:\(Self.fixture)@10"]
        try scene.start(source)
        _ = try scene.call("Start")
        #expect(eventually(within: 30, every: 0.05) { scene.steps > 60 })
        try scene.kill()
        try scene.start(source)
        #expect(
            eventually(within: 60, every: 0.1) {
                (try? scene.status().sensors.first?.alive) == false
            })
        _ = try scene.call("Stop")
        let own = try kept(scene).events
        let counts = own.compactMap { event -> Int64? in
            if case .steps(let reading) = event.payload { return reading.count }
            return nil
        }
        #expect(counts == counts.sorted() && Set(counts).count == counts.count)
        #expect(counts.last == 5245)
        #expect(summary(own).steps == 245)
    }

    @Test("a log that is none ends the start with its name, a pipe too")
    func bad() throws {
        let scene = try RecorderScene()
        for (path, reason) in [
            (scene.box.path("none.log"), "No such file"), (scene.box.path("iio"), "Is a directory"),
            ("/dev/null", "Illegal seek"),
        ] {
            let result = try scene.box.run(scene.arguments + ["--source", "log:\(path)"])
            #expect(result.ending == .exited(74))
            #expect(result.errors.contains(path) && result.errors.contains(reason))
        }
    }

    @Test("a second run hears the log from its beginning")
    func twice() throws {
        let scene = try RecorderScene()
        try scene.start(["--source", "log:\(Self.fixture)@200"])
        for _ in 0..<2 {
            _ = try scene.call("Start")
            #expect(eventually(within: 60, every: 0.1) { scene.steps == 245 })
            _ = try scene.call("Stop")
        }
    }

    @Test("the recorder's memory does not grow with the log or the run")
    func memory() throws {
        let scene = try RecorderScene()
        let path = scene.box.path("long.log")
        var lines = [#"{"t":0,"type":"start"}"#]
        for second in 1..<40_000 {
            let latitude = 45 + Double(second) * 2.7e-5
            lines.append(
                #"{"t":\#(second),"type":"fix","mode":3,"lat":\#(latitude),"lon":7,"eph":4}"#)
            lines.append(#"{"t":\#(second).1,"type":"steps","count":\#(second * 3),"boot":"b"}"#)
        }
        try Files.write(lines.joined(separator: "\n"), to: path)
        try scene.start(["--source", "log:\(path)@4000"])
        _ = try scene.call("Start")
        #expect(eventually(within: 60, every: 0.05) { scene.steps > 60_000 })
        let early = scene.anonymous
        #expect(eventually(within: 90, every: 0.1) { scene.steps > 119_000 })
        let late = scene.anonymous
        #expect(late - early < 3000, "\(early) kB, then \(late) kB")
        _ = try scene.call("Stop")
    }
}
