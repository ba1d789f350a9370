/// How the clock of a run follows from the clock of a boot.
///
/// A run counts on the boot clock of the boot in which it began. After a reboot the boot clock
/// begins anew, and the run's clock is the new one plus an offset.
package struct RunClock: Hashable, Sendable {
    /// Identifies the boot (`/proc/sys/kernel/random/boot_id`).
    package var boot: String
    /// The run's clock minus that boot's clock.
    package var offset: Elapsed

    package init(boot: String, offset: Elapsed = .zero) {
        self.boot = boot
        self.offset = offset
    }

    /// The run's clock at a moment of the boot clock.
    package func callAsFunction(_ bootClock: Instant) -> Instant { bootClock + offset }
}

/// The two clocks of the machine, read together.
package struct ClockReading: Hashable, Sendable {
    package var boot: String
    /// The boot clock.
    package var bootClock: Instant
    /// Civil time; nil while it is not known (never set, not synchronised).
    package var wall: WallTime?

    package init(boot: String, bootClock: Instant, wall: WallTime?) {
        self.boot = boot
        self.bootClock = bootClock
        self.wall = wall
    }

    /// Civil time at another moment of a run's clock, by what this reading says of now.
    ///
    /// This is how a run that began in 1970 gets its true start once the clock is known.
    /// - Returns: nil while civil time is not known, or if the reading is of another boot.
    package func wall(at moment: Instant, of clock: RunClock) -> WallTime? {
        guard let wall, boot == clock.boot else { return nil }
        return wall + (moment - clock(bootClock))
    }
}
