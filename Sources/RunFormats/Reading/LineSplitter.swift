/// Cuts bytes that come in pieces of any size into lines, with `\n` or `\r\n` at their ends.
struct LineSplitter {
    /// Bytes of one line; what is longer is no line of any format that is read.
    static let limit = 65_536

    /// The line being put together, counted from 1.
    private(set) var number = 0
    private var partial: [UInt8] = []
    private var isTooLong = false

    /// Calls `body` with each whole line, without its end; nil for one that was too long.
    mutating func take(
        _ bytes: UnsafeRawBufferPointer,
        _ body: (_ number: Int, _ line: UnsafeBufferPointer<UInt8>?) -> Void
    ) {
        let bytes = bytes.bindMemory(to: UInt8.self)
        var start = 0
        while start < bytes.count {
            guard let end = LineSplitter.newline(in: bytes, from: start) else { break }
            let piece = UnsafeBufferPointer(rebasing: bytes[start..<end])
            start = end + 1
            if partial.isEmpty, !isTooLong {
                deliver(piece, body)
            } else {
                append(piece)
                deliverPartial(body)
            }
        }
        append(UnsafeBufferPointer(rebasing: bytes[start...]))
    }

    /// The last line, if the file did not end it.
    mutating func finish(_ body: (_ number: Int, _ line: UnsafeBufferPointer<UInt8>?) -> Void) {
        if !partial.isEmpty || isTooLong { deliverPartial(body) }
    }

    private mutating func append(_ piece: UnsafeBufferPointer<UInt8>) {
        if isTooLong || partial.count + piece.count > LineSplitter.limit {
            isTooLong = true
            partial.removeAll(keepingCapacity: true)
        } else {
            partial.append(contentsOf: piece)
        }
    }

    private mutating func deliverPartial(
        _ body: (_ number: Int, _ line: UnsafeBufferPointer<UInt8>?) -> Void
    ) {
        if isTooLong {
            number += 1
            body(number, nil)
        } else {
            let line = partial
            line.withUnsafeBufferPointer { deliver($0, body) }
        }
        partial.removeAll(keepingCapacity: true)
        isTooLong = false
    }

    private mutating func deliver(
        _ line: UnsafeBufferPointer<UInt8>,
        _ body: (_ number: Int, _ line: UnsafeBufferPointer<UInt8>?) -> Void
    ) {
        number += 1
        guard line.count <= LineSplitter.limit else {
            body(number, nil)
            return
        }
        let ends = line.last == UInt8(ascii: "\r")
        body(number, UnsafeBufferPointer(rebasing: ends ? line.dropLast() : line[...]))
    }

    private static func newline(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var index = start
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "\n") { return index }
            index += 1
        }
        return nil
    }
}
