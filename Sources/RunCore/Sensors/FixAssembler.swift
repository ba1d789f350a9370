/// Makes one fix of the two to four reports that gpsd sends an epoch, one for each sentence.
///
/// Reports belong together if they have the same time; the later one fills in and corrects the
/// earlier. A fix is given out as soon as as many reports came as the last epoch had, so that no
/// timer is needed while the receiver keeps its habit, and after `patience` otherwise.
package struct FixAssembler: Sendable {
    /// A fix with the arrival of its first report.
    package struct Assembled: Equatable, Sendable {
        package var fix: Fix
        package var firstArrival: Instant
    }

    private var open: Assembled?
    private var isGiven = false
    private var count = 0
    private var habit = 0

    /// Sentences of an epoch come within this time also at 4800 baud.
    package static let patience = Elapsed(microseconds: 250_000)

    package init() {}

    /// When the open epoch has to be given out; nil if none waits.
    package var deadline: Instant? {
        isGiven ? nil : open.map { $0.firstArrival + Self.patience }
    }

    /// Takes a report.
    /// - Returns: fixes that are complete now, the older first.
    package mutating func add(_ report: Fix, arrival: Instant) -> [Assembled] {
        var complete: [Assembled] = []
        if let epoch = open, belongs(report, to: epoch, arrival) {
            open = Assembled(
                fix: Self.merged(epoch.fix, report), firstArrival: epoch.firstArrival)
            count += 1
        } else {
            complete += close()
            open = Assembled(fix: report, firstArrival: arrival)
            isGiven = false
            count = 1
        }
        if !isGiven, habit > 0, count >= habit, let open {
            isGiven = true
            complete.append(open)
        }
        return complete
    }

    /// Gives the open epoch out if its time is over.
    package mutating func advance(to now: Instant) -> [Assembled] {
        guard let deadline, deadline <= now, let open else { return [] }
        isGiven = true
        habit = count
        return [open]
    }

    /// Forgets everything, as when the connection is lost.
    package mutating func reset() { self = FixAssembler() }

    private mutating func close() -> [Assembled] {
        guard let epoch = open else { return [] }
        habit = count
        return isGiven ? [] : [epoch]
    }

    private func belongs(_ report: Fix, to epoch: Assembled, _ arrival: Instant) -> Bool {
        guard report.device == epoch.fix.device || report.device == nil else { return false }
        if let a = report.time, let b = epoch.fix.time { return a == b }
        // Without a time on one side: the same place in the same burst.
        return arrival - epoch.firstArrival < Self.patience
            && report.coordinate == epoch.fix.coordinate
    }

    private static func merged(_ a: Fix, _ b: Fix) -> Fix {
        // Receivers that know two dimensions still send sentences that gpsd takes for three.
        var fix = b
        fix.mode = max(a.mode, b.mode)
        fix.coordinate = b.coordinate ?? a.coordinate
        fix.altitude = b.altitude ?? a.altitude
        fix.time = b.time ?? a.time
        if b.eph == nil {
            fix.eph = a.eph
            fix.ephSource = a.ephSource
        }
        fix.hdop = b.hdop ?? a.hdop
        fix.satellites = b.satellites ?? a.satellites
        fix.speed = b.speed ?? a.speed
        fix.track = b.track ?? a.track
        fix.eps = b.eps ?? a.eps
        fix.device = b.device ?? a.device
        return fix
    }
}
