import RunCore
import Testing

@Suite struct VarlinkFramerTests {
    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test("messages come out whole, however the bytes were cut")
    func anyCut() throws {
        let stream = bytes("{\"a\":1}\u{0}{\"b\":\"x\\u0000\"}\u{0}{}\u{0}")
        for size in 1...stream.count {
            var framer = VarlinkFramer(limit: 100)
            var messages: [JSONObject] = []
            for start in stride(from: 0, to: stream.count, by: size) {
                messages += try framer.add(stream[start..<min(start + size, stream.count)])
            }
            #expect(messages.count == 3, "pieces of \(size)")
            #expect(messages.first?["a"]?.integer == 1)
        }
    }

    @Test("what is no object, or never ends, ends the stream")
    func refused() {
        for bad in ["[1]\u{0}", "nonsense\u{0}", "{\"a\":\u{0}", "\u{0}"] {
            var framer = VarlinkFramer(limit: 100)
            do {
                _ = try framer.add(bytes(bad))
                Issue.record("taken: \(bad)")
            } catch {
                #expect(error != .tooLong)
            }
        }
        let blanks = [UInt8](repeating: 0x20, count: 101)
        for long in [blanks, blanks + [0]] {
            #expect(throws: VarlinkFramer.Failure.tooLong) {
                var framer = VarlinkFramer(limit: 100)
                _ = try framer.add(long)
            }
        }
    }

    @Test("a message that is framed is read back as it was")
    func roundTrip() throws {
        let call = ControlCall(
            method: "org.rund.Recorder.Mark", parameters: ["text": .string("a\u{0}b \"ü\" 😀")],
            more: true)
        var framer = VarlinkFramer(limit: 1000)
        let messages = try framer.add(VarlinkFramer.frame(call.message))
        #expect(messages.compactMap { ControlCall(message: $0) } == [call])
    }

    @Test("random bytes never do more than end the stream")
    func garbage() {
        for seed in UInt64(1)...300 {
            var random = SplitMix(seed: seed)
            var framer = VarlinkFramer(limit: 256)
            let noise = (0..<200).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            do {
                _ = try framer.add(noise)
            } catch {
                #expect(error == .tooLong || "\(error)".contains("malformed"), "seed \(seed)")
            }
        }
    }
}

@Suite struct ControlMessageTests {
    @Test("a status goes through JSON and comes back the same")
    func status() {
        var run = ControlRun()
        run.number = 7
        run.start = "2026-06-01T11:30:00+05:30"
        run.distance = 1234.5
        run.elapsed = 600
        run.steps = 800
        run.laps = [ControlLap(number: 1, from: 0, to: 300, distance: 600)]
        run.position = ControlPosition(
            coordinate: Coordinate(latitude: 1, longitude: 2), eph: 4, age: 0.5)
        run.rejected = [("jump", 2)]
        run.source = ControlSource(name: "gps", seconds: 30, reason: "regained")
        let status = ControlStatus(
            version: "0.1.0", state: "recording", run: run,
            alarm: ControlAlarm(state: "armed", detail: "default"),
            sensors: [
                ControlSensor(name: "gpsd", kind: "gps", alive: true, inUse: true, age: 0.2)
            ], store: "ok", backlog: 0, notices: ["one", "two"])
        #expect(ControlStatus(json: status.json) == status)
        // Whole numbers come back from text as whole numbers.
        let text = JSONValue.object(status.json).text
        let read = (try? JSONValue(parsing: text))?.object.flatMap { ControlStatus(json: $0) }
        #expect(read == status)
    }

    @Test("replies and errors keep their kind, and errors of others their name")
    func replies() {
        let replies: [ControlReply] = [
            .result(["run": .integer(3)]), .result([:], continues: true), .failure(.noActiveRun),
            .failure(.runActive(4)), .failure(ControlError(name: "com.example.Odd")),
        ]
        for reply in replies { #expect(ControlReply(message: reply.message) == reply) }
        #expect(ControlError.refused("why").shortName == "Refused")
        #expect(ControlError.refused("why").reason == "why")
        #expect(ControlError(name: "com.example.Odd").shortName == "com.example.Odd")
    }

    @Test("a message without a method is no call")
    func noCall() {
        #expect(ControlCall(message: ["parameters": .object([:])]) == nil)
    }
}
