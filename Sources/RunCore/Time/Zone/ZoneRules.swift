/// The offsets of a time zone through the ages, from a compiled time-zone file (TZif, RFC 9636).
package struct ZoneRules: Equatable, Sendable {
    /// Seconds since 1970 at which the offset changes, ascending.
    private let moments: [Int64]
    /// The offset from each moment on, in seconds east of Greenwich.
    private let offsets: [Int32]
    /// The offset before the first moment.
    private let first: Int32
    /// What holds after the last moment.
    private let footer: PosixZone?

    /// - Parameter bytes: a whole file of version 1 to 4.
    /// - Throws: what is wrong with it.
    package init(tzif bytes: [UInt8]) throws(ZoneError) {
        var cursor = TZifCursor(bytes)
        var header = try cursor.header()
        var width = 4
        if header.version >= 2 {
            // The second block has everything in 64 bits; the first is for old programs.
            try cursor.skip(header.blockSize(width: 4))
            header = try cursor.header()
            width = 8
        }
        guard header.typeCount > 0 else { throw ZoneError("no local time types") }
        moments = try cursor.moments(header.timeCount, width: width)
        let indices = try cursor.take(header.timeCount)
        let types = try cursor.offsets(header.typeCount)
        try cursor.skip(header.restSize(width: width))
        var offsets: [Int32] = []
        for index in indices {
            guard index < types.count else { throw ZoneError("a type that is not there") }
            offsets.append(types[Int(index)])
        }
        self.offsets = offsets
        first = types[0]
        footer = width == 8 ? try cursor.footer() : nil
    }

    /// A zone that a rule such as `CET-1CEST,M3.5.0,M10.5.0/3` describes completely.
    package init(posix zone: PosixZone) {
        moments = []
        offsets = []
        first = Int32(clamping: zone.standard.seconds)
        footer = zone
    }

    /// UTC, always.
    package init(utc: Void) {
        moments = []
        offsets = []
        first = 0
        footer = nil
    }

    /// The offset that clocks in the zone showed, or will show, at a moment.
    package func offset(at time: WallTime) -> UTCOffset {
        let second = time.wholeSeconds
        var low = 0
        var high = moments.count
        while low < high {
            let middle = (low + high) / 2
            if moments[middle] <= second { low = middle + 1 } else { high = middle }
        }
        if low == moments.count, let footer { return footer.offset(at: second) }
        return UTCOffset(seconds: Int(low == 0 ? first : offsets[low - 1]))
    }
}

/// A time-zone file or rule that cannot be used.
package struct ZoneError: Error, Equatable, Sendable, CustomStringConvertible {
    package let reason: String

    package init(_ reason: String) { self.reason = reason }

    package var description: String { "not a time zone: \(reason)" }
}

extension WallTime {
    /// Seconds since 1970, rounded down.
    var wholeSeconds: Int64 {
        let quotient = microseconds / 1_000_000
        return microseconds % 1_000_000 < 0 ? quotient - 1 : quotient
    }
}

/// Walks over the bytes of a TZif file; every size is checked against what is there.
private struct TZifCursor {
    struct Header {
        let version: Int
        let utcCount: Int
        let standardCount: Int
        let leapCount: Int
        let timeCount: Int
        let typeCount: Int
        let textCount: Int

        func blockSize(width: Int) -> Int {
            timeCount * (width + 1) + typeCount * 6 + restSize(width: width)
        }

        /// Abbreviations, leap seconds and indicators: nothing that we need.
        func restSize(width: Int) -> Int {
            textCount + leapCount * (width + 4) + standardCount + utcCount
        }
    }

    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func header() throws(ZoneError) -> Header {
        let start = try take(44)
        guard start.prefix(4).elementsEqual("TZif".utf8) else { throw ZoneError("no TZif mark") }
        let version = start[start.startIndex + 4]
        func count(_ index: Int) -> Int {
            let from = start.startIndex + 20 + index * 4
            return Int(start[from..<from + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
        }
        let header = Header(
            version: version == 0 ? 1 : Int(version) - 48, utcCount: count(0),
            standardCount: count(1), leapCount: count(2), timeCount: count(3),
            typeCount: count(4), textCount: count(5))
        return header
    }

    mutating func moments(_ count: Int, width: Int) throws(ZoneError) -> [Int64] {
        let data = Array(try take(count * width))
        var moments: [Int64] = []
        moments.reserveCapacity(count)
        for index in 0..<count {
            let raw = data[index * width..<(index + 1) * width].reduce(UInt64(0)) {
                $0 << 8 | UInt64($1)
            }
            let moment =
                width == 8
                ? Int64(bitPattern: raw) : Int64(Int32(bitPattern: UInt32(truncatingIfNeeded: raw)))
            if let last = moments.last, moment <= last { throw ZoneError("moments not in order") }
            moments.append(moment)
        }
        return moments
    }

    mutating func offsets(_ count: Int) throws(ZoneError) -> [Int32] {
        let data = Array(try take(count * 6))
        return (0..<count).map { index in
            Int32(
                bitPattern: data[index * 6..<index * 6 + 4].reduce(UInt32(0)) {
                    $0 << 8 | UInt32($1)
                })
        }
    }

    /// The rule between two line ends; nil if it is empty.
    mutating func footer() throws(ZoneError) -> PosixZone? {
        guard try take(1).first == 0x0A else { throw ZoneError("no footer") }
        guard let end = bytes[position...].firstIndex(of: 0x0A) else {
            throw ZoneError("a footer without an end")
        }
        let text = String(decoding: bytes[position..<end], as: UTF8.self)
        return text.isEmpty ? nil : try PosixZone(text)
    }

    mutating func skip(_ count: Int) throws(ZoneError) { _ = try take(count) }

    mutating func take(_ count: Int) throws(ZoneError) -> ArraySlice<UInt8> {
        guard count >= 0, count <= bytes.count - position else {
            throw ZoneError("the file ends too early")
        }
        defer { position += count }
        return bytes[position..<position + count]
    }
}
