import Alert
import Glibc
import POSIX
import SentinelProtocol
import TestSupport
import Testing

@Suite("the bank of sounds")
struct SoundBankTests {
    private func bytes(of bank: SoundBank) -> [UInt8] {
        Files.bytes("/proc/self/fd/\(bank.descriptor.raw)") ?? []
    }

    @Test("the memory holds a directory and the samples, and cannot be changed any more")
    func memory() throws {
        let clip = Clip(rate: 44_100, channels: 2, samples: [1, -2, 3, -4])
        let bank = try SoundBank(clips: [.alert: clip, .lost: clip])
        let all = bytes(of: bank)
        let directory = BankDirectory(bytes: all, size: all.count)
        let entry = directory?.entry(.alert)
        #expect(entry?.frames == 2)
        let samples = all.dropFirst(entry?.offset ?? 0).prefix(8)
        #expect(Array(samples) == [1, 0, 0xFE, 0xFF, 3, 0, 0xFC, 0xFF])
        #expect(write(bank.descriptor.raw, [0], 1) == -1)
        #expect(ftruncate(bank.descriptor.raw, 1) == -1)
    }

    @Test(
        "a bad alert is refused with path and reason, or replaced by the built-in one with a warning"
    )
    func badFile() throws {
        let box = try Sandbox()
        let path = box.path("bad.aiff")
        try Files.write("RIFF, not this", to: path)
        #expect(throws: SoundError.self) {
            try SoundBank.load(SoundRequest(alert: path, onBadFile: .refuse, folders: []))
        }
        let bank = try SoundBank.load(SoundRequest(alert: path, onBadFile: .builtin, folders: []))
        #expect(bank.warnings.count == 1)
        #expect(bank.warnings[0].hasPrefix("\(path): not an AIFF file"))
        #expect(bank.milliseconds[.alert] == 2_000)
    }

    @Test(
        "without a configured file the first folder that has an alert is used, or a hint is given")
    func folders() throws {
        let box = try Sandbox()
        let request = SoundRequest(alert: nil, onBadFile: .refuse, folders: [box.folder])
        do throws(SoundError) {
            _ = try SoundBank.load(request)
            Issue.record("there is no alert")
        } catch {
            #expect(error.description == "\(box.folder)/alert.aiff: no such file")
            #expect(error.hint?.contains("alert.file") == true)
        }
        try Files.write(AIFFMaker().bytes, to: box.path("alert.aiff"))
        try Files.write("broken", to: box.path("lost.aiff"))
        let bank = try SoundBank.load(request)
        #expect(bank.milliseconds[.alert] == 3)
        #expect(bank.warnings.count == 1 && bank.warnings[0].hasPrefix(box.path("lost.aiff")))
        #expect(Set(bank.milliseconds.keys) == Set(Sound.kept))
    }

    @Test("the standard folders are the installed one and those above the program")
    func standard() {
        let folders = SoundRequest.standardFolders(executable: "/a/b/rund")
        #expect(folders == ["/usr/share/rund/sounds", "/a/b/sounds", "/a/sounds"])
    }
}
