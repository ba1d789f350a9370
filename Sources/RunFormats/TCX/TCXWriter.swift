import RunCore

/// Writes Garmin's TrainingCenterDatabase version 2 with ActivityExtension version 2.
///
/// Laps carry time without pauses and their own distance; trackpoints carry distance from the start
/// and need no position, so a stretch on the pedometer keeps its metres. A pause closes the `Track`.
enum TCXWriter {
    static func encode(_ activity: Activity, to out: inout ByteBuffer) -> WriterReport {
        var report = WriterReport()
        // The format has no place for marks in a recorded activity.
        report.marks = activity.marks.count
        out.append(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <TrainingCenterDatabase\
             xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"\
             xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"\
             xmlns:ns3="http://www.garmin.com/xmlschemas/ActivityExtension/v2"\
             xsi:schemaLocation="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2\
             https://www8.garmin.com/xmlschemas/TrainingCenterDatabasev2.xsd">

            """)
        if let timeline = Timeline(activity, resolution: 1_000, report: &report) {
            out.append("<Activities>\n<Activity Sport=\"")
            out.append(sport(activity.header.kind))
            out.append("\">\n")
            out.append(
                "<Id>", time: (activity.header.start ?? timeline.start).milliseconds, "</Id>\n")
            for index in timeline.laps.indices {
                write(lap: index, of: timeline, kind: activity.header.kind, to: &out)
            }
            let notes = [activity.header.name, activity.header.note].compactMap { $0 }
            if !notes.isEmpty {
                out.append("<Notes>", xml: notes.joined(separator: "\n"), "</Notes>\n")
            }
            out.append("</Activity>\n</Activities>\n")
        }
        out.append("</TrainingCenterDatabase>\n")
        return report
    }

    private static func sport(_ kind: Kind) -> StaticString {
        switch kind {
        case .run: "Running"
        case .ride: "Biking"
        case .walk, .hike, .other: "Other"
        }
    }

    private static func write(
        lap index: Int, of timeline: Timeline, kind: Kind, to out: inout ByteBuffer
    ) {
        let lap = timeline.laps[index]
        var extremes = Extremes()
        forEachPoint(of: index, in: timeline) { extremes.add($0) }
        out.append("<Lap StartTime=\"", time: lap.start, "\">\n")
        out.append(
            "<TotalTimeSeconds>", decimal: max(0, lap.active), digits: 3, "</TotalTimeSeconds>\n")
        out.append(
            "<DistanceMeters>", decimal: max(0, lap.distance), digits: 3, "</DistanceMeters>\n")
        if let speed = extremes.speedMaximum {
            out.append("<MaximumSpeed>", decimal: speed, digits: 3, "</MaximumSpeed>\n")
        }
        out.append("<Calories>0</Calories>\n")
        if let average = extremes.heartAverage {
            out.append(
                "<AverageHeartRateBpm><Value>", integer: average, "</Value></AverageHeartRateBpm>\n"
            )
            out.append(
                "<MaximumHeartRateBpm><Value>", integer: extremes.heartMaximum,
                "</Value></MaximumHeartRateBpm>\n")
        }
        out.append("<Intensity>Active</Intensity>\n")
        out.append("<TriggerMethod>Manual</TriggerMethod>\n")
        writeTracks(of: index, in: timeline, kind: kind, to: &out)
        if let steps = lap.steps, (0...65_535).contains(steps) {
            out.append(
                "<Extensions><ns3:LX><ns3:Steps>", integer: steps,
                "</ns3:Steps></ns3:LX></Extensions>\n")
        }
        out.append("</Lap>\n")
    }

    private static func forEachPoint(
        of lap: Int, in timeline: Timeline, _ body: (Point) -> Void
    ) {
        for segment in timeline.segments {
            for point in slice(segment.points, lap: lap, timeline) { body(point) }
        }
    }

    /// The points of a segment that lie in a lap.
    private static func slice(
        _ points: [Point], lap: Int, _ timeline: Timeline
    ) -> ArraySlice<Point> {
        let from = lap == 0 ? 0 : firstIndex(points, notBefore: timeline.laps[lap].start)
        let isLast = lap + 1 == timeline.laps.count
        let to = isLast ? points.count : firstIndex(points, notBefore: timeline.laps[lap + 1].start)
        return points[from..<max(from, to)]
    }

    private static func firstIndex(_ points: [Point], notBefore time: WallTime) -> Int {
        var low = 0
        var high = points.count
        while low < high {
            let middle = (low + high) / 2
            if let candidate = points[middle].time, candidate < time {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    private static func writeTracks(
        of lap: Int, in timeline: Timeline, kind: Kind, to out: inout ByteBuffer
    ) {
        for segment in timeline.segments {
            let points = slice(segment.points, lap: lap, timeline)
            guard !points.isEmpty else { continue }
            out.append("<Track>\n")
            for point in points { write(point, kind: kind, to: &out) }
            out.append("</Track>\n")
        }
    }

    private static func write(_ point: Point, kind: Kind, to out: inout ByteBuffer) {
        guard let time = point.time else { return }
        out.append("<Trackpoint><Time>", time: time, "</Time>")
        if let coordinate = point.coordinate, coordinate.isValid {
            out.append("<Position>")
            out.append(
                "<LatitudeDegrees>", decimal: coordinate.latitude, digits: 9, "</LatitudeDegrees>")
            out.append(
                "<LongitudeDegrees>", decimal: coordinate.longitude, digits: 9,
                "</LongitudeDegrees>")
            out.append("</Position>")
        }
        if let altitude = point.altitude {
            out.append("<AltitudeMeters>", decimal: altitude, digits: 3, "</AltitudeMeters>")
        }
        if let distance = point.distance {
            out.append("<DistanceMeters>", decimal: distance, digits: 3, "</DistanceMeters>")
        }
        if let heart = point.heart, (1...255).contains(heart) {
            out.append("<HeartRateBpm><Value>", integer: heart, "</Value></HeartRateBpm>")
        }
        let cadence = point.strideCadence.flatMap { $0 <= 254 ? $0 : nil }
        if kind == .ride, let cadence { out.append("<Cadence>", integer: cadence, "</Cadence>") }
        let footCadence = kind == .ride ? nil : cadence
        let speed = point.speed.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
        if speed != nil || footCadence != nil {
            out.append("<Extensions><ns3:TPX>")
            if let speed { out.append("<ns3:Speed>", decimal: speed, digits: 3, "</ns3:Speed>") }
            if let footCadence {
                out.append("<ns3:RunCadence>", integer: footCadence, "</ns3:RunCadence>")
            }
            out.append("</ns3:TPX></Extensions>")
        }
        out.append("</Trackpoint>\n")
    }
}
