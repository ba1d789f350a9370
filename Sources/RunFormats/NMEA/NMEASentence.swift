/// A sentence of NMEA 0183 whose checksum is right.
struct NMEASentence {
    /// Three letters, such as `RMC`.
    let type: String
    private let fields: [ArraySlice<UInt8>]

    enum Refusal: Equatable {
        /// Not a sentence at all: other devices' chatter, comments, binary data.
        case notNMEA
        case checksum
    }

    /// - Parameter line: a line without its end; what stands before `$` is skipped.
    static func parse(_ line: UnsafeBufferPointer<UInt8>) -> Result<NMEASentence, RefusalError> {
        guard let dollar = line.firstIndex(of: UInt8(ascii: "$")) else {
            return .failure(RefusalError(.notNMEA))
        }
        let body = line[(dollar + 1)...]
        let star = body.lastIndex(of: UInt8(ascii: "*")) ?? body.endIndex
        let content = body[..<star]
        guard content.count >= 6, content.count <= 200,
            content.allSatisfy({ (0x20..<0x7F).contains($0) })
        else { return .failure(RefusalError(.notNMEA)) }
        if star < body.endIndex {
            let stored = Int(
                String(decoding: body[(star + 1)...].prefix(2), as: UTF8.self), radix: 16)
            guard let stored, stored == Int(content.reduce(0, ^)) else {
                return .failure(RefusalError(.checksum))
            }
        }
        let fields = Array(content).split(
            separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        let name = String(decoding: fields[0].suffix(3), as: UTF8.self)
        guard fields[0].count == 5, fields[0].first != UInt8(ascii: "P") else {
            return .failure(RefusalError(.notNMEA))
        }
        return .success(NMEASentence(type: name, fields: fields))
    }

    struct RefusalError: Error {
        let refusal: Refusal

        init(_ refusal: Refusal) { self.refusal = refusal }
    }

    /// Empty if the sentence is shorter.
    func text(_ index: Int) -> String {
        index < fields.count ? String(decoding: fields[index], as: UTF8.self) : ""
    }

    func number(_ index: Int) -> Double? {
        guard index < fields.count, !fields[index].isEmpty else { return nil }
        return fields[index].withUnsafeBufferPointer { NumberReader.double($0) }
    }

    /// Degrees from `ddmm.mmmm` in one field and the hemisphere in the next.
    func angle(_ index: Int, negative: String) -> Double? {
        guard let value = number(index), value >= 0, value < 18_100 else { return nil }
        let degrees = (value / 100).rounded(.down)
        let minutes = value - degrees * 100
        guard minutes < 60 else { return nil }
        // Minutes with five digits are 1.7e-7°; the dust of the division below that is swept away.
        let angle = ((degrees * 60 + minutes) / 60 * 1e9).rounded() / 1e9
        return text(index + 1) == negative ? -angle : angle
    }

    /// Microseconds after midnight from `hhmmss.sss`.
    func timeOfDay(_ index: Int) -> Int64? {
        let digits = text(index)
        guard digits.utf8.count >= 6, let value = number(index), (0..<240_000).contains(value)
        else { return nil }
        let whole = Int64(value)
        let (hour, minute, second) = (whole / 10_000, whole / 100 % 100, whole % 100)
        guard hour < 24, minute < 60, second <= 60 else { return nil }
        let fraction = Int64(((value - Double(whole)) * 1e6).rounded())
        // A hundredth of a second is lost in the sixth digit of a double, no more.
        let rounded = (fraction + 50) / 100 * 100
        return (hour * 3_600 + minute * 60 + second) * 1_000_000 + rounded
    }
}
