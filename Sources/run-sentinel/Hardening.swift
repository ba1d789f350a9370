private import CLinux
private import Glibc

/// What makes the process harder to stop and quicker to answer. All of it is best effort.
enum Hardening {
    /// Signals that ask a process to end, and those that end it because nobody catches them.
    private static let signals = [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2]

    /// An armed sentinel ignores what asks it to end: in a forced shutdown SIGTERM arrives before the recorder dies.
    static func shield(_ isOn: Bool) {
        for number in signals { signal(number, isOn ? SIG_IGN : SIG_DFL) }
    }

    /// Keeps in memory what the trial has used, and what is used later once it is. Never MCL_FUTURE: with the
    /// usual limit of 8 MB it makes thread creation in sound plugins fail. Without MCL_ONFAULT every page of
    /// every library would be read in, which doubles what the process holds.
    static func lockMemory() {
        let onFault: Int32 = 4
        _ = mlockall(Int32(MCL_CURRENT) | onFault)
    }

    /// Bytes that may be locked; nil: as many as there are. Corresponds to C `getrlimit`.
    static var lockable: Int64? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue), &limit) == 0 else {
            return 0
        }
        return Int64(exactly: limit.rlim_cur)
    }

    /// Goes before everything that is not real-time; hooks that are spawned do not inherit it.
    /// - Returns: whether the system allows it.
    static func hurry() -> Bool {
        var parameters = sched_param(sched_priority: 10)
        let resetOnFork: Int32 = 0x4000_0000
        return sched_setscheduler(0, Int32(SCHED_RR) | resetOnFork, &parameters) == 0
    }
}
