package import EventLoop

/// Holds the system back while a run is active: from sleeping because nobody touches it, and, for
/// the few seconds that the alarm needs, from going down.
///
/// logind's inhibitors are descriptors: whoever holds one holds the lock, and a death releases
/// it. Where there is no logind nothing is held and nothing breaks. Corresponds to D-Bus
/// `org.freedesktop.login1.Manager.Inhibit`.
package final class SystemLocks {
    /// What the system is about to do.
    package enum Notice: Equatable, Sendable {
        /// Power off or reboot: the delay lock holds it until `letGo`, 5 s at most.
        case shutdown
        /// Sleep: likewise.
        case sleep
        /// It slept, and is awake again; the delay lock is taken anew.
        case awake
    }

    /// One of the two locks, for status and doctor.
    package enum State: Equatable, Sendable {
        case released
        case asked
        case held
        /// In the words of whoever refused.
        case refused(String)
    }

    private static let service = "org.freedesktop.login1"
    private static let manager = BusObject(service, "/org/freedesktop/login1")
    private static let interface = "org.freedesktop.login1.Manager"

    private final class Lock {
        let what: String
        let mode: String
        var state = State.released
        var descriptor: BusDescriptor?

        init(what: String, mode: String) {
            self.what = what
            self.mode = mode
        }

        func release() {
            state = .released
            descriptor = nil
        }
    }

    private let bus: BusConnection
    private let noticed: (Notice) -> Void
    private let delayLock = Lock(what: "shutdown:sleep", mode: "delay")
    private let idleLock = Lock(what: "idle", mode: "block")
    private var matches: [BusMatch] = []
    /// Why the locks are wanted; nil while they are not.
    private var reason: String?

    /// - Parameter noticed: called from the loop, whether or not a lock is held.
    package init(
        over bus: BusConnection, noticed: @escaping (Notice) -> Void
    ) throws(BusError) {
        self.bus = bus
        self.noticed = noticed
        for member in ["PrepareForShutdown", "PrepareForSleep"] {
            let rule = BusMatch.Rule(
                sender: Self.service, object: Self.manager.path, interface: Self.interface,
                member: member)
            matches.append(try bus.watch(rule) { [weak self] in self?.heard($0) })
        }
        matches.append(
            try bus.watchOwner(of: Self.service) { [weak self] isThere in
                if isThere { self?.takeMissing() }
            })
    }

    /// Of the lock that delays shutdown and sleep.
    package var delay: State { delayLock.state }
    /// Of the lock that forbids sleep for want of use.
    package var idle: State { idleLock.state }

    /// Takes both locks and keeps them until `release`.
    /// - Parameter reason: shown by `systemd-inhibit --list`, such as `recording a run`.
    package func hold(reason: String) {
        self.reason = reason
        takeMissing()
    }

    /// Gives both locks back.
    package func release() {
        reason = nil
        delayLock.release()
        idleLock.release()
    }

    /// Lets a shutdown or a sleep that was announced go on; the alarm is safe.
    package func letGo() { delayLock.release() }

    private func takeMissing() {
        guard let reason else { return }
        for lock in [delayLock, idleLock] where lock.descriptor == nil { take(lock, reason) }
    }

    private func take(_ lock: Lock, _ reason: String) {
        guard lock.state != .asked else { return }
        lock.state = .asked
        let arguments: [BusValue] = [
            .string(lock.what), .string("rund"), .string(reason), .string(lock.mode),
        ]
        bus.call(Self.manager.method(Self.interface, "Inhibit"), arguments) { [weak self] result in
            self?.answered(lock, result)
        }
    }

    private func answered(_ lock: Lock, _ result: Result<[BusValue], BusError>) {
        // Given back before it came: then the descriptor is closed right here.
        guard lock.state == .asked else { return }
        switch result {
        case .success(let values):
            lock.descriptor = values.first?.descriptor
            lock.state = lock.descriptor == nil ? .refused("logind gave no lock") : .held
        case .failure(let error):
            lock.state = .refused(error.isAbsent ? "there is no logind" : error.message)
        }
    }

    private func heard(_ signal: BusSignal) {
        guard let begins = signal.arguments.first?.bool else { return }
        switch (signal.member, begins) {
        case ("PrepareForShutdown", true): noticed(.shutdown)
        case ("PrepareForSleep", true): noticed(.sleep)
        case ("PrepareForSleep", false):
            takeMissing()
            noticed(.awake)
        default:
            // A shutdown that was called off.
            takeMissing()
        }
    }
}
