private import Glibc

/// Lines on standard error that are dropped rather than waited for: nothing may hold up the sound.
enum Log {
    enum Priority: String {
        case emergency = "<0>"
        case warning = "<4>"
        case info = "<6>"
    }

    static func write(_ text: String, _ priority: Priority = .info) {
        // A pipe that is writable takes PIPE_BUF (4096) bytes without blocking.
        var entry = pollfd(fd: 2, events: Int16(POLLOUT), revents: 0)
        guard poll(&entry, 1, 0) > 0, entry.revents & Int16(POLLOUT) != 0 else { return }
        // systemd reads the priority from the start of the line; a terminal needs none.
        let prefix = getenv("JOURNAL_STREAM") == nil ? "" : priority.rawValue
        let bytes = Array((prefix + "run-sentinel: " + text + "\n").utf8.prefix(4096))
        _ = Glibc.write(2, bytes, bytes.count)
    }
}
