/// Rows of text in columns that line up.
struct Table {
    enum Alignment {
        case left
        case right
    }

    private let columns: [(title: String, alignment: Alignment)]
    private var rows: [[String]] = []

    init(_ columns: [(title: String, alignment: Alignment)]) { self.columns = columns }

    mutating func add(_ row: [String]) { rows.append(row) }

    /// The lines, title first; no spaces at a line's end. A column that is empty in every row
    /// is left out.
    var lines: [String] {
        let used = columns.indices.filter { column in rows.contains { !cell($0, column).isEmpty } }
        let widths = used.map { column in
            ([columns[column].title] + rows.map { cell($0, column) }).map(Text.width).max() ?? 0
        }
        return ([columns.map(\.title)] + rows).map { row in
            var line = ""
            for (column, width) in zip(used, widths) {
                if column != used.first { line += "  " }
                line += Text.padded(cell(row, column), width, columns[column].alignment)
            }
            return Text.trimmedRight(line)
        }
    }

    private func cell(_ row: [String], _ column: Int) -> String {
        column < row.count ? row[column] : ""
    }
}

/// Text measured in the cells of a terminal.
enum Text {
    /// Cells that `text` takes: none for combining marks, two for wide East Asian letters and emoji.
    static func width(_ text: String) -> Int {
        text.reduce(0) { $0 + width($1) }
    }

    static func width(_ character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        switch scalar.value {
        case 0x300...0x36F, 0x200B...0x200F, 0xFE00...0xFE0F: return 0
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }

    static func padded(_ text: String, _ width: Int, _ alignment: Table.Alignment = .left) -> String
    {
        let space = String(repeating: " ", count: max(0, width - Text.width(text)))
        return alignment == .left ? text + space : space + text
    }

    /// At most `width` cells, with `…` where something was cut off.
    static func cut(_ text: String, _ width: Int) -> String {
        if Text.width(text) <= width { return text }
        var short = ""
        var taken = 1
        for character in text {
            taken += Text.width(character)
            if taken > width { break }
            short.append(character)
        }
        return width > 0 ? trimmedRight(short) + "…" : ""
    }

    static func trimmedRight(_ text: String) -> String {
        guard let last = text.lastIndex(where: { $0 != " " }) else { return "" }
        return String(text[...last])
    }

    /// One line without control characters: a note may hold anything, a terminal obeys some of it.
    static func safe(_ text: String) -> String {
        var safe = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isControl =
                scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
                || (0x202A...0x202E).contains(scalar.value)
                || (0x2066...0x2069).contains(scalar.value)
            safe.append(isControl ? " " : scalar)
        }
        return String(safe)
    }
}
