internal import RunCore

/// The run's clock while a sensor log is played faster or slower than it was recorded: for the run,
/// the log's time is real.
struct Pace {
    /// From this moment of the boot clock on time goes faster.
    var anchor: Instant
    /// Seconds of the run a second.
    var speed: Double

    /// What the boot clock would show if it went at this pace.
    func paced(_ moment: Instant) -> Instant {
        anchor + Elapsed(seconds: (moment - anchor).seconds * speed)
    }

    /// The moment of the boot clock at which the paced one shows this, or a microsecond later.
    func unpaced(_ moment: Instant) -> Instant {
        let real = anchor + Elapsed(seconds: (moment - anchor).seconds / speed)
        return paced(real) >= moment ? real : real + Elapsed(microseconds: 1)
    }
}
