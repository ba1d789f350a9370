private import POSIX
internal import RunCore

/// Finding the database and the tail file, or doing without them for a while.
extension RunStore {
    /// Opens the database; one that is damaged is put aside and replaced.
    func attach() throws(StoreError) {
        do {
            writer = try Writer(directory: directory, checking: options.checkTime)
        } catch {
            guard error.kind == .corrupt else { throw directory.explaining(error) }
            try replaceDamaged(error)
        }
        guard let writer else { return }
        if writer.migratedFrom < Schema.version { opening.migratedFrom = writer.migratedFrom }
        try fitPending(to: writer.database)
        if active == nil, let row = try writer.database.runs("WHERE state = 'active'").last {
            active = (row.number, NewRun(row))
        }
    }

    /// The database cannot be written now, but perhaps it tells which number is free.
    func readNumbers() {
        guard writer == nil, let reader = try? RunReader.open(directory: directory.path),
            let free = try? reader.database.nextRunNumber()
        else { return }
        nextNumber = max(nextNumber, free)
    }

    /// Puts the damaged database aside, begins a new one and copies over what can be read.
    func replaceDamaged(_ damage: StoreError) throws(StoreError) {
        writer = nil
        syncing = nil
        var aside = try directory.setAside(damage, wall: wall())
        let fresh = try Writer(directory: directory, checking: .zero)
        var salvage = Salvage(from: aside.path, into: fresh.database)
        aside.salvaged = try salvage.run()
        opening.damaged = aside
        writer = fresh
        try fitPending(to: fresh.database)
    }

    /// Runs that were begun without the database may have numbers that are taken; events of runs
    /// that nobody knows any more are left out, as is the tail of a run that was deleted.
    private func fitPending(to database: Database) throws(StoreError) {
        if let active, try database.runs("WHERE id = ?", .integer(active.number)).isEmpty,
            !pending.writes.contains(where: { $0.begins(active.number) })
        {
            try database.insert(active.run, as: active.number)
        }
        var free = try database.nextRunNumber()
        var known: Set<RunNumber> = []
        for write in pending.writes {
            switch write {
            case .begin(let number, let run):
                let taken = try database.runs("WHERE id = ?", .integer(number)).first
                let isSame = taken.map { $0.boot == run.boot && $0.start == run.start } ?? false
                if taken != nil && !isSame {
                    renumbered[number] = free
                    nextSequences[free] = nextSequences[number]
                    if active?.number == number { active = (free, run) }
                    known.insert(free)
                    free += 1
                } else {
                    known.insert(number)
                    free = max(free, number + 1)
                }
            case .event(let run, _, _):
                if known.contains(run) { break }
                let rows = try database.runs("WHERE id = ?", .integer(run))
                if !rows.isEmpty { known.insert(run) }
            default: break
            }
        }
        nextNumber = max(nextNumber, free)
        pending.rewrite { write in
            let write = write.renumbered(renumbered)
            if case .event(let run, _, _) = write, !known.contains(run) { return nil }
            return write
        }
    }

    // MARK: - The tail file

    /// What an earlier process had not yet put into the database is put first in the queue.
    func openTail() {
        // Without it (a disk that is read only or full) events are only in memory until the next
        // batch, which is what `health` then says of the database as well.
        tail = try? TailFile(path: directory.tail)
        guard let records = try? tail?.records() else { return }
        for record in records {
            guard let write = PendingWrite(tailRecord: record) else { continue }
            _ = pending.add(write, limit: .max)
            if case .event = write { opening.recoveredEvents += 1 }
        }
        isTailOld = true
        tail?.skipToEnd()
    }

    func appendToTail(_ record: [UInt8]) {
        if tail == nil { tail = try? TailFile(path: directory.tail) }
        // Memory has it too; the next batch that succeeds begins the file again.
        try? tail?.append(record)
    }

    /// Everything in the tail file is in the database.
    func rewindTail() {
        if isTailOld {
            // What an earlier boot left must not be taken for newer than the database.
            guard (try? tail?.clear()) != nil else { return }
            isTailOld = false
        }
        tail?.rewind()
    }
}

extension NewRun {
    /// What a run began with, as far as its row says.
    fileprivate init(_ row: RunRecord) {
        self.init(
            boot: row.boot, start: row.start, wall: row.startWall, utcOffset: row.startOffset,
            zone: row.zone, activity: row.activity, indoor: row.indoor, note: row.note)
    }
}

extension PendingWrite {
    fileprivate func begins(_ run: RunNumber) -> Bool {
        if case .begin(run, _) = self { return true }
        return false
    }

    /// The same with the number that the run got in the end.
    fileprivate func renumbered(_ numbers: [RunNumber: RunNumber]) -> PendingWrite {
        guard !numbers.isEmpty else { return self }
        switch self {
        case .begin(let run, let new): return .begin(numbers[run] ?? run, new)
        case .event(let run, let sequence, let line):
            return .event(numbers[run] ?? run, sequence: sequence, line: line)
        case .rebase(let run, let boot, let offset):
            return .rebase(numbers[run] ?? run, boot: boot, clockOffset: offset)
        case .reopen(let run): return .reopen(numbers[run] ?? run)
        case .start(let run, let wall, let offset):
            return .start(numbers[run] ?? run, wall: wall, utcOffset: offset)
        case .totals(let run, let totals): return .totals(numbers[run] ?? run, totals)
        case .end(let run, let end): return .end(numbers[run] ?? run, end)
        case .setting: return self
        }
    }
}
