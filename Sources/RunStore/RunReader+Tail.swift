extension RunReader {
    /// Events of a run that rund has received but not yet put into the database, in order.
    ///
    /// A file that is not there or may not be read is the same as an empty one: its content is in
    /// the database within seconds.
    func tail(of run: RunNumber, from sequence: Int64) -> [StoredEvent] {
        guard let bytes = try? Files.read(directory.tail) else { return [] }
        var events: [Int64: [UInt8]] = [:]
        for record in TailFile.records(in: bytes[...]) {
            guard case .event(run, let number, let line)? = PendingWrite(tailRecord: record),
                number >= sequence
            else { continue }
            events[number] = line
        }
        return events.sorted { $0.key < $1.key }.map {
            StoredEvent(sequence: $0.key, line: $0.value)
        }
    }
}
