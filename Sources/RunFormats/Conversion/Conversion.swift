/// Turns one format into another, piece by piece.
///
/// Memory stays the same for any length where the written format allows it (GPX, CSV);
/// the others say at their beginning what is only known at the end, so they keep the run.
package struct Conversion {
    private var reader: any ActivityReader
    private var writer: any ActivityWriter
    private var filler = DistanceFiller()
    private var elements: [Element] = []
    private var pointsRead = 0

    /// Nil if the one cannot be read or the other cannot be written.
    package init?(from: Format, to: Format, options: ExportOptions = ExportOptions()) {
        guard let reader = from.makeReader?(), let writer = to.makeWriter?(options) else {
            return nil
        }
        self.reader = reader
        self.writer = writer
    }

    /// Takes the next bytes of the file; what they make is appended to `out`.
    package mutating func feed(_ bytes: UnsafeRawBufferPointer, to out: inout ByteBuffer) {
        reader.read(bytes, into: &elements)
        pass(to: &out)
    }

    /// The file is at its end.
    package mutating func finish(to out: inout ByteBuffer) -> Report {
        reader.finish(into: &elements)
        pass(to: &out)
        writer.finish(to: &out)
        return Report(problems: reader.problems, written: writer.report, pointsRead: pointsRead)
    }

    private mutating func pass(to out: inout ByteBuffer) {
        for element in elements {
            if case .point = element { pointsRead += 1 }
            writer.write(filler.fill(element), to: &out)
        }
        elements.removeAll(keepingCapacity: true)
    }

    /// What became of a file.
    package struct Report: Sendable {
        package let problems: Problems
        package let written: WriterReport
        package let pointsRead: Int

        package enum Outcome: Equatable, Sendable {
            case complete
            /// Something was wrong in the file, or the format cannot hold all of it.
            case partial
            /// Not one point came through.
            case nothing
        }

        package var outcome: Outcome {
            if written.written == 0 { return .nothing }
            return problems.isEmpty && written.lines.isEmpty ? .complete : .partial
        }
    }
}
