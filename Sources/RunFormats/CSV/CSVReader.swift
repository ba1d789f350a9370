import RunCore

/// Reads the tables that ``CSVWriter`` writes; columns may stand in any order, others are ignored.
package struct CSVReader: ActivityReader {
    package private(set) var problems = Problems()
    private var splitter = CSVSplitter()
    private var columns: [CSVColumn?]?
    private var header = Activity.Header()
    private var didSendTotals = false
    private var lapStart: WallTime?

    package init() {}

    package mutating func read(_ bytes: UnsafeRawBufferPointer, into elements: inout [Element]) {
        var rows: [CSVSplitter.Row] = []
        splitter.take(bytes, into: &rows)
        for row in rows { take(row, &elements) }
    }

    package mutating func finish(into elements: inout [Element]) {
        var rows: [CSVSplitter.Row] = []
        splitter.finish(into: &rows)
        for row in rows { take(row, &elements) }
        if columns == nil { problems.end(Problem(.file, "not CSV of ours: no line with columns")) }
        if !didSendTotals { elements.append(.totals(Activity.Totals())) }
    }

    private mutating func take(_ row: CSVSplitter.Row, _ elements: inout [Element]) {
        guard problems.fatal == nil else { return }
        guard !row.isTooLong else {
            problems.note(Problem(.line(row.line), "a row that is too long; left out"))
            return
        }
        if row.fields.count == 1, row.fields[0].isEmpty { return }
        guard let columns else {
            readColumns(row)
            return
        }
        let reader = CSVRow(row, columns)
        switch reader.text(.event) {
        case "", "point": elements.append(.point(reader.point()))
        case "start":
            header = reader.header()
            lapStart = header.start
            elements.append(.header(header))
        case "note":
            header.note = reader.text(.text)
            elements.append(.header(header))
        case "pause": elements.append(.pause(reader.time()))
        case "resume": elements.append(.resume(reader.time()))
        case "mark": elements.append(.mark(reader.mark()))
        case "lap": takeLap(reader, &elements)
        case "stop":
            didSendTotals = true
            elements.append(.totals(reader.totals()))
        case let other:
            problems.note(Problem(.line(row.line), "unknown event “\(other)”; row left out"))
        }
        if let wrong = reader.wrong {
            problems.note(Problem(.line(row.line), "expected \(wrong); value left out"))
        }
    }

    private mutating func readColumns(_ row: CSVSplitter.Row) {
        let names = row.fields.map { CSVColumn(rawValue: String(decoding: $0, as: UTF8.self)) }
        guard names.contains(.time), names.contains(.latitude), names.contains(.longitude) else {
            problems.end(
                Problem(
                    .line(row.line),
                    "not CSV of ours: expected columns named time, latitude and longitude"))
            return
        }
        columns = names
    }

    private mutating func takeLap(_ row: CSVRow, _ elements: inout [Element]) {
        guard let end = row.time(), let start = lapStart else { return }
        lapStart = end
        elements.append(
            .lap(
                Activity.Lap(
                    start: start, end: end, active: row.number(.active) ?? (end - start).seconds,
                    distance: row.number(.distance) ?? 0, steps: row.integer(.steps))))
    }
}

/// The columns by their names.
enum CSVColumn: String {
    case event
    case time
    case latitude
    case longitude
    case altitude
    case distance
    case speed
    case cadence
    case heart
    case source
    case active
    case steps
    case kind
    case text
}

/// The values of a row by their columns; remembers the first that was wrong.
final class CSVRow {
    private let row: CSVSplitter.Row
    private let columns: [CSVColumn?]
    private(set) var wrong: String?

    init(_ row: CSVSplitter.Row, _ columns: [CSVColumn?]) {
        self.row = row
        self.columns = columns
    }

    func point() -> Point {
        Point(
            time: time(), coordinate: coordinate(), altitude: number(.altitude),
            distance: number(.distance), speed: number(.speed), cadence: number(.cadence),
            heart: integer(.heart), source: Source(rawValue: text(.source)))
    }

    func mark() -> Activity.Waypoint {
        Activity.Waypoint(
            time: time(), coordinate: coordinate(), altitude: number(.altitude),
            text: optionalText(), distance: number(.distance))
    }

    func header() -> Activity.Header {
        Activity.Header(name: optionalText(), kind: Kind(word: text(.kind)), start: time())
    }

    func totals() -> Activity.Totals {
        Activity.Totals(
            active: number(.active), distance: number(.distance), steps: integer(.steps))
    }

    /// Without the apostrophe that keeps a spreadsheet from calculating.
    func text(_ column: CSVColumn) -> String {
        guard let field = field(column) else { return "" }
        guard field.count > 1, field[0] == UInt8(ascii: "'"), CSVWriter.needsApostrophe(field[1])
        else { return String(decoding: field, as: UTF8.self) }
        return String(decoding: field.dropFirst(), as: UTF8.self)
    }

    func time() -> WallTime? {
        guard let field = field(.time), !field.isEmpty else { return nil }
        do {
            return try WallTime(rfc3339: field[...], assuming: .utc)
        } catch {
            wrong = wrong ?? "a time (\(error))"
            return nil
        }
    }

    func number(_ column: CSVColumn) -> Double? {
        guard let field = field(column), !field.isEmpty else { return nil }
        guard let value = field.withUnsafeBufferPointer({ NumberReader.double($0) }) else {
            wrong = wrong ?? "a number as \(column.rawValue)"
            return nil
        }
        return value
    }

    func integer(_ column: CSVColumn) -> Int? { number(column).flatMap { Int(exactly: $0) } }

    private func optionalText() -> String? {
        let text = text(.text)
        return text.isEmpty ? nil : text
    }

    private func coordinate() -> Coordinate? {
        guard let latitude = number(.latitude), let longitude = number(.longitude) else {
            return nil
        }
        let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        guard coordinate.isValid else {
            wrong = wrong ?? "a position on the globe"
            return nil
        }
        return coordinate
    }

    private func field(_ column: CSVColumn) -> [UInt8]? {
        guard let index = columns.firstIndex(of: column), index < row.fields.count else {
            return nil
        }
        return row.fields[index]
    }
}
