import RunCore

/// Writes the places of a run as one line of Google's encoded polyline.
enum PolylineWriter {
    static func encode(
        _ activity: Activity, _ options: ExportOptions, to out: inout ByteBuffer
    ) -> WriterReport {
        var report = WriterReport()
        var places: [Coordinate] = []
        for point in activity.segments.flatMap(\.points) {
            if let place = point.coordinate, place.isValid {
                places.append(place)
            } else {
                report.withoutPosition += 1
            }
        }
        report.written = places.count
        let kept = Simplifier.simplify(places, tolerance: options.polylineTolerance)
        let range = Polyline.precisions
        let precision = min(max(options.polylinePrecision, range.lowerBound), range.upperBound)
        do {
            out.append(try Polyline.encode(kept, precision: precision))
        } catch {
            // Every place is on the globe and the precision in range; if not, nothing was written.
            report.withoutPosition += report.written
            report.written = 0
        }
        out.append("\n")
        return report
    }
}

/// Reads an encoded polyline of precision 5; its places have no times.
package struct PolylineReader: ActivityReader {
    /// Bytes of the longest text that is read: 16 million places, more or less.
    private static let limit = 1 << 26

    package private(set) var problems = Problems()
    private var text: [UInt8] = []

    package init() {}

    package mutating func read(_ bytes: UnsafeRawBufferPointer, into elements: inout [Element]) {
        guard problems.fatal == nil else { return }
        guard text.count + bytes.count <= PolylineReader.limit else {
            problems.end(Problem(.byte(PolylineReader.limit), "a polyline that is too long"))
            return
        }
        text.append(contentsOf: bytes)
    }

    package mutating func finish(into elements: inout [Element]) {
        guard problems.fatal == nil else { return }
        let isSpace: (UInt8) -> Bool = { $0 <= 0x20 }
        let start = text.firstIndex { !isSpace($0) } ?? text.endIndex
        let end = (text.lastIndex { !isSpace($0) } ?? start - 1) + 1
        do {
            let places = try Polyline.decode(Array(text[start..<max(start, end)]))
            elements.append(.header(Activity.Header()))
            elements += places.map { .point(Point(coordinate: $0)) }
            elements.append(.totals(Activity.Totals()))
        } catch {
            problems.end(Problem(.file, "not a polyline of precision 5: \(error)"))
        }
    }
}
