import Foundation
import Glibc
import RunCore
import RunStore
import TestSupport
import Testing

/// What the writer said it had handed over: the ledger against which a store is compared.
struct Ledger {
    /// Sequence numbers for each run.
    var events: [RunNumber: Set<Int64>] = [:]
    var ended: Set<RunNumber> = []
    var failures: [String] = []
    var recovered = 0
    var held: Int?
    /// Milliseconds that the longest flush took.
    var slowest: Int?

    /// Reads the writer's output; a last line without its newline was not said.
    mutating func read(_ output: String) {
        for line in output.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            let words = line.split(separator: " ")
            switch words.first {
            case "event":
                if let run = Int64(words[1]), let sequence = Int64(words[2]) {
                    events[run, default: []].insert(sequence)
                }
            case "end": if let run = Int64(words[1]) { ended.insert(run) }
            case "failed": failures.append(String(line))
            case "recovered": recovered += 1
            case "slowest": slowest = Int(words[1])
            case "held": held = Int(words[1])
            default: break
            }
        }
    }

    /// Compares with what is stored.
    /// - Returns: how many handed-over events are missing, and what is wrong otherwise.
    func compare(with reader: RunReader) throws -> (lost: Int, wrong: [String]) {
        var lost = 0
        var wrong: [String] = []
        for (run, handed) in events {
            var stored: Set<Int64> = []
            var cursor = reader.events(of: run)
            var last: Int64 = -1
            while let event = try cursor.next() {
                if event.sequence <= last { wrong.append("run \(run): order at \(event.sequence)") }
                last = event.sequence
                stored.insert(event.sequence)
                if event.line != writerLine(event.sequence) {
                    wrong.append("run \(run): event \(event.sequence) is another one")
                }
            }
            lost += handed.subtracting(stored).count
            if stored.subtracting(handed).count > 1 {
                wrong.append("run \(run): more than the one that was being handed over")
            }
        }
        return (lost, wrong)
    }
}

/// As `store-writer` writes them.
func writerLine(_ sequence: Int64) -> [UInt8] {
    [UInt8](
        (#"{"t":\#(sequence),"at":\#(sequence),"type":"fix","mode":3,"#
            + #""lat":12.9712345,"lon":77.5912345,"alt":920.1,"eph":4.2,"hdop":0.9,"sats":9,"#
            + #""speed":2.913,"track":87.1,"device":"/dev/ttyACM0"}"#).utf8)
}

/// The sequence of numbers that a seed gives, the same on every machine.
struct SeededNumbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}

/// Long campaigns are for `scripts/test --full`.
let isFull = ProcessInfo.processInfo.environment["RUND_FULL"] != nil

/// A file system of its own for a test; unmounted when it goes.
final class Volume {
    let path: String
    private let image: String?
    /// The folder it is mounted in stays as long as it is mounted.
    private let box: Sandbox

    /// A tmpfs of so many KiB; a disk that can be full and read only.
    init(memory kilobytes: Int, in box: Sandbox) throws {
        self.box = box
        path = box.path("volume")
        image = nil
        try Files.makeFolder(path)
        try #require(runCommand("mount -t tmpfs -o size=\(kilobytes)k tmpfs \(path)") == 0)
    }

    /// An ext4 in a file; a disk whose power can be cut.
    init(loop megabytes: Int, in box: Sandbox) throws {
        self.box = box
        path = box.path("volume")
        let image = box.path("image")
        self.image = image
        try Files.makeFolder(path)
        try #require(
            runCommand("truncate -s \(megabytes)M \(image) && mkfs.ext4 -q -F \(image)") == 0)
        try #require(runCommand("mount -o loop \(image) \(path)") == 0)
    }

    /// What the disk has after its power was cut. It is a copy: the old one may still be mounted in
    /// the mount namespace of some other program, and would then be the same file system again.
    init(after cut: Volume, in box: Sandbox) throws {
        self.box = box
        path = box.path("volume-after")
        let image = box.path("image-after")
        self.image = image
        try Files.makeFolder(path)
        let old = try #require(cut.image)
        try #require(runCommand("cp --sparse=always \(old) \(image)") == 0)
        try #require(runCommand("mount -o loop \(image) \(path)") == 0)
    }

    deinit { runCommand("umount \(path) 2>/dev/null || umount -l \(path) 2>/dev/null") }

    /// Loses what was not synced, as a power cut does. Corresponds to `EXT4_IOC_SHUTDOWN`.
    func cutPower() throws {
        let folder = open(path, O_RDONLY | O_CLOEXEC)
        try #require(folder >= 0)
        defer { close(folder) }
        var withoutFlush: UInt32 = 2
        try #require(ioctl(folder, 0x8004_587d, &withoutFlush) == 0)
    }

    static let isPossible = geteuid() == 0 && Programs.find("mkfs.ext4") != nil
}
