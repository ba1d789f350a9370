internal import RunCore

/// Something that is to go into the database, in the order in which it happened.
enum PendingWrite: Equatable {
    case begin(RunNumber, NewRun)
    case event(RunNumber, sequence: Int64, line: [UInt8])
    /// The run goes on in another boot, whose clock differs from the run's by so much.
    case rebase(RunNumber, boot: String, clockOffset: Elapsed)
    case reopen(RunNumber)
    case start(RunNumber, wall: WallTime, utcOffset: Int?)
    case totals(RunNumber, RunTotals)
    case end(RunNumber, RunEnd)
    case setting(name: String, value: String?)

    /// Bytes it holds in memory, about.
    var size: Int {
        switch self {
        case .event(_, _, let line): line.count + 64
        default: 512
        }
    }

    /// What the tail file keeps of it; nil for what can be derived again after a crash.
    var tailRecord: [UInt8]? {
        switch self {
        case .event(let run, let sequence, let line):
            return [UInt8]("event \(run) \(sequence) ".utf8) + line
        case .begin(let number, let run):
            var object = JSONObject()
            object["boot"] = .string(run.boot)
            object["start"] = .integer(run.start.microseconds)
            object["wall"] = run.wall.map { .integer($0.microseconds) }
            object["offset"] = run.utcOffset.map { .integer(Int64($0)) }
            object["zone"] = run.zone.map { .string($0) }
            object["activity"] = run.activity.map { .string($0) }
            object["indoor"] = .bool(run.indoor)
            object["note"] = run.note.map { .string($0) }
            var bytes = [UInt8]("begin \(number) ".utf8)
            JSONValue.object(object).write(to: &bytes)
            return bytes
        case .rebase(let run, let boot, let offset):
            return [UInt8]("rebase \(run) \(offset.microseconds) \(boot)".utf8)
        case .reopen, .start, .totals, .end, .setting:
            return nil
        }
    }

    /// Reads what `tailRecord` wrote; nil for anything else.
    init?(tailRecord: [UInt8]) {
        let words = tailRecord.split(separator: 0x20, maxSplits: 1)
        guard words.count == 2 else { return nil }
        switch String(decoding: words[0], as: UTF8.self) {
        case "begin": self.init(begin: words[1])
        case "event":
            let parts = words[1].split(separator: 0x20, maxSplits: 2)
            guard parts.count == 3, let run = Self.number(parts[0]),
                let sequence = Self.number(parts[1])
            else { return nil }
            self = .event(run, sequence: sequence, line: [UInt8](parts[2]))
        case "rebase":
            let parts = words[1].split(separator: 0x20, maxSplits: 2)
            guard parts.count == 3, let run = Self.number(parts[0]),
                let offset = Self.number(parts[1])
            else { return nil }
            self = .rebase(
                run, boot: String(decoding: parts[2], as: UTF8.self),
                clockOffset: Elapsed(microseconds: offset))
        default: return nil
        }
    }

    private init?(begin bytes: ArraySlice<UInt8>) {
        let parts = bytes.split(separator: 0x20, maxSplits: 1)
        // Not JSON: not a record of ours, as anything else that does not parse.
        guard parts.count == 2, let number = Self.number(parts[0]),
            let value = try? JSONValue(parsing: parts[1]),
            let boot = value["boot"]?.string, let start = value["start"]?.integer
        else { return nil }
        self = .begin(
            number,
            NewRun(
                boot: boot, start: Instant(microseconds: start),
                wall: value["wall"]?.integer.map { WallTime(microseconds: $0) },
                utcOffset: value["offset"]?.integer.map { Int($0) },
                zone: value["zone"]?.string, activity: value["activity"]?.string,
                indoor: value["indoor"]?.bool ?? false, note: value["note"]?.string))
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        Int64(String(decoding: digits, as: UTF8.self))
    }
}
