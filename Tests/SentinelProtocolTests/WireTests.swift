import SentinelProtocol
import Testing

@Suite("the text on the sockets")
struct WireTests {
    private static let odd = ["", " ", "a b", "ä=%\n", "plug:'x y',0", "%41", "\u{0}", "😀"]

    @Test("messages of a recorder come back as they were, whatever is in their texts")
    func recorder() {
        for text in Self.odd {
            var settings = AlarmSettings(directory: "/run/" + text)
            settings.device = text
            settings.command = text
            settings.leadIn = 1_500
            settings.minVolume = 70
            settings.repetition = .once
            settings.lease = 0
            settings.holdDevice = true
            let token = AlarmToken(boot: text, run: text, epoch: -5, number: 3)
            for message in [
                RecorderMessage.arm(token, settings, watch: true),
                .arm(token, AlarmSettings(directory: "/"), watch: false), .beat(announce: 0),
                .beat(announce: 60_000), .off, .resumed,
            ] + FireReason.allCases.map({ .fire($0) }) {
                #expect(RecorderMessage(line: message.line) == message)
                #expect(!message.line.contains("\n"))
            }
        }
    }

    @Test("messages of a sentinel come back as they were")
    func sentinel() {
        for text in Self.odd {
            let report = PlayReport(
                device: text, format: text, frames: 1, firstFrame: 2, total: 3, latency: 4,
                recoveries: 5)
            var facts = SentinelFacts()
            facts.device = text
            facts.trouble = text
            facts.volume = 40
            facts.isMuted = true
            facts.lockable = 65_536
            facts.isUrgent = true
            facts.group = text
            for message in [
                SentinelMessage.facts(facts), .facts(SentinelFacts()),
                .armed(pid: 4, device: text, trouble: text),
                .armed(pid: 4, device: nil, trouble: nil), .refused(text), .ask, .offConfirmed,
                .resumedConfirmed, .sounding(.died), .sounding(.hung), .sounding(.fired(.lost)),
                .played(report), .silent(text),
            ] {
                #expect(SentinelMessage(line: message.line) == message)
            }
        }
    }

    @Test("what was sounded comes back from the tombstone as it was, and a long reason is cut")
    func burials() throws {
        for text in Self.odd {
            let token = AlarmToken(boot: text, run: text, epoch: 3, number: 1)
            let report = PlayReport(device: text, format: "S16 48000 Hz 2 ch", frames: 9, total: 7)
            for end in [SentinelMachine.PassEnd.played(report), .silent(text)] {
                let burial = Burial(token: token, end: end)
                #expect(Burial(line: burial.line) == burial)
                #expect(!burial.line.contains("\n"))
            }
        }
        let token = AlarmToken(boot: "b", run: "r", epoch: 1, number: 1)
        // Cut between two bytes of a letter, it is still text.
        let long = Burial(token: token, end: .silent(String(repeating: "ä", count: 5_000) + "a"))
        #expect(long.line.utf8.count < 1_000)
        #expect(Burial(line: long.line)?.token == token)
        #expect(Burial(line: "b/r/1/1")?.token == token, "a tombstone of an older version")
        for line in ["", "b/r/1", "b/r/1/1 silent=%4"] { #expect(Burial(line: line) == nil) }
    }

    @Test("messages of visitors come back as they were")
    func visitor() {
        let token = AlarmToken(boot: "b", run: "r/ %", epoch: 1, number: 2)
        for message in [VisitorMessage.acknowledge, .resumed, .wait(token)] {
            #expect(VisitorMessage(line: message.line) == message)
        }
    }

    @Test(
        "nonsense is nothing",
        arguments: [
            "", " ", "ARM", "ARM token=x dir=/", "FIRE", "FIRE reason=boredom", "BEATS", "off",
            "ARM token=b/r/1/1 dir=relative", "ARM token=b/r/1/1 dir=%4", "WAIT token=a/b/c",
            "ARM nothing",
        ])
    func nonsense(line: String) {
        #expect(RecorderMessage(line: line) == nil)
        #expect(SentinelMessage(line: line) == nil)
        #expect(VisitorMessage(line: line) == nil)
    }

    @Test("numbers out of range are pulled into it")
    func ranges() {
        #expect(
            RecorderMessage(line: "BEAT announce=999999999") == .beat(announce: 60_000))
        #expect(RecorderMessage(line: "BEAT announce=-1") == .beat(announce: 0))
        guard
            case .arm(_, let settings, _)? = RecorderMessage(
                line: "ARM token=b/r/1/1 dir=/ leadin=99999999999 minvolume=500 lease=-3 grace=0")
        else {
            Issue.record("an ARM was not understood")
            return
        }
        #expect(settings.leadIn == 10_000)
        #expect(settings.minVolume == 100)
        #expect(settings.lease == 0)
        #expect(settings.grace == 250)
    }

    @Test("lines come out whole however the bytes are cut")
    func lines() {
        let bytes = Array("OFF\nBEAT\n\nFIRE reason=lost\nrest".utf8)
        for size in 1...bytes.count {
            var buffer = LineBuffer()
            var lines: [String?] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                lines += buffer.append(rest.prefix(size))
                rest = rest.dropFirst(size)
            }
            #expect(lines == ["OFF", "BEAT", "", "FIRE reason=lost"], "in pieces of \(size)")
        }
    }

    @Test("a line that is too long, or not text, is dropped up to its end")
    func longLines() {
        var buffer = LineBuffer()
        let long = [UInt8](repeating: 65, count: Wire.longestLine)
        #expect(buffer.append(long + [10] + Array("OFF\n".utf8)) == [nil, "OFF"])
        #expect(buffer.append([0xFF, 10] + Array("OFF\n".utf8)) == [nil, "OFF"])
        #expect(buffer.append(long.dropLast() + [10]).first??.utf8.count == Wire.longestLine - 1)
    }

    @Test("a bank's directory comes back as it was")
    func bank() {
        let directory = BankDirectory(entries: [
            .init(sound: .alert, rate: 48_000, channels: 2, frames: 10, offset: 1_024),
            .init(sound: .lost, rate: 8_000, channels: 1, frames: 1, offset: 1_088),
        ])
        #expect(directory.bytes.count == BankDirectory.length)
        #expect(BankDirectory(bytes: directory.bytes, size: 1_090) == directory)
        #expect(BankDirectory(bytes: directory.bytes, size: 1_089) == nil)
        #expect(directory.entry(.alert)?.milliseconds == 1)
        #expect(directory.entry(.disk) == nil)
    }

    @Test("a directory with any byte changed never points outside of its bank")
    func damagedBank() {
        let size = 4_096
        let good = BankDirectory(entries: [
            .init(sound: .alert, rate: 48_000, channels: 2, frames: 100, offset: 1_024),
            .init(sound: .disk, rate: 8_000, channels: 1, frames: 100, offset: 2_048),
        ]).bytes
        for place in good.indices {
            for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
                var bytes = good
                bytes[place] = value
                guard let directory = BankDirectory(bytes: bytes, size: size) else { continue }
                for entry in directory.entries {
                    #expect(entry.offset + entry.bytes <= size, "byte \(place) = \(value)")
                }
            }
        }
    }
}
