import Alert
import Glibc
import SentinelProtocol
import TestSupport
import Testing

@Suite("decoding the alert")
struct AIFFTests {
    private let box: Sandbox

    init() throws { box = try Sandbox() }

    private func load(_ bytes: [UInt8]) throws -> (clip: Clip, warnings: [String]) {
        try Files.write(bytes, to: box.path("a.aiff"))
        return try AIFFFile.load(box.path("a.aiff"))
    }

    /// Why a file is refused; nil: it is not.
    private func refusal(_ bytes: [UInt8]) throws -> String? {
        do {
            _ = try load(bytes)
            return nil
        } catch let error as SoundError {
            #expect(error.path == box.path("a.aiff"))
            #expect(error.description == "\(error.path): \(error.reason)")
            return error.reason
        }
    }

    private func maker(_ change: (inout AIFFMaker) -> Void) -> [UInt8] {
        var maker = AIFFMaker()
        change(&maker)
        return maker.bytes
    }

    @Test("16-bit samples come out as they are, one channel or two")
    func plain() throws {
        for channels in [1, 2] {
            let clip = try load(maker { $0.channels = channels }).clip
            #expect(clip == Clip(rate: 48_000, channels: channels, samples: AIFFMaker.values(100)))
        }
    }

    @Test("every rate from 8 to 192 kHz is kept")
    func rates() throws {
        for rate in [8_000, 11_025, 22_050, 44_100, 48_000, 96_000, 192_000] {
            #expect(try load(maker { $0.rate = AIFFMaker.extended(rate) }).clip.rate == rate)
        }
    }

    @Test("8, 24 and 32 bits keep their upper 16")
    func sizes() throws {
        let values = AIFFMaker.values(100)
        let eight = try load(
            maker {
                $0.size = 8
                $0.data = values.map { UInt8(truncatingIfNeeded: $0 >> 8) }
            }
        ).clip
        #expect(eight.samples == values.map { ($0 >> 8) << 8 })
        for size in [24, 32] {
            let clip = try load(
                maker {
                    $0.size = size
                    $0.data = values.flatMap {
                        AIFFMaker.number(Int($0), 2) + [UInt8](repeating: 0x5A, count: size / 8 - 2)
                    }
                }
            ).clip
            #expect(clip.samples == values, "\(size) bits")
        }
    }

    @Test("floats fill the range, are clipped beyond it, and no number is silence")
    func floats() throws {
        let values: [Float] = [0, 0.5, -0.5, 1, -1, 7, -7, .nan, .infinity, 1 / 32_768]
        let bytes = maker {
            $0.kind = "AIFC"
            $0.compression = "fl32"
            $0.size = 32
            $0.data = values.flatMap { AIFFMaker.number(Int($0.bitPattern), 4) }
        }
        let clip = try load(bytes).clip
        let want: [Int16] = [0, 16_384, -16_384, 32_767, -32_768, 32_767, -32_768, 0, 0, 1]
        #expect(clip.samples == want)
    }

    @Test("little-endian, µ-law and A-law AIFC are decoded")
    func compressed() throws {
        let values = AIFFMaker.values(100)
        let sowt = maker {
            $0.kind = "AIFC"
            $0.compression = "sowt"
            $0.data = values.flatMap { AIFFMaker.number(Int($0), 2).reversed() }
        }
        #expect(try load(sowt).clip.samples == values)
        // ITU-T G.711: these codes are the loudest and the softest steps of either sign.
        let muLaw = maker {
            $0.kind = "AIFC"
            $0.compression = "ulaw"
            $0.size = 8
            $0.data = [0x00, 0x80, 0xFE, 0x7E]
        }
        #expect(try load(muLaw).clip.samples == [-32_124, 32_124, 8, -8])
        let aLaw = maker {
            $0.kind = "AIFC"
            $0.compression = "alaw"
            $0.size = 8
            $0.data = [0x2A, 0xAA, 0x55, 0xD5]
        }
        #expect(try load(aLaw).clip.samples == [-32_256, 32_256, -8, 8])
    }

