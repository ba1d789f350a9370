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
    package private(set) var omitted = Omissions()

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
        if let name = header.name { writeText("<name>", name, "</name>", &out) }
        if let start = header.start {
            out.append("<time>")
            out.append(time: start.milliseconds)
            out.append("</time>")
        }
        out.append("</metadata>\n")
    }

    /// Marks that arrive when the track has begun come too late: `wpt` stands before `trk`.
    private mutating func writeWaypoint(_ mark: Activity.Waypoint, _ out: inout ByteBuffer) {
        openFile(&out)
        guard place == .waypoints, let coordinate = mark.coordinate, coordinate.isValid else {
            omitted.marks += 1
            return
        }
        out.append("<wpt")
        writeAttributes(coordinate, &out)
        if let altitude = mark.altitude { writeNumber("<ele>", altitude, 3, "</ele>", &out) }
        if let time = mark.time { writeTime(time.milliseconds, &out) }
        if let text = mark.text { writeText("<name>", text, "</name>", &out) }
        out.append("</wpt>\n")
    }

    private mutating func openTrack(_ out: inout ByteBuffer) {
        openFile(&out)
        guard place == .waypoints else { return }
        place = .track
        out.append("<trk>")
        if let name = header.name { writeText("<name>", name, "</name>", &out) }
        if let note = header.note { writeText("<desc>", note, "</desc>", &out) }
        if let type = header.kind.gpxType { writeText("<type>", type, "</type>", &out) }
        out.append("\n")
    }

    private mutating func closeSegment(_ out: inout ByteBuffer) {
        guard place == .segment else { return }
        out.append("</trkseg>\n")
        place = .track
    }

    private mutating func writePoint(_ point: Point, _ out: inout ByteBuffer) {
        guard let coordinate = point.coordinate, coordinate.isValid else {
            omitted.withoutPosition += 1
            return
        }
        guard let time = point.time?.milliseconds else {
            omitted.withoutTime += 1
            return
        }
        if let last, time <= last {
            omitted.outOfOrder += 1
            return
        }
        last = time
        openTrack(&out)
        if place == .track {
            out.append("<trkseg>\n")
            place = .segment
        }
        out.append("<trkpt")
        writeAttributes(coordinate, &out)
        if let altitude = point.altitude { writeNumber("<ele>", altitude, 3, "</ele>", &out) }
        writeTime(time, &out)
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
                out.append("<gpxtpx:hr>")
                out.append(integer: heart)
                out.append("</gpxtpx:hr>")
            }
            if let cadence = point.strideCadence, cadence <= 254 {
                out.append("<gpxtpx:cad>")
                out.append(integer: cadence)
                out.append("</gpxtpx:cad>")
            }
            if let speed = point.speed {
                writeNumber("<gpxtpx:speed>", speed, 3, "</gpxtpx:speed>", &out)
            }
            out.append("</gpxtpx:TrackPointExtension>")
        }
        if let source = point.source {
            writeText("<rund:source>", source.rawValue, "</rund:source>", &out)
        }
        if let distance = point.distance {
            writeNumber("<rund:distance>", distance, 3, "</rund:distance>", &out)
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

    private func writeTime(_ time: WallTime, _ out: inout ByteBuffer) {
        out.append("<time>")
        out.append(time: time)
        out.append("</time>")
    }

    private func writeNumber(
        _ open: StaticString, _ value: Double, _ digits: Int, _ close: StaticString,
        _ out: inout ByteBuffer
    ) {
        guard value.isFinite else { return }
        out.append(open)
        out.append(decimal: value, digits: digits)
        out.append(close)
    }

    private func writeText(
        _ open: StaticString, _ text: String, _ close: StaticString, _ out: inout ByteBuffer
    ) {
        out.append(open)
        out.append(xml: text)
        out.append(close)
    }
}
