/// Turns a run into bytes piece by piece, keeping nothing but the state between two pieces.
package protocol ActivityWriter {
    /// What was written and what the format could not hold so far.
    var report: WriterReport { get }
    mutating func write(_ element: Element, to out: inout ByteBuffer)
    /// Closes what is open. Nothing may be written after it.
    mutating func finish(to out: inout ByteBuffer)
}

/// What a writer wrote and what it left out, and why: a silent loss is a lie.
package struct WriterReport: Equatable, Sendable {
    /// Points that the file holds.
    package var written = 0
    package var withoutTime = 0
    package var withoutPosition = 0
    /// Points not later than the one before, at the resolution of the format.
    package var outOfOrder = 0
    package var timeOutOfRange = 0
    package var marks = 0

    package init() {}

    /// One line for each kind of loss, such as `3 points without time left out`.
    package var lines: [String] {
        var lines: [String] = []
        if withoutTime > 0 { lines.append("\(points(withoutTime)) without time left out") }
        if withoutPosition > 0 {
            lines.append("\(points(withoutPosition)) without position left out")
        }
        if outOfOrder > 0 {
            lines.append("\(points(outOfOrder)) not later than the one before left out")
        }
        if timeOutOfRange > 0 {
            lines.append("\(points(timeOutOfRange)) at a time that the format cannot say left out")
        }
        if marks > 0 { lines.append("\(marks) mark\(marks == 1 ? "" : "s") left out") }
        return lines
    }

    private func points(_ count: Int) -> String { "\(count) point\(count == 1 ? "" : "s")" }
}

extension Point {
    /// Steps of one foot a minute, as Garmin's formats count cadence; nil if unknown or nonsense.
    package var strideCadence: Int? {
        guard let cadence, cadence.isFinite, cadence >= 0, cadence < 2_000 else { return nil }
        return Int((cadence / 2).rounded(.toNearestOrAwayFromZero))
    }
}

/// A writer for formats that say at the beginning what is only known at the end: keeps the run, then writes it.
package struct CollectingWriter: ActivityWriter {
    package private(set) var report = WriterReport()
    private var collector = ActivityCollector()
    private let encode: @Sendable (Activity, inout ByteBuffer) -> WriterReport

    package init(_ encode: @escaping @Sendable (Activity, inout ByteBuffer) -> WriterReport) {
        self.encode = encode
    }

    package mutating func write(_ element: Element, to out: inout ByteBuffer) {
        collector.add(element)
    }

    package mutating func finish(to out: inout ByteBuffer) {
        report = encode(collector.activity, &out)
    }
}
