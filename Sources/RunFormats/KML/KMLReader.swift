import RunCore

/// Reads KML: each `gx:Track` and each `LineString` is a segment, placemarks with a point are marks.
package struct KMLReader: ActivityReader {
    private let handler = KMLHandler()
    private let xml: XMLReader

    package init() {
        xml = XMLReader(handler)
        handler.line = { [unowned xml] in xml.line }
    }

    package var problems: Problems { handler.problems }

    package mutating func read(_ bytes: UnsafeRawBufferPointer, into elements: inout [Element]) {
        read(bytes, isLast: false, into: &elements)
    }

    package mutating func finish(into elements: inout [Element]) {
        read(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true, into: &elements)
        handler.sendHeader()
        elements.append(contentsOf: handler.elements)
        handler.elements = []
        elements.append(.totals(Activity.Totals()))
    }

    private func read(
        _ bytes: UnsafeRawBufferPointer, isLast: Bool, into elements: inout [Element]
    ) {
        xml.read(bytes, isLast: isLast)
        if let failure = xml.failure { handler.problems.end(failure) }
        if handler.rootIsWrong {
            handler.problems.end(Problem(.file, "not KML: the first element is not kml"))
        }
        elements.append(contentsOf: handler.elements)
        handler.elements.removeAll(keepingCapacity: true)
    }
}

/// The elements of KML that are read.
enum KMLTag: UInt8 {
    case other
    case kml
    case document
    case placemark
    case track
    case line
    case array
    // From here on with text.
    case name
    case description
    case when
    case place
    case coordinates
    case value

    var hasText: Bool { rawValue >= KMLTag.name.rawValue }

    init(_ qualified: UnsafePointer<CChar>) {
        let name = XMLName.local(qualified)
        let known: [(StaticString, KMLTag)] = [
            ("coord", .place), ("when", .when), ("value", .value), ("Track", .track),
            ("SimpleArrayData", .array), ("coordinates", .coordinates), ("LineString", .line),
            ("Placemark", .placemark), ("name", .name), ("description", .description),
            ("Document", .document), ("kml", .kml),
        ]
        self = known.first { XMLName.matches(name, $0.0) }?.1 ?? .other
    }
}

/// The state between two tags of a KML file.
final class KMLHandler: XMLHandler {
    var elements: [Element] = []
    var problems = Problems()
    var line: () -> Int = { 0 }
    private(set) var rootIsWrong = false
    private(set) var header = Activity.Header()

    private var stack: [KMLTag] = []
    private var track = KMLTrack()
    private var array = ""
    private var mark = Activity.Waypoint()
    private var marks: [Activity.Waypoint] = []
    private var didSendHeader = false

    func begin(_ name: UnsafePointer<CChar>, _ attributes: XMLAttributes) -> Bool {
        let tag = KMLTag(name)
        if stack.isEmpty { rootIsWrong = tag != .kml }
        stack.append(tag)
        switch tag {
        case .track, .line: track = KMLTrack()
        case .placemark: mark = Activity.Waypoint()
        case .array:
            array = attributes["name"].map { String(decoding: $0, as: UTF8.self) } ?? ""
            track.beginArray()
        default: break
        }
        return tag.hasText && !rootIsWrong
    }

    func end(_ text: UnsafeBufferPointer<UInt8>) {
        guard let tag = stack.popLast(), !rootIsWrong else { return }
        switch tag {
        case .track, .line: finishTrack()
        case .placemark: if mark.coordinate != nil { takeMark() }
        case .when: takeWhen(text)
        case .place: if stack.contains(.track) { track.places.append(place(text, comma: false)) }
        case .value: track.set(array, text)
        case .coordinates: takeCoordinates(text)
        case .name: takeName(String(decoding: text, as: UTF8.self))
        case .description:
            if stack.last == .document { header.note = String(decoding: text, as: UTF8.self) }
        case .array, .other, .kml, .document: break
        }
    }

    /// Marks stand before the tracks whose start the header wants.
    private func takeMark() {
        if didSendHeader { elements.append(.mark(mark)) } else { marks.append(mark) }
    }

    func sendHeader() {
        guard !didSendHeader else { return }
        didSendHeader = true
        elements.append(.header(header))
        elements += marks.map { .mark($0) }
        marks = []
    }

    private func takeName(_ text: String) {
        if stack.last == .document { header.name = text }
        if stack.last == .placemark { mark.text = text }
    }

    private func takeWhen(_ text: UnsafeBufferPointer<UInt8>) {
        var time: WallTime?
        do {
            time = try WallTime(rfc3339: NumberReader.trimmed(text), assuming: .utc)
        } catch {
            problems.note(Problem(.line(line()), "\(error); time left out"))
        }
        if stack.contains(.track) { track.times.append(time) } else { mark.time = time }
    }

    private func takeCoordinates(_ text: UnsafeBufferPointer<UInt8>) {
        let tuples = text.split { $0 <= 0x20 }
        let places = tuples.map { place(UnsafeBufferPointer(rebasing: $0), comma: true) }
        if stack.contains(.line) {
            track.places += places
        } else if stack.contains(.placemark), places.count == 1, let only = places[0] {
            mark.coordinate = only.coordinate
            mark.altitude = only.altitude
        }
    }

    /// Longitude, latitude and perhaps altitude.
    private func place(_ text: UnsafeBufferPointer<UInt8>, comma: Bool) -> GeoPosition? {
        let numbers = text.split { comma ? $0 == UInt8(ascii: ",") : $0 <= 0x20 }
            .map { NumberReader.double(UnsafeBufferPointer(rebasing: $0)) }
        if numbers.count >= 2, let longitude = numbers[0], let latitude = numbers[1] {
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
            if coordinate.isValid {
                let altitude = numbers.count > 2 ? numbers[2] : nil
                return GeoPosition(coordinate: coordinate, altitude: altitude, time: nil)
            }
        }
        problems.note(Problem(.line(line()), "expected a position on the globe; left out"))
        return nil
    }

    private func finishTrack() {
        let points = track.points()
        track = KMLTrack()
        guard !points.isEmpty else { return }
        header.start = header.start ?? points.first?.time
        sendHeader()
        elements += points.map { .point($0) }
        elements.append(.pause(nil))
    }
}

/// The lists of a track, which belong together by their order.
struct KMLTrack {
    var times: [WallTime?] = []
    var places: [GeoPosition?] = []
    private var values: [Int: Point] = [:]
    private var index = 0

    mutating func beginArray() { index = 0 }

    /// An empty value is an unknown one.
    mutating func set(_ array: String, _ text: UnsafeBufferPointer<UInt8>) {
        defer { index += 1 }
        // More values than places belong to nothing.
        guard index < places.count, !NumberReader.trimmed(text).isEmpty else { return }
        var point = values[index] ?? Point()
        let number = NumberReader.double(text)
        switch array {
        case "heartrate": point.heart = number.flatMap { Int(exactly: $0.rounded()) }
        case "cadence": point.cadence = number.map { $0 * 2 }
        case "speed": point.speed = number
        case "distance": point.distance = number
        case "source": point.source = Source(rawValue: String(decoding: text, as: UTF8.self))
        default: return
        }
        values[index] = point
    }

    func points() -> [Point] {
        places.indices.compactMap { index in
            guard let place = places[index] else { return nil }
            var point = values[index] ?? Point()
            point.coordinate = place.coordinate
            point.altitude = place.altitude
            point.time = index < times.count ? times[index] : nil
            return point
        }
    }
}
