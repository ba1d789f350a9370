/// Cuts comma-separated bytes (RFC 4180) into rows of fields; a quoted field may hold line ends.
struct CSVSplitter {
    struct Row {
        /// Where it begins, counted from 1.
        var line: Int
        var fields: [[UInt8]]
        var isTooLong = false
    }

    private static let limit = 65_536

    private var row = Row(line: 1, fields: [])
    private var field: [UInt8] = []
    private var size = 0
    private var line = 1
    private var place = Place.start

    private enum Place {
        /// At the beginning of a field.
        case start
        case plain
        case quoted
        /// After a quote within quotes: its end, or the first of two.
        case quote
    }

    mutating func take(_ bytes: UnsafeRawBufferPointer, into rows: inout [Row]) {
        for byte in bytes { take(byte, &rows) }
    }

    mutating func finish(into rows: inout [Row]) {
        if size > 0 { endRow(&rows) }
    }

    private mutating func take(_ byte: UInt8, _ rows: inout [Row]) {
        if byte == UInt8(ascii: "\n") { line += 1 }
        size += 1
        switch (place, byte) {
        case (.start, UInt8(ascii: "\"")): place = .quoted
        case (.quoted, UInt8(ascii: "\"")): place = .quote
        case (.quote, UInt8(ascii: "\"")):
            append(byte)
            place = .quoted
        case (.quoted, _): append(byte)
        case (.start, UInt8(ascii: ",")), (.plain, UInt8(ascii: ",")),
            (.quote, UInt8(ascii: ",")):
            endField()
        case (.start, UInt8(ascii: "\n")), (.plain, UInt8(ascii: "\n")),
            (.quote, UInt8(ascii: "\n")):
            endRow(&rows)
        case (_, UInt8(ascii: "\r")): break
        case (.start, _), (.plain, _), (.quote, _):
            append(byte)
            place = .plain
        }
    }

    private mutating func append(_ byte: UInt8) {
        if size <= CSVSplitter.limit { field.append(byte) } else { row.isTooLong = true }
    }

    private mutating func endField() {
        row.fields.append(field)
        field.removeAll(keepingCapacity: true)
        place = .start
        // A row of commas alone must not grow for ever.
        if row.fields.count > 1_000 {
            row.isTooLong = true
            row.fields.removeAll()
        }
    }

    private mutating func endRow(_ rows: inout [Row]) {
        endField()
        rows.append(row)
        row = Row(line: line, fields: [])
        size = 0
    }
}
