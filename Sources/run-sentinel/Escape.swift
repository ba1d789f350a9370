private import Glibc

/// The way out of a driver's call that does not return: the process begins anew, with what it has to remember as
/// its arguments, and leaves that device out. It stays the same process for systemd and for its recorder.
///
/// The signal handler uses nothing but memory that was made ready before. Corresponds to C `execve`.
enum Escape {
    /// Seconds that one call may take; drivers that answer at all answer in milliseconds.
    static let patience: UInt32 = 4

    /// What a new life is told.
    struct Remembered {
        var link: Int32
        var bank: Int32
        /// The tombstone's lock and the listening `alert.sock`; -1: not held.
        var lock: Int32 = -1
        var listener: Int32 = -1
        /// Microseconds on the monotonic clock: the trigger of the pass and its end at the latest; 0: no pass.
        var trigger: Int64 = 0
        var end: Int64 = 0
        var baggage: String

        private var numbers: [Int64] {
            [Int64(link), Int64(bank), Int64(lock), Int64(listener), trigger, end]
        }

        /// The two words that `init` reads.
        var words: [String] { [numbers.map(String.init).joined(separator: ","), baggage] }
        var descriptors: [Int32] { [link, bank, lock, listener] }

        init(link: Int32, bank: Int32, baggage: String) {
            self.link = link
            self.bank = bank
            self.baggage = baggage
        }

        init?(words: some Collection<String>) {
            guard let first = words.first, let last = words.dropFirst().first else { return nil }
            let numbers = first.split(separator: ",").compactMap { Int64($0) }
            let small = numbers.prefix(4).compactMap { Int32(exactly: $0) }
            guard numbers.count == 6, small.count == 4 else { return nil }
            self.init(link: small[0], bank: small[1], baggage: last)
            lock = small[2]
            listener = small[3]
            trigger = numbers[4]
            end = numbers[5]
        }
    }

    /// Memory for the handler; of one thread's use, so that nothing has to guard it.
    private struct Memory: @unchecked Sendable {
        static let mostWords = 32
        let words = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: mostWords)
        let descriptors = UnsafeMutablePointer<Int32>.allocate(capacity: 4)
        /// Where among the words the device stands that is being called.
        let place = UnsafeMutablePointer<Int>.allocate(capacity: 1)

        init() {
            words.initialize(repeating: nil, count: Self.mostWords)
            descriptors.initialize(repeating: -1, count: 4)
            place.initialize(to: 0)
        }
    }

    private static let memory = Memory()
    private static let option = "--again"

    /// What an earlier life left, given the arguments after the program's name: what it had to remember, and the
    /// devices that did not come back.
    static func begin(_ arguments: [String]) -> (remembered: Remembered, stuck: [String])? {
        guard arguments.first == option,
            let remembered = Remembered(words: arguments.dropFirst())
        else { return nil }
        // The handler that brought us here had its own signal blocked.
        var none = sigset_t()
        sigemptyset(&none)
        sigprocmask(SIG_SETMASK, &none, nil)
        for descriptor in remembered.descriptors where descriptor >= 0 {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
        return (remembered, Array(arguments.dropFirst(3)))
    }

    /// Notes what a new life would have to know from now on.
    static func remember(_ remembered: Remembered, stuck: [String]) {
        for place in 0..<memory.place.pointee { free(memory.words[place]) }
        let words = ["run-sentinel", option] + remembered.words + stuck.suffix(24)
        for (place, word) in words.enumerated() { memory.words[place] = strdup(word) }
        for place in words.count..<Memory.mostWords { memory.words[place] = nil }
        memory.place.pointee = words.count
        for (place, descriptor) in remembered.descriptors.enumerated() {
            memory.descriptors[place] = descriptor
        }
        signal(SIGALRM) { _ in Escape.escape() }
    }

    /// There is nothing to go on with: a call that does not return ends the process.
    static func forget() {
        for place in 0..<memory.place.pointee { free(memory.words[place]) }
        memory.words[0] = nil
        memory.place.pointee = 0
    }

    /// A call begins; when it takes too long, a new life begins that is told this word.
    static func watch(_ word: UnsafeMutablePointer<CChar>) {
        let place = memory.place.pointee
        if place > 0 { memory.words[place] = word }
        alarm(patience)
    }

    /// The call has returned.
    static func done() { alarm(0) }

    private static func escape() {
        guard memory.place.pointee > 0 else { _exit(3) }
        for place in 0..<4 where memory.descriptors[place] >= 0 {
            _ = fcntl(memory.descriptors[place], F_SETFD, 0)
        }
        // Not through the path, which an upgrade may have replaced.
        execve("/proc/self/exe", memory.words, environ)
        _exit(3)
    }
}
