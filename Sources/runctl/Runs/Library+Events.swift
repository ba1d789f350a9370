internal import RunCore
internal import RunFormats
internal import RunStore

extension Library {
    /// The sensor log of a run: one event a line, as it was stored.
    func log(of run: RunNumber) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        try forEachLine(of: run) { line, _ in
            bytes += line
            bytes.append(0x0A)
        }
        return bytes
    }

    /// The finished run as other programs know it; lines that cannot be read are told and left out.
    func activity(
        of run: RunRecord, rawTrack: Bool, _ context: Context
    ) throws(Failure) -> Activity {
        var builder = ActivityBuilder(
            options: ActivityBuilder.Options(rawTrack: rawTrack, start: run.startWall))
        var reader = LogReader()
        try forEachLine(of: run.number) { line, sequence in
            line.withUnsafeBytes { bytes in
                do throws(LogError) {
                    if let event = try reader.read(line: bytes) { builder.handle(event) }
                } catch {
                    context.warn("event \(sequence) of run \(run.number): \(error.reason)")
                }
            }
        }
        var activity = builder.finish()
        // What was edited or learnt after the start is newer than the log's first line.
        activity.header.note = run.note ?? activity.header.note
        activity.header.kind = run.activity.map { Kind(word: $0) } ?? activity.header.kind
        activity.header.startOffset = run.startOffset.map { UTCOffset(seconds: $0) }
        activity.header.endOffset = (run.stopOffset ?? run.startOffset).map {
            UTCOffset(seconds: $0)
        }
        return activity
    }

    /// Every event's line in the order of arrival, with its number.
    func forEachLine(
        of run: RunNumber, _ take: ([UInt8], Int64) -> Void
    ) throws(Failure) {
        var cursor = reader.events(of: run)
        do throws(StoreError) {
            while let event = try cursor.next() { take(event.line, event.sequence) }
        } catch {
            throw Library.failure(error)
        }
    }
}
