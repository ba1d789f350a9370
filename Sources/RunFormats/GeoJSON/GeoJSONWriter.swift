import RunCore

/// Writes GeoJSON (RFC 7946): the track as one feature, each mark as another.
///
/// A line that crosses the 180th meridian is cut there (section 3.1.9). `coordTimes` has a time for
/// every position, in the shape of the geometry.
enum GeoJSONWriter {
    static func encode(_ activity: Activity, to out: inout ByteBuffer) -> WriterReport {
        var report = WriterReport()
        let lines = lines(of: activity, &report)
        out.append("{\"type\":\"FeatureCollection\",\"features\":[\n")
        out.append("{\"type\":\"Feature\",\"geometry\":")
        write(lines, &out)
        out.append(",\n\"properties\":{")
        writeProperties(activity, lines, &out)
        out.append("}}")
        for mark in activity.marks { write(mark, &report, &out) }
        out.append("\n]}\n")
        return report
    }

    private static func lines(
        of activity: Activity, _ report: inout WriterReport
    ) -> [[GeoPosition]] {
        var last: WallTime?
        var lines: [[GeoPosition]] = []
        for segment in activity.segments {
            var line = DatelineCutter()
            for point in segment.points {
                guard let coordinate = point.coordinate, coordinate.isValid else {
                    report.withoutPosition += 1
                    continue
                }
                let time = point.time?.milliseconds
                if let time, let previous = last, time <= previous {
                    report.outOfOrder += 1
                    continue
                }
                last = time ?? last
                report.written += 1
                let altitude = point.altitude.flatMap { $0.isFinite ? $0 : nil }
                line.add(GeoPosition(coordinate: coordinate, altitude: altitude, time: time))
            }
            lines += line.finish()
        }
        return lines
    }

    private static func write(_ lines: [[GeoPosition]], _ out: inout ByteBuffer) {
        switch lines.count {
        case 0: out.append("null")
        case 1:
            out.append("{\"type\":\"LineString\",\"coordinates\":")
            writeList(lines[0], &out) { $0.write(&$1) }
            out.append("}")
        default:
            out.append("{\"type\":\"MultiLineString\",\"coordinates\":")
            writeList(lines, &out) { line, out in writeList(line, &out) { $0.write(&$1) } }
            out.append("}")
        }
    }

    private static func writeList<T>(
        _ items: [T], _ out: inout ByteBuffer, _ write: (T, inout ByteBuffer) -> Void
    ) {
        out.append("[")
        for (index, item) in items.enumerated() {
            if index > 0 { out.append(",") }
            write(item, &out)
        }
        out.append("]")
    }

    private static func writeProperties(
        _ activity: Activity, _ lines: [[GeoPosition]], _ out: inout ByteBuffer
    ) {
        out.append("\"type\":\"")
        out.append(utf8: activity.header.kind.rawValue)
        out.append("\"")
        if let name = activity.header.name { writeString(",\"name\":", name, &out) }
        if let note = activity.header.note { writeString(",\"desc\":", note, &out) }
        if let start = activity.header.start {
            out.append(",\"time\":\"", time: start.milliseconds, "\"")
        }
        if let zone = activity.header.zone { writeString(",\"zone\":", zone, &out) }
        writeTotals(activity.totals, &out)
        guard lines.contains(where: { $0.contains { $0.time != nil } }) else { return }
        out.append(",\n\"coordTimes\":")
        if lines.count == 1 {
            writeList(lines[0], &out, writeTime)
        } else {
            writeList(lines, &out) { line, out in writeList(line, &out, writeTime) }
        }
    }

    private static func writeTotals(_ totals: Activity.Totals, _ out: inout ByteBuffer) {
        let numbers: [(StaticString, Double?)] = [
            (",\"distance\":", totals.distance), (",\"estimated\":", totals.estimated),
            (",\"elapsed\":", totals.elapsed), (",\"active\":", totals.active),
        ]
        for case (let name, let value?) in numbers {
            out.append(name, decimal: value, digits: 3, "")
        }
        if let steps = totals.steps { out.append(",\"steps\":", integer: steps, "") }
    }

    private static func writeTime(_ position: GeoPosition, _ out: inout ByteBuffer) {
        guard let time = position.time else {
            out.append("null")
            return
        }
        out.append("\"", time: time, "\"")
    }

    private static func write(
        _ mark: Activity.Waypoint, _ report: inout WriterReport, _ out: inout ByteBuffer
    ) {
        guard let coordinate = mark.coordinate, coordinate.isValid else {
            report.marks += 1
            return
        }
        out.append(",\n{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":")
        GeoPosition(coordinate: coordinate, altitude: mark.altitude, time: nil).write(&out)
        out.append("},\"properties\":{\"type\":\"mark\"")
        if let text = mark.text { writeString(",\"name\":", text, &out) }
        if let time = mark.time { out.append(",\"time\":\"", time: time.milliseconds, "\"") }
        let numbers: [(StaticString, Double?)] = [
            (",\"eph\":", mark.eph), (",\"distance\":", mark.distance),
            (",\"leg\":", mark.leg?.distance), (",\"straight\":", mark.leg?.straight),
            (",\"bearing\":", mark.leg?.bearing),
        ]
        for case (let name, let value?) in numbers {
            out.append(name, decimal: value, digits: 3, "")
        }
        out.append("}}")
    }

    private static func writeString(
        _ name: StaticString, _ text: String, _ out: inout ByteBuffer
    ) {
        out.append(name)
        var bytes: [UInt8] = []
        JSONValue.write(string: text, to: &bytes)
        out.append(bytes)
    }
}
