import TestSupport
import Testing

@Suite(
    "the sound device of the tests",
    .enabled(if: Programs.find("aplay") != nil, "aplay is not installed"))
struct AudioSinkTests {
    /// One second of a ramp that no shift or gap can imitate.
    private static let ramp: [Int16] = (0..<48_000).flatMap { frame in
        [Int16(truncatingIfNeeded: frame &* 7919), Int16(truncatingIfNeeded: frame)]
    }

    private func play(_ box: Sandbox, _ sink: AudioSink, seconds: Double = 20) throws
        -> Sandbox.Result
    {
        let file = box.path("ramp.raw")
        try Files.write(
            Self.ramp.flatMap {
                [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
            },
            to: file)
        return try box.run(
            ["aplay", "-q", "-t", "raw", "-f", "S16_LE", "-r", "48000", "-c", "2", file],
            environment: sink.environment, seconds: seconds)
    }

    @Test("keeps every sample, and takes as long as a real one")
    func realTime() throws {
        let box = try Sandbox()
        let sink = try AudioSink(in: box)
        let began = monotonicSeconds()
        let result = try play(box, sink)
        let took = monotonicSeconds() - began
        #expect(result.succeeded, "\(result)")
        #expect(took > 0.95)
        #expect(Array(sink.samples().prefix(Self.ramp.count)) == Self.ramp)
        #expect(sink.samples().dropFirst(Self.ramp.count).allSatisfy { $0 == 0 })
        #expect(sink.plays().count == 1)
    }

    @Test("refuses to open when told so")
    func busy() throws {
        let box = try Sandbox()
        let sink = try AudioSink(in: box)
        try sink.set(["open_error 16"])
        let result = try play(box, sink)
        #expect(!result.succeeded)
        #expect(result.errors.contains("busy"), "\(result)")
        #expect(sink.samples().isEmpty)
    }

    @Test("can be unplugged in the middle")
    func unplugged() throws {
        let box = try Sandbox()
        let sink = try AudioSink(in: box)
        try sink.set(["unplug_at 24000"])
        let result = try play(box, sink)
        #expect(!result.succeeded)
        #expect(sink.events().contains { $0.name == "unplugged" })
    }
}
