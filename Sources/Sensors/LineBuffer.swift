/// Cuts a stream of bytes into lines; one that is too long is skipped up to its end.
struct LineBuffer {
    enum Line {
        /// Without its newline and carriage return.
        case complete(ArraySlice<UInt8>)
        case tooLong
    }

    private var pending: [UInt8] = []
    private var isSkipping = false
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    mutating func add(_ bytes: [UInt8], _ each: (Line) -> Void) {
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let piece = rest[..<end]
            rest = rest[(end + 1)...]
            if isSkipping || pending.count + piece.count > limit {
                each(.tooLong)
            } else if pending.isEmpty {
                each(.complete(Self.trimmed(piece)))
            } else {
                pending += piece
                each(.complete(Self.trimmed(pending[...])))
            }
            isSkipping = false
            pending.removeAll(keepingCapacity: true)
        }
        if isSkipping { return }
        pending += rest
        if pending.count > limit {
            isSkipping = true
            pending.removeAll()
        }
    }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }
}
