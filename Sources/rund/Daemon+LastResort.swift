internal import EventLoop
private import Glibc
internal import POSIX
internal import RunCore
internal import SentinelProtocol

/// The alert without a sentinel: the one that watched is gone, and no other can be started.
///
/// The recorder itself cannot play, and lives on; it asks programs that are commonly there.
extension Daemon {
    private static let player = "/usr/bin/aplay"

    /// Tells by every way that is left.
    /// - Returns: false if nothing that sounds could be started.
    @discardableResult
    func soundWithoutSentinel(_ cause: Cause) -> Bool {
        if isPlayingItself { return true }
        setenv("RUND_ALERT_CAUSE", cause.word, 1)
        if let command = parts.configuration.text("alert.command") {
            start(["/bin/sh", "-c", command])
        }
        for call in Announcement.calls(cause) where access(call[0], X_OK) == 0 { start(call) }
        guard let entry = parts.bank.directory.entry(.alert), let loop else { return false }
        let memory = parts.bank.descriptor.raw
        lseek(memory, off_t(entry.offset), SEEK_SET)
        let words =
            [Self.player, "-q", "-t", "raw", "-f", "S16_LE", "-r", "\(entry.rate)"]
            + ["-c", "\(entry.channels)", "-s", "\(entry.frames)", "-"]
        guard let pid = start(words, input: memory) else { return false }
        do throws(Errno) {
            lastResort = try ChildWatch(loop, process: pid) { [unowned self] end in
                isPlayingItself = false
                Log.warning("\(Self.player), asked in place of a sentinel, ended: \(end)")
                ending?.isHeard = true
                settle()
            }
        } catch {
            Log.warning("\(error)")
        }
        isPlayingItself = lastResort != nil
        return isPlayingItself
    }

    @discardableResult
    private func start(_ words: [String], input: Int32? = nil) -> Int32? {
        do throws(Errno) {
            return try Launch.detached(words, input: input)
        } catch {
            Log.warning("\(error)")
            return nil
        }
    }
}
