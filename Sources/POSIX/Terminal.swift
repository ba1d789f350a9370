private import CLinux
private import Glibc

/// The terminal of this process, taken over for a full screen: keys come one by one, unseen.
///
/// Signals that would end the process or tell of a new size are read from `signals` instead.
package final class Terminal {
    package enum Signal: Equatable, Sendable {
        case resized
        /// Asked to end: SIGINT, SIGTERM, SIGHUP.
        case ended
    }

    /// Readable when a signal came.
    package let signals: Descriptor
    private let input: Int32
    private let output: Int32
    private var before: termios
    private var mask: sigset_t

    /// Corresponds to C `tcsetattr` and `signalfd`.
    /// - Throws: `Errno` ENOTTY if it is no terminal.
    package init(input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) throws(Errno) {
        self.input = input
        self.output = output
        var settings = termios()
        guard tcgetattr(input, &settings) == 0, isatty(output) == 1 else {
            throw Errno.current("tcgetattr")
        }
        before = settings
        var set = sigset_t()
        sigemptyset(&set)
        for signal in [SIGWINCH, SIGINT, SIGTERM, SIGHUP] { sigaddset(&set, signal) }
        var old = sigset_t()
        sigprocmask(SIG_BLOCK, &set, &old)
        mask = old
        signals = Descriptor(
            owning: try check("signalfd") {
                signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
            })
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
        tcsetattr(input, TCSAFLUSH, &settings)
    }

    deinit {
        tcsetattr(input, TCSAFLUSH, &before)
        sigprocmask(SIG_SETMASK, &mask, nil)
    }

    /// Columns and rows; 80 × 24 if the terminal does not know, as on a serial line.
    package var size: (columns: Int, rows: Int) {
        var (rows, columns): (UInt32, UInt32) = (0, 0)
        guard rund_window_size(output, &rows, &columns) == 0, rows > 0, columns > 0 else {
            return (80, 24)
        }
        return (Int(columns), Int(rows))
    }

    /// The next signal; nil if none waits.
    package func nextSignal() -> Signal? {
        var information = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        guard read(signals.raw, &information, size) == size else { return nil }
        return Int32(information.ssi_signo) == SIGWINCH ? .resized : .ended
    }

    /// The keys that were pressed; nil when the terminal is gone.
    package func keys() -> [UInt8]? {
        var buffer: [UInt8] = []
        switch Transfer.read(input, into: &buffer, limit: 64) {
        case .bytes: return buffer
        case .wouldBlock: return []
        case .closed, .failed: return nil
        }
    }
}

/// Waits until one of the descriptors is readable, at most `milliseconds`; those that are.
/// Corresponds to C `poll`.
package func waitForAny(of descriptors: [Int32], atMost milliseconds: Int32) -> [Int32] {
    var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    guard poll(&entries, nfds_t(entries.count), milliseconds) > 0 else { return [] }
    return entries.filter { $0.revents != 0 }.map(\.fd)
}
