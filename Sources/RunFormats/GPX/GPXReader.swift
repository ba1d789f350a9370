import RunCore

/// Reads GPX 1.0 and 1.1: tracks and routes as segments, waypoints as marks.
///
/// Extensions are known by their local names, whatever namespace or prefix a program gave them,
/// since many give none or a wrong one. Times without an offset are taken as UTC.
package struct GPXReader: ActivityReader {
    private let handler = GPXHandler()
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
        elements.append(.totals(Activity.Totals()))
    }

    private func read(
        _ bytes: UnsafeRawBufferPointer, isLast: Bool, into elements: inout [Element]
    ) {
        xml.read(bytes, isLast: isLast)
        if let failure = xml.failure { handler.problems.end(failure) }
        if handler.rootIsWrong {
            handler.problems.end(Problem(.file, "not GPX: the first element is not gpx"))
        }
        elements.append(contentsOf: handler.elements)
        handler.elements.removeAll(keepingCapacity: true)
    }
}

/// The state between two tags of a GPX file.
final class GPXHandler: XMLHandler {
    var elements: [Element] = []
    var problems = Problems()
    var line: () -> Int = { 0 }
    private(set) var rootIsWrong = false

    private var stack: [GPXTag] = []
    private var point = Point()
    private var mark = Activity.Waypoint()
    /// Waypoints stand before the track whose name the header wants.
    private var marks: [Activity.Waypoint] = []
    private var header = Activity.Header()
    private var didSendHeader = false
    private var isSegmentOpen = false
    private var isPauseMarker = false

    func begin(_ name: UnsafePointer<CChar>, _ attributes: XMLAttributes) -> Bool {
        let tag = GPXTag(name)
        if stack.isEmpty {
            rootIsWrong = tag != .gpx
            header.creator = attributes["creator"].map { String(decoding: $0, as: UTF8.self) }
        }
        stack.append(tag)
        guard !rootIsWrong else { return false }
        switch tag {
        case .trackPoint, .routePoint:
            point = Point(coordinate: coordinate(attributes))
            isPauseMarker = isPauseMarker(attributes)
        case .waypoint: mark = Activity.Waypoint(coordinate: coordinate(attributes))
        default: break
        }
        return tag.hasText
    }

    func end(_ text: UnsafeBufferPointer<UInt8>) {
        guard let tag = stack.popLast(), !rootIsWrong else { return }
        switch tag {
        case .trackPoint, .routePoint: finishPoint()
        case .segment, .route: closeSegment()
        case .waypoint:
            if didSendHeader { elements.append(.mark(mark)) } else { marks.append(mark) }
        case .elevation, .time, .heart, .cadence, .speed, .source, .distance:
            if stack.contains(where: { $0.isPoint }) {
                set(tag, text)
            } else if stack.last == .waypoint {
                setMark(tag, text)
            }
        case .name, .description, .type: setName(tag, text)
        case .gpx: sendHeader()
        case .track, .metadata, .other: break
        }
    }

    private func coordinate(_ attributes: XMLAttributes) -> Coordinate? {
        guard let latitude = attributes["lat"].flatMap(NumberReader.double),
            let longitude = attributes["lon"].flatMap(NumberReader.double)
        else { return nil }
        let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        return coordinate.isValid ? coordinate : nil
    }

    /// My Tracks and the first OpenTracks wrote a pause as a point at latitude 100, its end as one at 200.
    private func isPauseMarker(_ attributes: XMLAttributes) -> Bool {
        guard point.coordinate == nil, let latitude = attributes["lat"] else { return false }
        let value = NumberReader.double(latitude)
        return value == 100 || value == 200
    }

    private func finishPoint() {
        if isPauseMarker {
            closeSegment()
            return
        }
        guard point.coordinate != nil else {
            problems.note(
                Problem(.line(line()), "expected lat and lon on the globe; point left out"))
            return
        }
        sendHeader()
        isSegmentOpen = true
        elements.append(.point(point))
    }

    private func closeSegment() {
        if isSegmentOpen { elements.append(.pause(nil)) }
        isSegmentOpen = false
    }

    private func sendHeader() {
        guard !didSendHeader else { return }
        didSendHeader = true
        header.start = point.time
        elements.append(.header(header))
        elements += marks.map { .mark($0) }
        marks = []
    }

    private func set(_ tag: GPXTag, _ text: UnsafeBufferPointer<UInt8>) {
        switch tag {
        case .elevation: point.altitude = number(text, "an elevation in metres")
        case .time: point.time = time(text)
        case .speed: point.speed = number(text, "a speed in m/s")
        case .cadence: point.cadence = number(text, "a cadence").map { $0 * 2 }
        case .heart:
            point.heart = number(text, "a heart rate").flatMap { Int(exactly: $0.rounded()) }
        case .source:
            point.source = Source(rawValue: String(decoding: text, as: UTF8.self)) ?? point.source
        case .distance: point.distance = number(text, "a distance in metres")
        default: break
        }
    }

    private func setMark(_ tag: GPXTag, _ text: UnsafeBufferPointer<UInt8>) {
        switch tag {
        case .elevation: mark.altitude = number(text, "an elevation in metres")
        case .time: mark.time = time(text)
        default: break
        }
    }

    private func setName(_ tag: GPXTag, _ text: UnsafeBufferPointer<UInt8>) {
        let string = String(decoding: text, as: UTF8.self)
        switch (tag, stack.last) {
        case (.name, .waypoint): mark.text = string
        case (.name, .metadata), (.name, .gpx): header.name = string
        case (.name, .track), (.name, .route): header.name = header.name ?? string
        case (.description, .metadata), (.description, .gpx), (.description, .track):
            header.note = header.note ?? string
        case (.type, .track): header.kind = Kind(word: string)
        default: break
        }
    }

    private func number(_ text: UnsafeBufferPointer<UInt8>, _ what: String) -> Double? {
        guard let value = NumberReader.double(text) else {
            problems.note(Problem(.line(line()), "expected \(what); value left out"))
            return nil
        }
        return value
    }

    private func time(_ text: UnsafeBufferPointer<UInt8>) -> WallTime? {
        do {
            return try WallTime(rfc3339: NumberReader.trimmed(text), assuming: .utc)
        } catch {
            problems.note(Problem(.line(line()), "\(error); time left out"))
            return nil
        }
    }
}
