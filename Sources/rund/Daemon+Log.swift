private import Glibc
internal import POSIX
internal import RunCore

/// A sensor log in place of the sensors.
extension Daemon {
    func startLog(_ source: LogSource) {
        let events = readLog(source)
        log = LogPlayer(
            source, events: events,
            record: { [unowned self] payload, measured in
                heardFromLog(payload, measured)
            },
            finished: { Log.info("the log \(source.file) is over") })
        if run != nil { log?.begin(at: now) }
    }

    private func heardFromLog(_ payload: Event.Payload, _ measured: Instant) {
        switch payload {
        case .fix(let fix):
            gpsState.last = (fix, now)
            record(payload, measured: measured)
        case .steps(let reading):
            steps.last = (reading.count, now)
            record(payload, measured: measured)
        case .foot, .heart, .acceleration, .pressure: record(payload, measured: measured)
        // The person and the recorder are here, not in the log.
        case .start, .pause, .resume, .lap, .mark, .segment, .restart, .stop: break
        }
    }

    private func readLog(_ source: LogSource) -> [Event] {
        var bytes: [UInt8] = []
        do {
            let raw = try check("open") { open(source.file, O_RDONLY | O_CLOEXEC) }
            let file = Descriptor(owning: raw)
            reading: while true {
                switch Transfer.read(file.raw, into: &bytes, limit: 1 << 16) {
                case .bytes: continue
                case .closed, .wouldBlock: break reading
                case .failed(let error): throw error
                }
            }
        } catch {
            Log.error("\(source.file): \(error)")
            return []
        }
        var reader = LogReader()
        var events: [Event] = []
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
            do {
                let event = try line.withUnsafeBytes { (text) throws(LogError) in
                    try reader.read(line: text)
                }
                if let event { events.append(event) }
            } catch {
                Log.warning("\(source.file):\(index + 1): \(error)")
            }
        }
        return events
    }
}
