import RunCore

/// Reads TrainingCenterDatabase files: activities and courses.
///
/// A second `Track` within a lap begins after a pause. Between two laps there is one only if the lap's
/// timer ran shorter than its clock, because every lap begins a track of its own.
package struct TCXReader: ActivityReader {
    private let handler = TCXHandler()
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
        handler.finish()
        elements.append(contentsOf: handler.elements)
        handler.elements = []
    }

    private func read(
        _ bytes: UnsafeRawBufferPointer, isLast: Bool, into elements: inout [Element]
    ) {
        xml.read(bytes, isLast: isLast)
        if let failure = xml.failure { handler.problems.end(failure) }
        if handler.rootIsWrong {
            handler.problems.end(
                Problem(.file, "not TCX: the first element is not TrainingCenterDatabase"))
        }
        elements.append(contentsOf: handler.elements)
        handler.elements.removeAll(keepingCapacity: true)
    }
}

/// The state between two tags of a TCX file.
final class TCXHandler: XMLHandler {
    var elements: [Element] = []
    var problems = Problems()
    var line: () -> Int = { 0 }
    private(set) var rootIsWrong = false

    private var stack: [TCXTag] = []
    private var point = Point()
    private var latitude: Double?
    private var longitude: Double?
    private var header = Activity.Header()
    private var didSendHeader = false
    private var laps = TCXLaps()
    private var total = 0.0
    private var isRide = false

    func begin(_ name: UnsafePointer<CChar>, _ attributes: XMLAttributes) -> Bool {
        let tag = TCXTag(name)
        if stack.isEmpty { rootIsWrong = tag != .database }
        stack.append(tag)
        guard !rootIsWrong else { return false }
        switch tag {
        case .activity:
            let sport = attributes["Sport"].map { String(decoding: $0, as: UTF8.self) }
            header.kind = Kind(word: sport)
            isRide = header.kind == .ride
        case .lap: begin(lap: attributes["StartTime"].flatMap { time($0) })
        case .track: if laps.beginsAfterPause() { elements.append(.pause(nil)) }
        case .point:
            point = Point()
            latitude = nil
            longitude = nil
        default: break
        }
        return tag.hasText
    }

    func end(_ text: UnsafeBufferPointer<UInt8>) {
        guard let tag = stack.popLast(), !rootIsWrong else { return }
        switch tag {
        case .point: finishPoint()
        case .track: laps.endTrack()
        case .lap: total += laps.current?.distance ?? 0
        case .identifier, .name, .notes: setName(tag, text)
        case .totalTime: laps.current?.active = number(text, "a time in seconds") ?? 0
        case .steps: laps.current?.steps = number(text, "steps").flatMap { Int(exactly: $0) }
        case .distance where stack.last == .lap:
            laps.current?.distance = number(text, "a distance in metres") ?? 0
        case .time, .latitude, .longitude, .altitude, .distance, .value, .cadence, .runCadence,
            .speed:
            if stack.contains(.point) { set(tag, text) }
        case .other, .database, .activity, .course, .heartRate, .creator: break
        }
    }

    func finish() {
        sendHeader()
        if let lap = laps.finish() { elements.append(.lap(lap)) }
        let distance = total > 0 ? total : nil
        elements.append(.totals(Activity.Totals(deviceDistance: distance)))
    }

    private func begin(lap start: WallTime?) {
        if let ended = laps.begin(at: start) { elements.append(.lap(ended)) }
    }

    private func finishPoint() {
        if let latitude, let longitude {
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
            if coordinate.isValid {
                point.coordinate = coordinate
            } else {
                problems.note(
                    Problem(.line(line()), "expected a position on the globe; left out"))
            }
        }
        guard point != Point(time: point.time) else { return }
        sendHeader()
        if let time = point.time { laps.note(time) }
        elements.append(.point(point))
    }

    private func sendHeader() {
        guard !didSendHeader else { return }
        didSendHeader = true
        header.start = header.start ?? point.time
        elements.append(.header(header))
    }

    private func set(_ tag: TCXTag, _ text: UnsafeBufferPointer<UInt8>) {
        switch tag {
        case .time: point.time = time(text)
        case .latitude: latitude = number(text, "a latitude")
        case .longitude: longitude = number(text, "a longitude")
        case .altitude: point.altitude = number(text, "an altitude in metres")
        case .distance: point.distance = number(text, "a distance in metres")
        case .value where stack.last == .heartRate:
            point.heart = number(text, "a heart rate").flatMap { Int(exactly: $0.rounded()) }
        case .cadence, .runCadence: point.cadence = number(text, "a cadence").map { $0 * 2 }
        case .speed: point.speed = number(text, "a speed in m/s")
        default: break
        }
    }

    private func setName(_ tag: TCXTag, _ text: UnsafeBufferPointer<UInt8>) {
        let string = String(decoding: text, as: UTF8.self)
        switch (tag, stack.last) {
        case (.identifier, .activity): header.start = time(text)
        case (.notes, .activity):
            header.note = string
            // Names and notes come after the points.
            elements.append(.header(header))
        case (.name, .creator): header.creator = string
        case (.name, .course): header.name = string
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
