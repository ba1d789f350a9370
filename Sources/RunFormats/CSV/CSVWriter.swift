import RunCore

/// Writes a table (RFC 4180) that spreadsheets read and that ``CSVReader`` reads back without loss.
///
/// Columns: `event` (`start`, `note`, `point`, `pause`, `resume`, `lap`, `mark`, `stop`); `time` (UTC); `latitude`,
/// `longitude` (degrees); `altitude`, `distance` (metres; of a lap its own, of `stop` the total); `speed` (m/s);
/// `cadence` (steps/min, both feet); `heart` (1/min); `source`; `active` (seconds without pauses, of a lap
/// or of all); `steps`; `kind`; `text` (name, note or mark).
package struct CSVWriter: ActivityWriter {
    static let header = Array(
        """
        event,time,latitude,longitude,altitude,distance,speed,cadence,heart,source,active,steps,kind,text

        """.utf8)

    package private(set) var report = WriterReport()
    private var didBegin = false

    package init() {}

    package mutating func write(_ element: Element, to out: inout ByteBuffer) {
        if !didBegin {
            var header = Activity.Header()
            if case .header(let known) = element { header = known }
            begin(header, &out)
        }
        switch element {
        case .header: break
        case .point(let point): write(point, &out)
        case .pause(let time): writeRow("pause", time, &out)
        case .resume(let time): writeRow("resume", time, &out)
        case .lap(let lap): write(lap, &out)
        case .mark(let mark):
            begin("mark", mark.time, &out)
            writePlace(mark.coordinate, mark.altitude, &out)
            out.append(",")
            writeNumber(mark.distance, 3, &out)
            out.append(",,,,,,,,")
            writeText(mark.text, &out)
        case .totals(let totals):
            begin("stop", nil, &out)
            out.append(",,,,")
            writeNumber(totals.distance, 3, &out)
            out.append(",,,,,")
            writeNumber(totals.active, 3, &out)
            out.append(",")
            if let steps = totals.steps { out.append(integer: steps) }
            out.append(",,")
            writeText(nil, &out)
        }
    }

    package mutating func finish(to out: inout ByteBuffer) {
        if !didBegin { begin(Activity.Header(), &out) }
    }

    private mutating func begin(_ header: Activity.Header, _ out: inout ByteBuffer) {
        didBegin = true
        for byte in CSVWriter.header {
            if byte == UInt8(ascii: "\n") { out.append(byte: UInt8(ascii: "\r")) }
            out.append(byte: byte)
        }
        begin("start", header.start, &out)
        out.append(",,,,,,,,,,,")
        out.append(utf8: header.kind.rawValue)
        out.append(",")
        writeText(header.name, &out)
        guard let note = header.note else { return }
        begin("note", nil, &out)
        out.append(",,,,,,,,,,,,")
        writeText(note, &out)
    }

    private mutating func write(_ point: Point, _ out: inout ByteBuffer) {
        report.written += 1
        begin("point", point.time, &out)
        writePlace(point.coordinate, point.altitude, &out)
        out.append(",")
        writeNumber(point.distance, 3, &out)
        out.append(",")
        writeNumber(point.speed, 3, &out)
        out.append(",")
        writeNumber(point.cadence, 3, &out)
        out.append(",")
        if let heart = point.heart { out.append(integer: heart) }
        out.append(",")
        if let source = point.source { out.append(utf8: source.rawValue) }
        out.append(",,,,\r\n")
    }

    private func write(_ lap: Activity.Lap, _ out: inout ByteBuffer) {
        begin("lap", lap.end, &out)
        out.append(",,,,")
        writeNumber(lap.distance, 3, &out)
        out.append(",,,,,")
        writeNumber(lap.active, 3, &out)
        out.append(",")
        if let steps = lap.steps { out.append(integer: steps) }
        out.append(",,\r\n")
    }

    private func writeRow(_ event: StaticString, _ time: WallTime?, _ out: inout ByteBuffer) {
        begin(event, time, &out)
        out.append(",,,,,,,,,,,,\r\n")
    }

    private func begin(_ event: StaticString, _ time: WallTime?, _ out: inout ByteBuffer) {
        out.append(event)
        out.append(",")
        if let time { out.append(time: time) }
    }

    /// Three columns with the comma before each.
    private func writePlace(
        _ coordinate: Coordinate?, _ altitude: Double?, _ out: inout ByteBuffer
    ) {
        let place = coordinate.flatMap { $0.isValid ? $0 : nil }
        out.append(",")
        writeNumber(place?.latitude, 9, &out)
        out.append(",")
        writeNumber(place?.longitude, 9, &out)
        out.append(",")
        writeNumber(altitude, 3, &out)
    }

    private func writeNumber(_ value: Double?, _ digits: Int, _ out: inout ByteBuffer) {
        if let value, value.isFinite { out.append(decimal: value, digits: digits) }
    }

    /// Quoted, and with an apostrophe before what a spreadsheet would take for a formula.
    private func writeText(_ text: String?, _ out: inout ByteBuffer) {
        if let text, let first = text.utf8.first {
            out.append("\"")
            if CSVWriter.needsApostrophe(first) { out.append("'") }
            for byte in text.utf8 {
                if byte == UInt8(ascii: "\"") { out.append("\"") }
                out.append(byte: byte)
            }
            out.append("\"")
        }
        out.append("\r\n")
    }

    /// Whether a text that begins like this is written with an apostrophe before it.
    static func needsApostrophe(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"),
            UInt8(ascii: "'"), 0x09, 0x0A, 0x0D:
            true
        default: false
        }
    }
}
