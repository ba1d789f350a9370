/// A sentence of NMEA 0183: its kind and its fields, once its checksum has been found right.
struct NMEASentence {
    /// The three letters after the talker, such as `GGA`.
    let kind: String
    /// What stands between the commas after the kind.
    let fields: [Substring]

    /// - Returns: nil for anything that is no sentence, or whose checksum is wrong or missing.
    init?(_ line: Substring) {
        guard line.first == "$", line.utf8.count <= 120,
            let star = line.utf8.lastIndex(of: UInt8(ascii: "*")),
            let told = UInt8(line[line.utf8.index(after: star)...].prefix(2), radix: 16)
        else { return nil }
        let body = line[line.index(after: line.startIndex)..<star]
        guard body.utf8.reduce(0, { $0 ^ $1 }) == told else { return nil }
        let parts = body.split(separator: ",", omittingEmptySubsequences: false)
        guard let name = parts.first, name.utf8.count == 5 else { return nil }
        kind = String(name.suffix(3))
        fields = Array(parts.dropFirst())
    }

    /// A field; nil where there are fewer, or where it is empty.
    func text(_ index: Int) -> Substring? {
        guard fields.indices.contains(index), !fields[index].isEmpty else { return nil }
        return fields[index]
    }

    /// A decimal number: digits, one point, perhaps a minus; nothing else that Swift would take.
    func number(_ index: Int) -> Double? {
        guard let text = text(index), text.utf8.count <= 20 else { return nil }
        let isDecimal = text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || byte == 0x2E || byte == 0x2D
        }
        return isDecimal ? Double(text) : nil
    }

    /// Degrees of an angle written as `dddmm.mmmm`, with its hemisphere in the next field.
    func angle(_ index: Int, negative: Substring) -> Double? {
        guard let value = number(index), value >= 0, let side = text(index + 1) else { return nil }
        let degrees = (value / 100).rounded(.down)
        let minutes = value - degrees * 100
        guard minutes < 60 else { return nil }
        let angle = degrees + minutes / 60
        return side == negative ? -angle : angle
    }

    /// Microseconds since midnight of a time written as `hhmmss.ss`.
    func timeOfDay(_ index: Int) -> Int64? {
        guard let value = number(index), value >= 0, value < 240_000 else { return nil }
        let whole = Int64(value)
        let (hours, minutes, seconds) = (whole / 10_000, whole / 100 % 100, whole % 100)
        guard minutes < 60, seconds <= 60 else { return nil }
        let fraction = Int64(((value - Double(whole)) * 1e6).rounded())
        return ((hours * 60 + minutes) * 60 + seconds) * 1_000_000 + fraction
    }

    /// Microseconds since 1970 of a day written as `ddmmyy`, in this century.
    func day(_ index: Int) -> Int64? {
        guard let value = number(index), value >= 10_100, value < 320_000 else { return nil }
        let whole = Int(value)
        let date = CivilDate(
            year: 2000 + whole % 100, month: whole / 100 % 100, day: whole / 10_000)
        guard (1...12).contains(date.month), (1...31).contains(date.day) else { return nil }
        return Int64(date.daysSinceEpoch) * 86_400_000_000
    }
}
