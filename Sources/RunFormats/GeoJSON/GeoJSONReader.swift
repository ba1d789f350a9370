import RunCore

/// Reads GeoJSON: lines as segments, with the times of `coordTimes` where there are any, points as marks.
///
/// Two lines that ``GeoJSONWriter`` cut at the 180th meridian become one again.
package struct GeoJSONReader: ActivityReader {
    /// The file is one value, so all of it has to be there before it can be read.
    private static let limit = 1 << 28

    package private(set) var problems = Problems()
    private var bytes: [UInt8] = []

    package init() {}

    package mutating func read(_ piece: UnsafeRawBufferPointer, into elements: inout [Element]) {
        guard problems.fatal == nil else { return }
        guard bytes.count + piece.count <= GeoJSONReader.limit else {
            problems.end(Problem(.byte(GeoJSONReader.limit), "a GeoJSON file that is too long"))
            return
        }
        bytes.append(contentsOf: piece)
    }

    package mutating func finish(into elements: inout [Element]) {
        guard problems.fatal == nil else { return }
        let root: JSONValue
        do {
            root = try JSONValue(parsing: bytes)
        } catch {
            problems.end(Problem(.byte(error.offset), "not GeoJSON: \(error.reason)"))
            return
        }
        bytes = []
        let features: [JSONValue]
        switch root["type"]?.string {
        case "FeatureCollection": features = root["features"]?.array ?? []
        case "Feature": features = [root]
        case "LineString", "MultiLineString": features = [.object(["geometry": root])]
        default:
            problems.end(Problem(.byte(0), "not GeoJSON: expected features or a line"))
            return
        }
        let lines = features.filter { !isPoint($0) }
        let segments = lines.flatMap { self.segments(of: $0) }
        elements.append(.header(header(lines.first, segments.first?.first?.time)))
        for mark in features.filter(isPoint) { takeMark(mark, &elements) }
        for segment in segments {
            elements += segment.map {
                .point(Point(time: $0.time, coordinate: $0.coordinate, altitude: $0.altitude))
            }
            elements.append(.pause(nil))
        }
        elements.append(.totals(totals(lines.first)))
    }

    private func isPoint(_ feature: JSONValue) -> Bool {
        feature["geometry"]?["type"]?.string == "Point"
    }

    private mutating func header(
        _ feature: JSONValue?, _ firstTime: WallTime?
    ) -> Activity.Header {
        let told = feature?["properties"]
        return Activity.Header(
            name: told?["name"]?.string, note: told?["desc"]?.string,
            kind: Kind(word: told?["type"]?.string), start: time(told?["time"]) ?? firstTime,
            zone: told?["zone"]?.string)
    }

    private func totals(_ feature: JSONValue?) -> Activity.Totals {
        let told = feature?["properties"]
        return Activity.Totals(
            elapsed: told?["elapsed"]?.double, active: told?["active"]?.double,
            distance: told?["distance"]?.double, estimated: told?["estimated"]?.double,
            steps: told?["steps"]?.integer.flatMap { Int(exactly: $0) })
    }

    private mutating func takeMark(_ feature: JSONValue, _ elements: inout [Element]) {
        guard let place = position(feature["geometry"]?["coordinates"], time: nil) else { return }
        let told = feature["properties"]
        elements.append(
            .mark(
                Activity.Waypoint(
                    time: time(told?["time"]), coordinate: place.coordinate,
                    altitude: place.altitude, text: told?["name"]?.string)))
    }

    private mutating func segments(of feature: JSONValue) -> [[GeoPosition]] {
        let geometry = feature["geometry"]
        let coordinates = geometry?["coordinates"]?.array ?? []
        let times = feature["properties"]?["coordTimes"]?.array ?? []
        let isMany = geometry?["type"]?.string == "MultiLineString"
        let lines = isMany ? coordinates.map { $0.array ?? [] } : [coordinates]
        let lineTimes = isMany ? times.map { $0.array ?? [] } : [times]
        var segments: [[GeoPosition]] = []
        for (index, line) in lines.enumerated() {
            let times = index < lineTimes.count ? lineTimes[index] : []
            let positions = line.enumerated().compactMap { index, value in
                position(value, time: index < times.count ? times[index] : nil)
            }
            append(positions, to: &segments)
        }
        return segments
    }

    /// Joins what was cut at the meridian, and makes one of a place that stands twice to be a line.
    private func append(_ line: [GeoPosition], to segments: inout [[GeoPosition]]) {
        var line = line
        if line.count == 2, line[0] == line[1] { line.removeLast() }
        guard let first = line.first else { return }
        if let last = segments.last?.last, last.time != nil, last.time == first.time,
            last.coordinate.latitude == first.coordinate.latitude,
            abs(last.coordinate.longitude) == 180,
            first.coordinate.longitude == -last.coordinate.longitude
        {
            segments[segments.count - 1].removeLast()
            segments[segments.count - 1] += line.dropFirst()
        } else {
            segments.append(line)
        }
    }

    private mutating func position(_ value: JSONValue?, time label: JSONValue?) -> GeoPosition? {
        let numbers = value?.array?.map { $0.double ?? .nan } ?? []
        guard numbers.count >= 2 else {
            problems.note(Problem(.file, "expected a position of two numbers; left out"))
            return nil
        }
        let coordinate = Coordinate(latitude: numbers[1], longitude: numbers[0])
        guard coordinate.isValid else {
            problems.note(Problem(.file, "expected a position on the globe; left out"))
            return nil
        }
        let altitude = numbers.count > 2 && numbers[2].isFinite ? numbers[2] : nil
        return GeoPosition(coordinate: coordinate, altitude: altitude, time: time(label))
    }

    private mutating func time(_ value: JSONValue?) -> WallTime? {
        guard let text = value?.string else { return nil }
        do {
            return try WallTime(rfc3339: text, assuming: .utc)
        } catch {
            problems.note(Problem(.file, "\(error); time left out"))
            return nil
        }
    }
}
