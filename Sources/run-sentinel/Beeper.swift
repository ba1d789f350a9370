private import Glibc

/// The PC speaker through evdev: `EV_SND` with `SND_TONE` (linux/input-event-codes.h).
enum Beeper {
    private static let sound: UInt16 = 0x12
    private static let tone: UInt16 = 0x02
    private static let path = "/dev/input/by-path/platform-pcspkr-event-spkr"

    /// Three short tones, less than a second in all, because the socket is not answered meanwhile.
    static func beep() {
        let device = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
        guard device >= 0 else { return }
        defer { close(device) }
        for _ in 0..<3 {
            write(device, hertz: 1_300)
            usleep(180_000)
            write(device, hertz: 0)
            usleep(80_000)
        }
    }

    private static func write(_ device: Int32, hertz: Int32) {
        var event: [UInt8] = Array(repeating: 0, count: MemoryLayout<timeval>.size)
        withUnsafeBytes(of: sound) { event += $0 }
        withUnsafeBytes(of: tone) { event += $0 }
        withUnsafeBytes(of: hertz) { event += $0 }
        _ = Glibc.write(device, event, event.count)
    }
}
