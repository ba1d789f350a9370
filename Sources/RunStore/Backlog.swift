internal import RunCore

/// What is not in the database yet, in order, with a bound.
struct Backlog {
    private(set) var writes: [PendingWrite] = []
    private(set) var bytes = 0
    /// Events that were refused because the bound was reached.
    private(set) var dropped = 0

    var count: Int { writes.count }
    var isEmpty: Bool { writes.isEmpty }

    /// Events are refused beyond the limit; beginnings and ends are few and always taken.
    /// - Returns: whether it was taken.
    mutating func add(_ write: PendingWrite, limit: Int) -> Bool {
        if case .event = write, bytes + write.size > limit {
            dropped += 1
            return false
        }
        writes.append(write)
        bytes += write.size
        return true
    }

    mutating func removeFirst(_ count: Int) {
        bytes -= writes[..<count].reduce(0) { $0 + $1.size }
        writes.removeFirst(count)
    }

    /// Takes away the first one, which can never be written.
    mutating func dropFirst() {
        removeFirst(1)
        dropped += 1
    }

    mutating func rewrite(_ change: (PendingWrite) -> PendingWrite?) {
        writes = writes.compactMap(change)
        bytes = writes.reduce(0) { $0 + $1.size }
    }
}