    @Test("what is there is played, whatever the header claims")
    func claims() throws {
        let playable = [
            "right", "frames 0xFFFFFFFF", "frames 150", "SSND size 0xFFFFFFFF",
            "SSND before COMM", "SSND offset 16", "FORM size 0", "FORM size 0x7fffffff",
            "trailing ID3", "padded NAME",
        ]
        for (name, bytes) in AIFFMaker.oddities where playable.contains(name) {
            let (clip, warnings) = try load(bytes)
            #expect(clip.samples == AIFFMaker.values(100), "\(name)")
            #expect(warnings.isEmpty == !name.hasPrefix("frames"), "\(name): \(warnings)")
        }
        let cut = AIFFMaker.oddities.first { $0.name == "truncated" }
        let (clip, warnings) = try load(cut?.bytes ?? [])
        #expect(clip.samples == AIFFMaker.values(50))
        #expect(warnings.first?.contains("says 100 frames, it has 50") == true)
    }

    @Test("what cannot be played is refused with its reason")
    func refusals() throws {
        let reasons = [
            "unpadded NAME": "libsndfile cannot read it: ",
            "no COMM": "libsndfile cannot read it: ", "no SSND": "libsndfile cannot read it: ",
            "header only": "libsndfile cannot read it: ", "no channels": "it has no channels",
            "2000 channels": "it has 2000 channels; 8 is the most",
            "rate 0": "its sample rate is 0.0 Hz; ", "rate 7999": "its sample rate is 7999.0 Hz; ",
            "rate 192001": "its sample rate is 192001.0 Hz; ",
            "rate infinite": "its sample rate is not a number; ",
            "rate negative": "its sample rate is -48000.0 Hz; ",
            "no frames": "there is no sound in it: 0 frames",
            "42ni": "libsndfile cannot read it: ", ".mp3": "libsndfile cannot read it: ",
            "empty": "the file is empty", "one byte": "not an AIFF file",
            "a WAV": "not an AIFF file: it begins with \"RIFF\"",
        ]
        for (name, bytes) in AIFFMaker.oddities {
            guard let reason = reasons[name] else { continue }
            let refusal = try refusal(bytes) ?? "not refused"
            #expect(refusal.hasPrefix(reason), "\(name): \(refusal)")
        }
    }

    @Test("35 s can be played and more cannot, silence is no alert")
    func limits() throws {
        let second = [UInt8](repeating: 1, count: 8_000)
        func long(_ seconds: Int, more: Int = 0) -> [UInt8] {
            maker {
                $0.size = 8
                $0.rate = AIFFMaker.extended(8_000)
                $0.data = (0..<seconds).flatMap { _ in second } + second.prefix(more)
            }
        }
        #expect(try load(long(35)).clip.milliseconds == 35_000)
        #expect(try refusal(long(35, more: 1))?.hasPrefix("it is too long: 35 s") == true)
        let silent = maker { $0.data = [UInt8](repeating: 0, count: 200) }
        #expect(try refusal(silent) == "there is only silence in it")
    }

    @Test("what is no file is refused at once")
    func noFile() throws {
        func reason(_ path: String) -> String? {
            do throws(SoundError) {
                _ = try AIFFFile.load(path)
                return nil
            } catch {
                return error.reason
            }
        }
        #expect(reason(box.path("absent")) == "No such file or directory")
        #expect(reason(box.folder) == "not a regular file")
        mkfifo(box.path("pipe"), 0o600)
        #expect(reason(box.path("pipe")) == "not a regular file")
    }

    @Test("the sounds in the repository are what make-sounds makes, to the byte")
    func repository() throws {
        for sound in Sound.kept {
            let path = "\(Programs.sourceFolder)/sounds/\(sound.rawValue).aiff"
            let made = AIFFWriter.bytes(SoundDesign.clip(sound))
            // Compared outside of the macro, which would print every byte.
            let isSame = Files.bytes(path) == made
            #expect(isSame, "\(sound): run `swift run make-sounds sounds`")
            let isReadBack = try AIFFFile.load(path).clip == SoundDesign.clip(sound)
            #expect(isReadBack, "\(sound)")
        }
    }

    @Test("the alert is two seconds long, loud and not clipped; the others are gentler")
    func loudness() {
        func power(_ clip: Clip) -> Double {
            let sum = clip.samples.reduce(0.0) { $0 + Double($1) * Double($1) }
            return (sum / Double(clip.frames)).squareRoot()
        }
        let alert = SoundDesign.clip(.alert)
        #expect(alert.milliseconds == 2_000)
        let peak = alert.samples.map { abs(Int($0)) }.max() ?? 0
        #expect((29_000...32_700).contains(peak))
        for sound in Sound.kept where sound != .alert {
            let clip = SoundDesign.clip(sound)
            #expect(power(clip) < power(alert) * 0.7, "\(sound)")
            let length = sound.isCue ? 80...520 : 500...1_500
            #expect(length.contains(clip.milliseconds), "\(sound)")
        }
    }
}
