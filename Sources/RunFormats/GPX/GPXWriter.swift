private import RunCore

/// Writes GPX 1.1: one track, a `trkseg` for each stretch without a pause, marks as `wpt`.
///
/// Heart rate, cadence and speed stand in Garmin's TrackPointExtension version 2, whose cadence is that
/// of one foot; what GPX has no place for (source, distance) in a namespace of our own. A point
/// without time or position is left out: GPX cannot say it, and 0,0 would be a lie.
package struct GPXWriter: ActivityWriter {
    /// Namespace of the elements `source` and `distance`.
    package static let namespace = "urn:rund:gpx:1"

    private var header = Activity.Header()
    private var place = Place.beforeHeader
    private var last: WallTime?
    package private(set) var report = WriterReport()

    private enum Place {
        case beforeHeader
        case waypoints
        case track
        case segment
    }

    package init() {}

    package mutating func write(_ element: Element, to out: inout ByteBuffer) {
        switch element {
        case .header(let header):
            if place == .beforeHeader { self.header = header }
        case .mark(let mark): writeWaypoint(mark, &out)
        case .point(let point): writePoint(point, &out)
        case .pause, .resume: closeSegment(&out)
        case .lap, .totals: break
        }
    }

    package mutating func finish(to out: inout ByteBuffer) {
        openTrack(&out)
        closeSegment(&out)
        out.append("</trk>\n</gpx>\n")
    }

    private mutating func openFile(_ out: inout ByteBuffer) {
        guard place == .beforeHeader else { return }
        place = .waypoints
        out.append(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="
            """)
        out.append(xml: header.creator ?? "rund")
        out.append(
            """
            " xmlns="http://www.topografix.com/GPX/1/1"\
             xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"\
             xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2"\
             xmlns:rund="urn:rund:gpx:1" xsi:schemaLocation="http://www.topografix.com/GPX/1/1\
             http://www.topografix.com/GPX/1/1/gpx.xsd\
             http://www.garmin.com/xmlschemas/TrackPointExtension/v2\
             https://www8.garmin.com/xmlschemas/TrackPointExtensionv2.xsd">
            <metadata>
            """)
        if let name = header.name { out.append("<name>", xml: name, "</name>") }
        if let start = header.start {
            out.append("<time>", time: start.milliseconds, "</time>")
        }
        out.append("</metadata>\n")
    }

    /// Marks that arrive when the track has begun come too late: `wpt` stands before `trk`.
    private mutating func writeWaypoint(_ mark: Activity.Waypoint, _ out: inout ByteBuffer) {
        openFile(&out)
        guard place == .waypoints, let coordinate = mark.coordinate, coordinate.isValid else {
            report.marks += 1
            return
        }
        out.append("<wpt")
        writeAttributes(coordinate, &out)
        if let altitude = mark.altitude {
            out.append("<ele>", decimal: altitude, digits: 3, "</ele>")
        }
        if let time = mark.time { out.append("<time>", time: time.milliseconds, "</time>") }
        if let text = mark.text { out.append("<name>", xml: text, "</name>") }
        if let details = mark.details { out.append("<desc>", xml: details, "</desc>") }
        writeExtensions(mark, &out)
        out.append("</wpt>\n")
    }

    private func writeExtensions(_ mark: Activity.Waypoint, _ out: inout ByteBuffer) {
        guard mark.eph != nil || mark.distance != nil || mark.leg != nil else { return }
        out.append("<extensions>")
        if let eph = mark.eph { out.append("<rund:eph>", decimal: eph, digits: 1, "</rund:eph>") }
        if let distance = mark.distance {
            out.append("<rund:distance>", decimal: distance, digits: 3, "</rund:distance>")
        }
        if let metres = mark.leg?.distance {
            out.append("<rund:leg>", decimal: metres, digits: 3, "</rund:leg>")
        }
        if let metres = mark.leg?.straight {
            out.append("<rund:straight>", decimal: metres, digits: 3, "</rund:straight>")
        }
        if let degrees = mark.leg?.bearing {
            out.append("<rund:bearing>", decimal: degrees, digits: 1, "</rund:bearing>")
        }
        out.append("</extensions>")
    }

    private mutating func openTrack(_ out: inout ByteBuffer) {
        openFile(&out)
        guard place == .waypoints else { return }
        place = .track
        out.append("<trk>")
        if let name = header.name { out.append("<name>", xml: name, "</name>") }
        if let note = header.note { out.append("<desc>", xml: note, "</desc>") }
        if let type = header.kind.gpxType { out.append("<type>", xml: type, "</type>") }
        out.append("\n")
    }

    private mutating func closeSegment(_ out: inout ByteBuffer) {
        guard place == .segment else { return }
        out.append("</trkseg>\n")
        place = .track
    }

    private mutating func writePoint(_ point: Point, _ out: inout ByteBuffer) {
        guard let coordinate = point.coordinate, coordinate.isValid else {
            report.withoutPosition += 1
            return
        }
        guard let time = point.time?.milliseconds else {
            report.withoutTime += 1
            return
        }
        if let last, time <= last {
            report.outOfOrder += 1
            return
        }
        last = time
        report.written += 1
        openTrack(&out)
        if place == .track {
            out.append("<trkseg>\n")
            place = .segment
        }
        out.append("<trkpt")
        writeAttributes(coordinate, &out)
        if let altitude = point.altitude {
            out.append("<ele>", decimal: altitude, digits: 3, "</ele>")
        }
        out.append("<time>", time: time, "</time>")
        writeExtensions(point, &out)
        out.append("</trkpt>\n")
    }

    private func writeExtensions(_ point: Point, _ out: inout ByteBuffer) {
        let hasGarmin = point.heart != nil || point.cadence != nil || point.speed != nil
        guard hasGarmin || point.source != nil || point.distance != nil else { return }
        out.append("<extensions>")
        if hasGarmin {
            out.append("<gpxtpx:TrackPointExtension>")
            // The schema's range is 1 … 255; none of its readers knows a larger number.
            if let heart = point.heart, (1...255).contains(heart) {
                out.append("<gpxtpx:hr>", integer: heart, "</gpxtpx:hr>")
            }
            if let cadence = point.strideCadence, cadence <= 254 {
                out.append("<gpxtpx:cad>", integer: cadence, "</gpxtpx:cad>")
            }
            if let speed = point.speed {
                out.append("<gpxtpx:speed>", decimal: speed, digits: 3, "</gpxtpx:speed>")
            }
            out.append("</gpxtpx:TrackPointExtension>")
        }
        if let source = point.source {
            out.append("<rund:source>", xml: source.rawValue, "</rund:source>")
        }
        if let distance = point.distance {
            out.append("<rund:distance>", decimal: distance, digits: 3, "</rund:distance>")
        }
        out.append("</extensions>")
    }

    private func writeAttributes(_ coordinate: Coordinate, _ out: inout ByteBuffer) {
        out.append(" lat=\"")
        out.append(decimal: coordinate.latitude, digits: 9)
        out.append("\" lon=\"")
        out.append(decimal: coordinate.longitude, digits: 9)
        out.append("\">")
    }
}
