import Glibc
import RunCore
import RunStore
import Testing

/// A directory that goes when its owner goes.
final class TemporaryDirectory {
    let path: String

    init(under parent: String = "/tmp") throws {
        var template = [UInt8]((parent + "/rund-store-XXXXXX").utf8) + [0]
        let made = template.withUnsafeMutableBytes {
            mkdtemp($0.baseAddress!.assumingMemoryBound(to: CChar.self)) != nil
        }
        try #require(made, "cannot make a directory under \(parent)")
        path = String(decoding: template.dropLast(), as: UTF8.self)
    }

    deinit { _ = runCommand("rm -rf '\(path)'") }
}

/// Runs a shell command; answers with its exit code.
@discardableResult
func runCommand(_ command: String) -> Int32 {
    var child: pid_t = 0
    let arguments: [UnsafeMutablePointer<CChar>?] = [
        strdup("/bin/sh"), strdup("-c"), strdup(command), nil,
    ]
    defer { arguments.forEach { free($0) } }
    guard posix_spawn(&child, "/bin/sh", nil, nil, arguments, environ) == 0 else { return -1 }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    return status & 0x7f == 0 ? (status >> 8) & 0xff : -(status & 0x7f)
}

extension Instant {
    static func s(_ seconds: Double) -> Instant { Instant(seconds: seconds) }
}

/// A line like the ones rund writes, number `index` of a run at one reading a second.
func stepsLine(_ index: Int) -> [UInt8] {
    [UInt8](#"{"t":\#(index),"at":\#(index),"type":"steps","count":\#(index * 3)}"#.utf8)
}

func fixLine(_ index: Int) -> [UInt8] {
    let latitude = 12.97 + Double(index) * 2.5e-5
    return [UInt8](
        (#"{"t":\#(index).1,"at":\#(index).2,"type":"fix","time":"2026-06-01T06:00:01Z","mode":3,"#
            + #""lat":\#(latitude),"lon":77.591234567,"alt":920.123,"eph":4.213,"#
            + #""ephsrc":"receiver","hdop":0.9,"sats":9,"speed":2.913,"track":87.1234,"eps":0.2,"#
            + #""device":"/dev/ttyACM0"}"#).utf8)
}

extension RunStore {
    /// Opens at time zero of the boot clock.
    static func open(_ directory: TemporaryDirectory) throws -> RunStore {
        try open(directory: directory.path, now: .s(0))
    }

    func begin(at seconds: Double = 0, wall: WallTime? = nil) -> RunNumber {
        beginRun(NewRun(boot: "boot-a", start: .s(seconds), wall: wall, zone: "Asia/Kolkata"))
    }
}

extension RunReader {
    func allEvents(of run: RunNumber) throws -> [StoredEvent] {
        var cursor = events(of: run)
        var events: [StoredEvent] = []
        while let event = try cursor.next() { events.append(event) }
        return events
    }
}
