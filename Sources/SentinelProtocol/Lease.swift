/// How long a sentinel goes without a word from its recorder. Milliseconds on a clock that stops in suspend.
package struct Lease: Hashable, Sendable {
    /// 0: never runs out.
    package let length: Int64
    private(set) package var deadline: Int64

    package init(length: Int64, now: Int64) {
        self.length = length
        deadline = now + length
    }

    package var isOff: Bool { length == 0 }

    /// - Parameter announced: the silence that the recorder asked for on top, in milliseconds.
    package mutating func renew(now: Int64, announced: Int64 = 0) {
        deadline = now + length + announced
    }

    package func isOver(now: Int64) -> Bool { !isOff && now >= deadline }
}

/// The wait for an answer to ASK, in slices, so that a stalled machine is not taken for a hung recorder.
///
/// Only a slice that ended about when it should counts: had the machine stalled, neither we nor the recorder could have run.
package struct Grace: Hashable, Sendable {
    package static let slice: Int64 = 250
    /// A slice that ends later than this after its time does not count, in milliseconds.
    package static let tolerance: Int64 = 150
    /// So many slices, 30 s of them, are enough on a machine that is always late. It counts slices, not
    /// time, because one long stop of every process must not use the wait up.
    package static let mostSlices: Int64 = 120

    private(set) package var deadline: Int64
    private var slicesLeft: Int64
    private var slicesInAll: Int64 = 0

    package init(length: Int64, now: Int64) {
        deadline = now + Self.slice
        slicesLeft = max(1, (length + Self.slice - 1) / Self.slice)
    }

    /// Ends the slice that runs, if its time has come.
    /// - Returns: true when the recorder has had its time.
    package mutating func isOver(now: Int64) -> Bool {
        guard now >= deadline else { return false }
        slicesInAll += 1
        if now - deadline <= Self.tolerance { slicesLeft -= 1 }
        deadline = now + Self.slice
        return slicesLeft <= 0 || slicesInAll >= Self.mostSlices
    }
}
