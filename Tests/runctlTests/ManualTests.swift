import Foundation
import RunCore
import TestSupport
import Testing

@testable import runctl

@Suite("The manual")
struct ManualTests {
    private static let folder = Programs.sourceFolder + "/man"

    @Test("its pages are what scripts/man-pages makes of the programs as they are")
    func pages() throws {
        let box = try Sandbox()
        let script = Programs.sourceFolder + "/scripts/man-pages"
        let made = try box.run(
            ["bash", script, Program.folder.path, box.path("")], seconds: 60)
        #expect(made.succeeded, "\(made)")
        for name in ["runctl.1", "rund.8", "run-sentinel.8", "rund.conf.5"] {
            let kept = try String(contentsOfFile: "\(Self.folder)/\(name)", encoding: .utf8)
            let isSame = kept == Files.text(box.path(name))
            #expect(isSame, "\(name): scripts/man-pages makes it anew")
        }
        for command in Command.all {
            let heading = "\n.SS \(command.syntax.name)\n"
            #expect(Files.text(box.path("runctl.1")).contains(heading))
        }
    }

    @Test("man finds no fault in any page")
    func wellFormed() throws {
        guard let man = Programs.find("man") else { return }
        let box = try Sandbox()
        for name in ["runctl.1", "rund.8", "run-sentinel.8", "rund.conf.5", "rund-log.5"] {
            let said = try box.run(
                [man, "--warnings", "-l", "\(Self.folder)/\(name)"],
                environment: ["LC_ALL": "C.UTF-8", "MANWIDTH": "110", "PATH": "/usr/bin:/bin"],
                seconds: 60)
            #expect(said.succeeded && said.errors == "", "\(name): \(said.errors)")
        }
    }

    /// One event of each type, with all that can be said of it.
    private static let events: [Event.Payload] = {
        let place = Coordinate(latitude: 45.5, longitude: 7.25)
        let fix = Fix(
            mode: 3, coordinate: place, altitude: 300,
            time: WallTime(microseconds: 1_780_000_000_000_000), eph: 4, ephSource: .receiver,
            hdop: 0.9, satellites: 8, speed: 3,
            track: 90, eps: 0.2, device: "/dev/ttyACM0")
        let start = RunStart(
            wall: WallTime(microseconds: 1_780_000_000_000_000), zone: "Europe/Rome",
            activity: "run", indoor: true, note: "hello", engine: "1",
            settings: EngineSettings(), model: StepLengthModel(), deviceDistance: 10)
        return [
            .start(start), .fix(fix), .steps(StepReading(count: 1, boot: "b")),
            .foot(FootReading(speed: 3, cadence: 170, distance: 5)),
            .heart(HeartReading(bpm: 150)), .acceleration(Acceleration(x: 0, y: 9, z: 1)),
            .pressure(PressureReading(pascal: 100_000)), .pause, .resume, .lap,
            .mark(Mark(text: "here")), .segment(SegmentMark(name: "hill", isStart: true)),
            .restart(Restart(cause: "crash", boot: "b")), .stop,
        ]
    }()

    @Test("rund-log(5) names every type and member that is written, and its example is one")
    func log() throws {
        let page = try String(contentsOfFile: "\(Self.folder)/rund-log.5", encoding: .utf8)
        let words = Set(page.split { !$0.isLetter && !$0.isNumber }.map { String($0) })
        let instant = Instant(microseconds: 1_000_000)
        for payload in Self.events {
            let line = LogCodec.encode(Event(time: instant, arrival: instant, payload: payload))
            let object = try #require(try JSONValue(parsing: line).object)
            let type = try #require(object["type"]?.string)
            #expect(words.contains(type), "\(type)")
            for (name, _) in object.members { #expect(words.contains(name), "\(type).\(name)") }
        }
        let example = page.split(separator: "\n").filter { $0.hasPrefix("{") }
        #expect(example.count > 5)
        for line in example {
            let text = line.replacingOccurrences(of: "\\-", with: "-")
            #expect(try LogCodec.decode(Array(text.utf8)) != nil, "\(line)")
        }
    }
}
