import RunCore

/// Writes KML 2.2 with Google's `gx:Track`: one for each stretch without a pause, marks as placemarks.
///
/// A track has as many `when` as `gx:coord` and as many values in each array, so a point without
/// time or position is left out. Where an altitude is unknown the whole track lies on the ground.
enum KMLWriter {
    static func encode(_ activity: Activity, to out: inout ByteBuffer) -> WriterReport {
        var report = WriterReport()
        let tracks = located(activity, &report)
        out.append(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
            <Document>

            """)
        writeTexts(activity.header, &out)
        let arrays = KMLArray.all.filter { array in
            tracks.contains { $0.contains { array.isKnown($0) } }
        }
        writeSchema(arrays, &out)
        for mark in activity.marks { write(mark, &report, &out) }
        if !tracks.isEmpty { write(tracks, activity.header, arrays, &out) }
        out.append("</Document>\n</kml>\n")
        return report
    }

    private static func located(_ activity: Activity, _ report: inout WriterReport) -> [[Point]] {
        var last: WallTime?
        return activity.segments.compactMap { segment in
            let points = segment.points.compactMap { point -> Point? in
                guard let coordinate = point.coordinate, coordinate.isValid else {
                    report.withoutPosition += 1
                    return nil
                }
                guard let time = point.time?.milliseconds else {
                    report.withoutTime += 1
                    return nil
                }
                if let last, time <= last {
                    report.outOfOrder += 1
                    return nil
                }
                last = time
                report.written += 1
                return point
            }
            return points.isEmpty ? nil : points
        }
    }

    private static func writeTexts(_ header: Activity.Header, _ out: inout ByteBuffer) {
        if let name = header.name { out.append("<name>", xml: name, "</name>\n") }
        if let note = header.note { out.append("<description>", xml: note, "</description>\n") }
    }

    private static func writeSchema(_ arrays: [KMLArray], _ out: inout ByteBuffer) {
        guard !arrays.isEmpty else { return }
        out.append("<Schema id=\"run\">\n")
        for array in arrays {
            out.append("<gx:SimpleArrayField name=\"")
            out.append(array.name)
            out.append("\" type=\"")
            out.append(array.type)
            out.append("\"><displayName>")
            out.append(array.title)
            out.append("</displayName></gx:SimpleArrayField>\n")
        }
        out.append("</Schema>\n")
    }

    private static func write(
        _ mark: Activity.Waypoint, _ report: inout WriterReport, _ out: inout ByteBuffer
    ) {
        guard let coordinate = mark.coordinate, coordinate.isValid else {
            report.marks += 1
            return
        }
        out.append("<Placemark>")
        if let text = mark.text { out.append("<name>", xml: text, "</name>") }
        if let details = mark.details {
            out.append("<description>", xml: details, "</description>")
        }
        if let time = mark.time {
            out.append("<TimeStamp><when>", time: time.milliseconds, "</when></TimeStamp>")
        }
        out.append("<Point><coordinates>")
        write(coordinate, mark.altitude, separator: ",", &out)
        out.append("</coordinates></Point></Placemark>\n")
    }

    private static func write(
        _ tracks: [[Point]], _ header: Activity.Header, _ arrays: [KMLArray],
        _ out: inout ByteBuffer
    ) {
        out.append("<Placemark>\n")
        if let name = header.name { out.append("<name>", xml: name, "</name>\n") }
        out.append("<gx:MultiTrack>\n")
        let hasAltitude = tracks.allSatisfy { $0.allSatisfy { $0.altitude?.isFinite == true } }
        out.append(
            hasAltitude
                ? "<altitudeMode>absolute</altitudeMode>\n"
                : "<altitudeMode>clampToGround</altitudeMode>\n")
        out.append("<gx:interpolate>0</gx:interpolate>\n")
        for track in tracks { write(track, hasAltitude: hasAltitude, arrays, &out) }
        out.append("</gx:MultiTrack>\n</Placemark>\n")
    }

    private static func write(
        _ track: [Point], hasAltitude: Bool, _ arrays: [KMLArray], _ out: inout ByteBuffer
    ) {
        out.append("<gx:Track>\n")
        out.append(
            hasAltitude
                ? "<altitudeMode>absolute</altitudeMode>\n"
                : "<altitudeMode>clampToGround</altitudeMode>\n")
        for case let time? in track.map(\.time) {
            out.append("<when>", time: time.milliseconds, "</when>\n")
        }
        for point in track {
            guard let coordinate = point.coordinate else { continue }
            out.append("<gx:coord>")
            write(coordinate, point.altitude, separator: " ", &out)
            out.append("</gx:coord>\n")
        }
        if !arrays.isEmpty {
            out.append("<ExtendedData><SchemaData schemaUrl=\"#run\">\n")
            for array in arrays { array.write(track, &out) }
            out.append("</SchemaData></ExtendedData>\n")
        }
        out.append("</gx:Track>\n")
    }

    private static func write(
        _ coordinate: Coordinate, _ altitude: Double?, separator: StaticString,
        _ out: inout ByteBuffer
    ) {
        out.append(decimal: coordinate.longitude, digits: 9)
        out.append(separator)
        out.append(decimal: coordinate.latitude, digits: 9)
        guard let altitude, altitude.isFinite else { return }
        out.append(separator)
        out.append(decimal: altitude, digits: 3)
    }
}
