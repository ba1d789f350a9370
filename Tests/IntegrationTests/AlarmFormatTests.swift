import Alert
import TestSupport
import Testing

/// Every form of sound on devices that take one form only, against a conversion of the test's own.
@Suite("the alarm and the forms of sound", .timeLimit(.minutes(15)))
struct AlarmFormatTests {
    @Test(
        "8 to 192 kHz, one channel and two, on a device that takes 48 kHz stereo only",
        arguments: [8_000, 11_025, 22_050, 44_100, 96_000, 192_000], [1, 2])
    func rates(rate: Int, channels: Int) throws {
        let clip = Clip.chirp(rate: rate, channels: channels)
        let scene = try AlarmScene(
            clip: clip, faults: ["default": ["rate 48000", "channels 2", "format S16_LE"]])
        try scene.die()
        #expect(scene.sink.plays().count == 1)
        let heard = scene.sink.samples()
        for channel in 0..<2 {
            let source = clip.channel(min(channel, channels - 1))
            let want = Self.resampled(source, from: rate, to: 48_000)
            let got = stride(from: channel, to: heard.count, by: 2).map { Double(heard[$0]) }
            let match = Self.bestMatch(want, in: got)
            #expect(match > 0.99, "channel \(channel): correlation \(match)")
            // Nothing of the sound is missing at its end, and silence follows.
            let end = got.lastIndex { abs($0) > 100 } ?? 0
            #expect(
                abs(end - want.count) < 480, "channel \(channel) ends at \(end), not \(want.count)")
        }
    }

    @Test("a device that takes 32 bits only gets every sample, shifted up")
    func wide() throws {
        let scene = try AlarmScene(faults: ["default": ["format S32_LE"]])
        try scene.die()
        let bytes = scene.sink.bytes()
        let high = stride(from: 0, to: bytes.count - 3, by: 4).map {
            Int16(bitPattern: UInt16(bytes[$0 + 2]) | UInt16(bytes[$0 + 3]) << 8)
        }
        #expect(Array(high.prefix(scene.clip.samples.count)) == scene.clip.samples)
    }

    @Test("a device that takes floats only gets every sample, scaled")
    func floats() throws {
        let scene = try AlarmScene(faults: ["default": ["format FLOAT_LE"]])
        try scene.die()
        let bytes = scene.sink.bytes()
        let values = stride(from: 0, to: bytes.count - 3, by: 4).map { place in
            let bits = (0..<4).reduce(UInt32(0)) {
                $0 | UInt32(bytes[place + $1]) << (8 * UInt32($1))
            }
            return Int16((Float(bitPattern: bits) * 32_768).rounded())
        }
        #expect(Array(values.prefix(scene.clip.samples.count)) == scene.clip.samples)
    }

    // MARK: - A conversion of our own

    /// Straight lines between the samples.
    private static func resampled(_ source: [Double], from rate: Int, to target: Int) -> [Double] {
        let count = source.count * target / rate
        return (0..<count).map { index in
            let place = Double(index) * Double(rate) / Double(target)
            let before = min(Int(place), source.count - 1)
            let after = min(before + 1, source.count - 1)
            let part = place - Double(before)
            return source[before] * (1 - part) + source[after] * part
        }
    }

    /// The best correlation of `wanted` with a stretch of `heard`; converters delay by a few samples.
    private static func bestMatch(_ wanted: [Double], in heard: [Double]) -> Double {
        var best = 0.0
        for lag in 0..<240 where lag + wanted.count <= heard.count {
            var product = 0.0
            var ours = 0.0
            var theirs = 0.0
            // Every fourth sample is enough to tell.
            for index in stride(from: 0, to: wanted.count, by: 4) {
                product += wanted[index] * heard[lag + index]
                ours += wanted[index] * wanted[index]
                theirs += heard[lag + index] * heard[lag + index]
            }
            best = max(best, product / (ours * theirs).squareRoot())
        }
        return best
    }
}

extension Clip {
    fileprivate func channel(_ number: Int) -> [Double] {
        stride(from: number, to: samples.count, by: channels).map { Double(samples[$0]) }
    }
}
