import RunCore

/// Reads FIT files, also several one after the other, in pieces of any size.
///
/// Every size that the file declares is checked against the bytes that are there. After damage the
/// records before it are kept, and a problem names the byte.
package struct FITReader: ActivityReader {
    package private(set) var problems = Problems()
    /// Bytes that came but are not yet taken; `start` of them are done with.
    private var pending: [UInt8] = []
    private var start = 0
    /// The place of `pending[start]` in the file.
    private var offset = 0
    private var place = Place.header
    private var checksum: UInt16 = 0
    private var definitions = [FITDefinition?](repeating: nil, count: 16)
    private var decoder = FITDecoder()

    private enum Place: Equatable {
        case header
        /// Within the records; so many bytes are left.
        case data(remaining: Int)
        case checksum
    }

    package init() {}

    package mutating func read(_ bytes: UnsafeRawBufferPointer, into elements: inout [Element]) {
        guard problems.fatal == nil else { return }
        if start > 0 {
            pending.removeFirst(start)
            start = 0
        }
        pending.append(contentsOf: bytes)
        // The array is set aside so that reading it does not copy it.
        let buffer = pending
        pending = []
        buffer.withUnsafeBytes { all in
            while problems.fatal == nil, step(all, &elements) {}
        }
        pending = buffer
        // Only whole messages wait here, so this is never more than one message and one piece.
    }

    package mutating func finish(into elements: inout [Element]) {
        if problems.fatal == nil, place != .header || start < pending.count {
            problems.end(
                Problem(
                    .byte(offset + pending.count - start), "the file ends too early: \(expected)"))
        } else if problems.fatal == nil, offset == 0 {
            problems.end(Problem(.byte(0), "not FIT: the file is empty"))
        }
        if decoder.undatedRecords > 0 {
            problems.note(
                Problem(
                    .file,
                    "\(decoder.undatedRecords) records count time from power-up, not by the calendar;"
                        + " their times are left out"))
        }
        decoder.finish(into: &elements)
    }

    private var expected: String {
        switch place {
        case .header: "expected a header of 12 or 14 bytes"
        case .data(let remaining): "\(remaining) bytes of records are missing"
        case .checksum: "expected a checksum of two bytes"
        }
    }

    /// Takes one header, message or checksum; false if more bytes are needed.
    private mutating func step(
        _ all: UnsafeRawBufferPointer, _ elements: inout [Element]
    ) -> Bool {
        let rest = UnsafeRawBufferPointer(rebasing: all[start...])
        switch place {
        case .header: return takeHeader(rest)
        case .checksum: return takeChecksum(rest)
        case .data(let remaining):
            let size = takeMessage(rest, remaining: remaining, &elements)
            guard size > 0 else { return false }
            take(rest, size)
            place = remaining > size ? .data(remaining: remaining - size) : .checksum
            return true
        }
    }

    private mutating func takeHeader(_ rest: UnsafeRawBufferPointer) -> Bool {
        guard let size = rest.first.map(Int.init) else { return false }
        guard size == 12 || size == 14 else {
            guard offset == 0 else { return ignoreTail() }
            return fail("not FIT: expected a header of 12 or 14 bytes, not \(size)")
        }
        guard rest.count >= size else { return false }
        guard rest[8..<12].elementsEqual(".FIT".utf8) else {
            guard offset == 0 else { return ignoreTail() }
            return fail("not FIT: expected .FIT in the header")
        }
        if size == 14 {
            let stored = UInt16(rest[12]) | UInt16(rest[13]) << 8
            let computed = FITChecksum.of(UnsafeRawBufferPointer(rebasing: rest[..<12]))
            if stored != 0, stored != computed {
                problems.note(
                    Problem(.byte(offset + 12), "wrong checksum of the header; read all the same"))
            }
        }
        let length = Int(
            UInt32(littleEndian: rest.loadUnaligned(fromByteOffset: 4, as: UInt32.self)))
        checksum = 0
        take(rest, size)
        definitions = [FITDefinition?](repeating: nil, count: 16)
        place = length > 0 ? .data(remaining: length) : .checksum
        return true
    }

    private mutating func takeChecksum(_ rest: UnsafeRawBufferPointer) -> Bool {
        guard rest.count >= 2 else { return false }
        take(rest, 2)
        if checksum != 0 {
            problems.note(Problem(.byte(offset - 2), "wrong checksum; read all the same"))
        }
        place = .header
        return true
    }

    /// - Returns: the bytes of the message; 0 if it is not complete or damaged.
    private mutating func takeMessage(
        _ rest: UnsafeRawBufferPointer, remaining: Int, _ elements: inout [Element]
    ) -> Int {
        guard let head = rest.first else { return 0 }
        let isCompressed = head & 0x80 != 0
        let local = Int(isCompressed ? (head >> 5) & 0x03 : head & 0x0F)
        if !isCompressed, head & 0x40 != 0 {
            return takeDefinition(rest, local: local, remaining: remaining)
        }
        guard let definition = definitions[local] else {
            _ = fail("a message of type \(local) that no definition describes")
            return 0
        }
        let size = 1 + definition.size
        guard size <= remaining else {
            _ = fail("a message of \(size) bytes where \(remaining) are left")
            return 0
        }
        guard rest.count >= size else { return 0 }
        let message = FITMessage(
            definition: definition, bytes: UnsafeRawBufferPointer(rebasing: rest[1..<size]))
        decoder.take(message, timeOffset: isCompressed ? head & 0x1F : nil, into: &elements)
        return size
    }

    private mutating func takeDefinition(
        _ rest: UnsafeRawBufferPointer, local: Int, remaining: Int
    ) -> Int {
        guard let size = FITDefinition.size(rest) else { return 0 }
        guard size <= remaining else {
            _ = fail("a definition of \(size) bytes where \(remaining) are left")
            return 0
        }
        guard rest.count >= size else { return 0 }
        definitions[local] = FITDefinition(UnsafeRawBufferPointer(rebasing: rest[..<size]))
        return size
    }

    private mutating func take(_ rest: UnsafeRawBufferPointer, _ size: Int) {
        checksum = FITChecksum.of(
            UnsafeRawBufferPointer(rebasing: rest[..<size]), startingWith: checksum)
        start += size
        offset += size
    }

    private mutating func ignoreTail() -> Bool {
        problems.end(Problem(.byte(offset), "bytes after the end of the FIT file; ignored"))
        return false
    }

    private mutating func fail(_ reason: String) -> Bool {
        problems.end(Problem(.byte(offset), "\(reason); what came before is kept"))
        return false
    }
}
