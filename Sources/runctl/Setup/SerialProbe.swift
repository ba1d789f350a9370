private import Glibc
internal import POSIX

/// Listens on a serial line for what GPS receivers say.
enum SerialProbe {
    private static let rates: [(Int, speed_t)] = [
        (9600, speed_t(B9600)), (38400, speed_t(B38400)), (115_200, speed_t(B115200)),
    ]
    /// Receivers speak once a second.
    private static let patience: Int32 = 1300

    /// - Returns: what the device speaks; nil if it is silent, in use, or may not be opened.
    static func ask(_ path: String, _ machine: Machine) -> String? {
        let device = machine.target(path)
        if let user = user(of: device) { return "to process \(user), which has it open" }
        let raw = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard raw >= 0 else { return nil }
        let line = Descriptor(owning: raw)
        var before = termios()
        guard tcgetattr(line.raw, &before) == 0 else { return nil }
        defer { tcsetattr(line.raw, TCSANOW, &before) }
        for (rate, speed) in rates {
            var settings = before
            cfmakeraw(&settings)
            cfsetispeed(&settings, speed)
            cfsetospeed(&settings, speed)
            tcsetattr(line.raw, TCSAFLUSH, &settings)
            if let language = language(of: listen(line.raw)) {
                return "\(language) at \(rate) baud"
            }
        }
        return nil
    }

    /// The process that has a device open. Corresponds to the links in `/proc/PID/fd`.
    private static func user(of device: String) -> String? {
        for process in (try? Folder.names("/proc")) ?? [] where process.first?.isNumber == true {
            let folder = "/proc/\(process)/fd"
            // Processes that have gone meanwhile, or are somebody else's, cannot be looked into.
            for name in (try? Folder.names(folder)) ?? []
            where SmallFile.link("\(folder)/\(name)") == device {
                return process
            }
        }
        return nil
    }

    private static func listen(_ line: Int32) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1024)
        let end = Clock.monotonicMicroseconds() + Int64(patience) * 1000
        while bytes.count < 4096, language(of: bytes) == nil {
            let left = (end - Clock.monotonicMicroseconds()) / 1000
            var request = pollfd(fd: line, events: Int16(POLLIN), revents: 0)
            guard left > 0, poll(&request, 1, Int32(left)) > 0 else { break }
            let count = read(line, &buffer, buffer.count)
            if count <= 0 { break }
            bytes += buffer[..<count]
        }
        return bytes
    }

    /// NMEA is a line `$G…*hh` with the right sum; UBX begins with two bytes of its own and a known class.
    static func language(of bytes: [UInt8]) -> String? {
        let text = bytes.split { $0 == 10 || $0 == 13 }
        let isNMEA = text.contains { line in
            guard line.count > 6, line.starts(with: Array("$G".utf8)),
                let star = line.lastIndex(of: UInt8(ascii: "*")),
                line.count - (star - line.startIndex) == 3
            else { return false }
            let sum = line[(line.startIndex + 1)..<star].reduce(0, ^)
            let told = String(decoding: line[(star + 1)...], as: UTF8.self)
            return UInt8(told, radix: 16) == sum
        }
        if isNMEA { return "NMEA" }
        let isUBX = bytes.indices.dropLast(2).contains {
            bytes[$0] == 0xB5 && bytes[$0 + 1] == 0x62 && [1, 2, 10, 13].contains(bytes[$0 + 2])
        }
        return isUBX ? "UBX" : nil
    }
}
