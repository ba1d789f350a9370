import RunCore
import RunStore
import TestSupport
import Testing

@Suite("recording for a very long time", .timeLimit(.minutes(20)))
struct SoakTests {
    @Test("a day: memory stays flat, the log bounded, and the run agrees with its events")
    func soak() throws {
        let hours = 24
        let box = try Sandbox()
        let result = try box.run(
            [Programs.built("store-writer"), "soak", box.path("state"), "\(hours)"], seconds: 900)
        #expect(result.succeeded, "\(result)")
        var memory: [Int] = []
        var log: [Int] = []
        for line in result.output.split(separator: "\n") where line.hasPrefix("hour") {
            let words = line.split(separator: " ")
            memory.append(try #require(Int(words[3])))
            log.append(try #require(Int(words[5])))
        }
        #expect(memory.count == hours)
        // Measured: 150 KB from the third hour to the last one, for the spans and laps of a day.
        #expect(memory[hours - 1] - memory[2] < 2048, "\(memory)")
        #expect(log.allSatisfy { $0 < 5 << 19 }, "\(log)")
        let reader = try RunReader.open(directory: box.path("state"))
        let check = try reader.check(1)
        #expect(check.isSound, "\(check.differences)")
        #expect(check.missing == 0)
        #expect(abs(check.computed.distance / (Double(hours) * 3600 * 3) - 1) < 0.05)
    }
}
