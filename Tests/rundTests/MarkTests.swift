import Control
import RunCore
import RunStore
import TestSupport
import Testing

@Suite("Marks and segments of the recorder")
struct RecorderMarkTests {
    @Test("a mark with and without text, earlier ones, and what is refused")
    func marks() throws {
        let scene = try RecorderScene()
        try scene.setCounter("100")
        try scene.start()
        _ = try scene.call("Start")
        pause(seconds: 2)
        let first = try scene.call("Mark")
        #expect(first["name"]?.string == "P-1")
        #expect(first["mark"]?["number"]?.integer == 1)
        #expect((first["mark"]?["elapsed"]?.double ?? 0) >= 2)
        let named = try scene.call("Mark", ["text": .string("nest"), "ago": .number(1)])
        #expect(named["name"]?.string == "P-2 nest")
        let elapsed = try #require(named["mark"]?["elapsed"]?.double)
        #expect(elapsed >= 1 && elapsed < 30)
        let refused: [JSONObject] = [
            ["ago": .number(3_600)], ["at": .string("2099-01-01T00:00:00Z")],
            ["at": .string("later")], ["ago": .number(-5)],
            ["text": .string(String(repeating: "x", count: 1001))],
        ]
        for parameters in refused {
            #expect(throws: ControlClient.Failure.self, "\(parameters)") {
                try scene.call("Mark", parameters)
            }
        }
        #expect(try scene.status().run?.marks == 2)
        _ = try scene.call("Stop")
        let check = try RunReader.open(directory: scene.box.path("state")).check(1)
        #expect(check.isSound && check.events > 0)
    }

    @Test("segments begin and end once, survive a death, and are told in the status")
    func segments() throws {
        let scene = try RecorderScene()
        try scene.setCounter("100")
        try scene.start()
        #expect(throws: ControlClient.Failure.self) {
            try scene.call("SegmentStart", ["name": .string("transect")])
        }
        _ = try scene.call("Start")
        _ = try scene.call("SegmentStart", ["name": .string("transect")])
        #expect(throws: ControlClient.Failure.self) {
            try scene.call("SegmentStart", ["name": .string("transect")])
        }
        pause(seconds: 4)
        try scene.setCounter("110")
        #expect(eventually(within: 20) { scene.steps == 10 })
        try scene.kill()
        try scene.start()
        #expect(try scene.status().run?.segments.map(\.isOpen) == [true])
        let ended = try scene.call("SegmentEnd")["segment"]?.object
        let segment = try #require(ended.flatMap { ControlSegment(json: $0) })
        #expect(segment.name == "transect" && segment.steps == 10 && segment.distance > 3)
        #expect(throws: ControlClient.Failure.self) { try scene.call("SegmentEnd") }
        _ = try scene.call("Stop")
    }

    @Test("without a run a mark is kept by itself")
    func alone() throws {
        let scene = try RecorderScene()
        try scene.start()
        let mark = try scene.call("Mark", ["text": .string("spring")])
        #expect(mark["name"]?.string == "P-1 spring")
        #expect(mark["mark"]?["distance"] == nil || mark["mark"]?["distance"] == .null)
        #expect(try scene.call("Mark")["name"]?.string == "P-2")
        let marks = try RunReader.open(directory: scene.box.path("state")).loneMarks()
        #expect(marks.map(\.text) == ["spring", nil])
        #expect(marks.allSatisfy { $0.wall != nil && $0.place == nil })
    }
}
