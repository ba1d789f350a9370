import Alert
import Foundation
import TestSupport
import Testing

/// Files that nobody made on purpose.
@Suite("damaged sound files")
struct AIFFFuzzTests {
    private struct Random: RandomNumberGenerator {
        var state: UInt64
        // SplitMix64 of Steele, Lea and Flood.
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
    }

    private let interesting: [UInt8] = [0, 1, 2, 0x7F, 0x80, 0xFE, 0xFF]
    private let names = [
        "COMM", "SSND", "FORM", "AIFF", "AIFC", "NAME", "MARK", "INST", "CHAN", "FVER",
    ]

    private func damage(_ bytes: inout [UInt8], _ random: inout Random) {
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            guard !bytes.isEmpty else { return }
            // The headers are in the first hundred bytes: damage is worth most there.
            let reach = Bool.random(using: &random) ? min(100, bytes.count) : bytes.count
            let place = Int.random(in: 0..<reach, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes[place] = interesting.randomElement(using: &random) ?? 0
            case 2: bytes.removeSubrange(place..<min(bytes.count, place + 4))
            case 3: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 12)], at: place)
            case 4: bytes.removeLast(min(bytes.count, place / 2))
            default:
                let name = Array((names.randomElement(using: &random) ?? "COMM").utf8)
                for (index, letter) in name.enumerated() where place + index < bytes.count {
                    bytes[place + index] = letter
                }
            }
        }
    }

    @Test("whatever is damaged, a file is decoded within the limits or refused with a reason")
    func damaged() throws {
        let box = try Sandbox()
        let path = box.path("a.aiff")
        let seconds = ProcessInfo.processInfo.environment["RUND_FULL"] == nil ? 3.0 : 60.0
        let end = monotonicSeconds() + seconds
        let corpus = AIFFMaker.oddities.map(\.bytes)
        var seed: UInt64 = 1
        var decoded = 0
        while monotonicSeconds() < end {
            var random = Random(state: seed)
            var bytes = corpus[Int(seed) % corpus.count]
            damage(&bytes, &random)
            try Files.write(bytes, to: path)
            do throws(SoundError) {
                let clip = try AIFFFile.load(path).clip
                decoded += 1
                #expect(clip.frames > 0 && clip.milliseconds <= 35_000, "seed \(seed)")
                #expect(ClipLimits.rates.contains(clip.rate), "seed \(seed)")
                #expect(ClipLimits.channels.contains(clip.channels), "seed \(seed)")
                #expect(clip.samples.count % clip.channels == 0, "seed \(seed)")
            } catch {
                #expect(!error.reason.isEmpty && !error.reason.contains("\n"), "seed \(seed)")
            }
            seed += 1
        }
        // None is left open by a file that was refused.
        #expect(Files.names(in: "/proc/self/fd").count < 200)
        #expect(decoded > 10 && seed > 200, "\(decoded) of \(seed)")
    }
}
